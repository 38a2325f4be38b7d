"""A result is stored once, whole, and only if it is the one of its shard."""

from __future__ import annotations

import fake
import pytest

from kickdoor_ray.failure import Failure
from kickdoor_ray.plan import Plan
from kickdoor_ray.store import DamagedError, DifferentError, Store, check


def test_results_are_stored_once(store: Store, plan: Plan) -> None:
    """The second one is a repeat."""
    assert store.missing(plan) == ([0, 1, 2, 3], [])
    assert store.commit(plan, 2, fake.result(plan.text, 2))
    assert not store.commit(plan, 2, fake.result(plan.text, 2))
    assert store.missing(plan) == ([0, 1, 3], [])
    assert sorted(path.name for path in store.folder.iterdir()) == ["plan.json", "shard-1-00002.journal"]


def test_every_damaged_byte_is_found(plan: Plan) -> None:
    """In the identity, the entries and the hash."""
    content = fake.result(plan.text, 1)
    check(content, plan, 1)
    for place in range(len(content)):
        damaged = content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]
        with pytest.raises(DamagedError):
            check(damaged, plan, 1)
    for length in range(len(content)):
        with pytest.raises(DamagedError):
            check(content[:length], plan, 1)


def test_results_of_others_are_refused(store: Store, plan: Plan) -> None:
    """Of another shard, of another plan, and one without an identity."""
    other = fake.plan_text(["count", "--games", "9"], shards=4)
    strangers = [
        (fake.result(plan.text, 0), "another plan"),
        (fake.result(other, 1), "another plan"),
        (fake.sealed({"study": {}}, b""), "identity"),
        (fake.sealed({"study": {}, "segment": 3}, b""), "identity"),
    ]
    for content, words in strangers:
        with pytest.raises(DamagedError, match=words):
            store.commit(plan, 1, content)
    assert not store.path(plan, 1).exists()


def test_two_results_of_a_shard_are_equal(store: Store, plan: Plan) -> None:
    """Also if both are whole."""
    assert store.commit(plan, 1, fake.result(plan.text, 1))
    part = {"plan": plan.sha256, "round": 1, "shard": 1}
    with pytest.raises(DifferentError, match="differs"):
        store.commit(plan, 1, fake.sealed({"shard": part}, b"others"))


def test_damaged_results_are_removed(store: Store, plan: Plan) -> None:
    """So they are played again."""
    store.commit(plan, 0, fake.result(plan.text, 0))
    store.path(plan, 3).write_bytes(b"half of a resu")
    missing, damaged = store.missing(plan)
    assert missing == [1, 2, 3] and len(damaged) == 1 and "shard-1-00003.journal" in damaged[0]
    assert not store.path(plan, 3).exists()


def test_a_result_of_another_plan_is_kept_and_refused(store: Store, plan: Plan) -> None:
    """The plan may be the wrong one, and the results the work of hours."""
    store.path(plan, 3).write_bytes(fake.result(plan.text, 2))
    with pytest.raises(Failure, match=r"shard-1-00003\.journal: it belongs to another") as failure:
        store.missing(plan)
    assert failure.value.code == 2 and store.path(plan, 3).exists()


def test_a_folder_has_one_driver(store: Store) -> None:
    """The second one comes back later; what the first one left half written is removed."""
    (store.folder / ".shard-1-00000.journal.7.part").write_bytes(b"half")
    with store.locked():
        assert not list(store.folder.glob(".*.part"))
        with pytest.raises(Failure) as failure, Store(store.folder).locked():
            pass
    assert failure.value.code == 75
    with store.locked():
        pass


def test_the_last_plan_is_found(store: Store, plan: Plan) -> None:
    """By number, not by name."""
    assert store.last_plan() == plan
    state = fake.sealed({}, b"state")
    for number in range(2, 12):
        store.plan_path(number).write_bytes(fake.plan_text(["count"], number, 4, state))
    last = store.last_plan()
    assert last is not None and last.round == 11
    with pytest.raises(FileNotFoundError):
        store.state(last)
    for other in (b"", state[:-1], b"!" + state[1:], fake.sealed({}, b"stale")):
        (store.folder / "round-10.journal").write_bytes(other)
        with pytest.raises(Failure, match="is not the file that"):
            store.state(last)
    (store.folder / "round-10.journal").write_bytes(state)
    assert store.state(last) == state
