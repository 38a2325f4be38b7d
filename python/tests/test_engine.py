"""The loop of a round, on a cluster whose answers the test decides."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

import fake
import pytest

from kickdoor_ray import engine
from kickdoor_ray.engine import Answer, Lost, Retries, Round, Watch
from kickdoor_ray.failure import Failure, may_be_retried
from kickdoor_ray.plan import Plan
from kickdoor_ray.store import Store


@dataclass
class Scripted:
    """A cluster: `answers` of a shard come before its result."""

    plan: Plan
    answers: dict[int, list[Answer | Lost | None]] = field(default_factory=dict)
    nodes: int = 2
    sent: list[int] = field(default_factory=list)
    cancelled: list[int] = field(default_factory=list)
    largest: int = 0

    def cores(self) -> int:
        """As many as nodes."""
        return self.nodes

    def send(self, shard: int) -> Hashable:
        """A task is its number."""
        self.sent.append(shard)
        return len(self.sent) - 1

    def wait(self, tasks: Sequence[Hashable], seconds: float) -> list[tuple[Hashable, Answer | Lost]]:
        """The first task that does not hang."""
        del seconds
        self.largest = max(self.largest, len(tasks))
        for task in tasks:
            assert isinstance(task, int)
            shard = self.sent[task]
            script = self.answers.get(shard)
            answer = script.pop(0) if script else self.result(shard)
            if answer is not None:
                return [(task, answer)]
            self.answers[shard].insert(0, None)
        return []

    def cancel(self, task: Hashable) -> None:
        """Notes it."""
        assert isinstance(task, int)
        self.cancelled.append(self.sent[task])

    def result(self, shard: int) -> Answer:
        """The right answer."""
        content = fake.result(self.plan.text, shard)
        return Answer(0, content, fake.sha256(content), "", 0.1, "node")


def code(number: int) -> Answer:
    """An answer with an exit code."""
    return Answer(number, b"", fake.sha256(b""), f"error: code {number}", 0.1, "node")


@dataclass
class Played:
    """A round and what it said."""

    round: Round
    cluster: Scripted
    said: list[str] = field(default_factory=list)
    shown: list[tuple[int, int, int, str]] = field(default_factory=list)


def begin(store: Store, plan: Plan, answers: dict[int, list[Answer | Lost | None]], tries: int = 3) -> Played:
    """A round with these answers."""
    cluster, said = Scripted(plan, answers), list[str]()
    shown: list[tuple[int, int, int, str]] = []
    watch = Watch(lambda *words: shown.append(words), said.append, lambda: None)
    return Played(Round(plan, store, cluster, watch, Retries(tries, 0.01)), cluster, said, shown)


def test_all_missing_shards_are_played_once(store: Store, plan: Plan) -> None:
    """In order, a few at a time."""
    played = begin(store, plan, {})
    played.cluster.nodes = 1
    played.round.play([1, 2, 3])
    assert played.cluster.sent == [1, 2, 3] and played.cluster.largest == 2
    assert store.missing(plan)[0] == [0]
    assert played.shown[-1] == (4, 800, 1, "")


@pytest.mark.parametrize("answer", [Lost("node died"), code(75), code(-9), code(-11), code(143)])
def test_what_may_be_retried_is_retried(store: Store, plan: Plan, answer: Answer | Lost) -> None:
    """And counted."""
    played = begin(store, plan, {2: [answer, answer]})
    played.round.play([0, 1, 2, 3])
    assert sorted(played.cluster.sent) == [0, 1, 2, 2, 2, 3] and store.missing(plan)[0] == []
    counts = played.round.counts
    lost = 2 if isinstance(answer, Lost) else 0
    assert (counts.played, counts.tried_again, counts.lost, counts.repeated) == (4, 2, lost, 0)
    assert "2 tried again" in played.shown[-1][3]


@pytest.mark.parametrize("number", [0, 1, 2, 3, 101, 127])
def test_other_codes_are_not_retried(number: int) -> None:
    """Only 75 and signals are."""
    assert not may_be_retried(number)


def test_code_2_stops_everything(store: Store, plan: Plan) -> None:
    """With the words of the program; what was sent is cancelled."""
    played = begin(store, plan, {0: [code(2)]})
    with pytest.raises(Failure, match="error: code 2") as failure:
        played.round.play([0, 1, 2, 3])
    assert failure.value.code == 2
    assert played.cluster.sent == [0, 1, 2, 3] and played.cluster.cancelled == [1, 2, 3]


def test_another_code_fails_its_shard_alone(store: Store, plan: Plan) -> None:
    """The others are played."""
    played = begin(store, plan, {1: [code(101)]})
    with pytest.raises(Failure, match="no result of shard 1;") as failure:
        played.round.play([0, 1, 2, 3])
    assert failure.value.code == 70 and played.cluster.sent == [0, 1, 2, 3]
    assert store.missing(plan)[0] == [1]
    assert played.said == ["shard 1: exit code 101 on node: error: code 101"]


def test_a_shard_is_given_up_after_some_tries(store: Store, plan: Plan) -> None:
    """And the same command can try again."""
    played = begin(store, plan, {1: [code(75)] * 3}, tries=3)
    with pytest.raises(Failure, match="no result of shard 1;") as failure:
        played.round.play([0, 1, 2, 3])
    assert failure.value.code == 75 and played.cluster.sent.count(1) == 3
    assert store.missing(plan)[0] == [1]


def test_delays_grow_up_to_a_limit() -> None:
    """Each is twice the one before."""
    retries = Retries(20)
    assert [retries.delay(failures) for failures in (1, 2, 3, 6, 7, 19)] == [1, 2, 4, 32, 60, 60]


def test_a_damaged_answer_is_played_again(store: Store, plan: Plan) -> None:
    """Damaged on its way, or by the node before it computed the hash."""
    good = fake.result(plan.text, 0)
    on_its_way = Answer(0, good[:-1], fake.sha256(good), "", 0.1, "node")
    by_the_node = Answer(0, good[:-1], fake.sha256(good[:-1]), "", 0.1, "node")
    played = begin(store, plan, {0: [on_its_way, by_the_node]})
    played.round.play([0])
    assert played.cluster.sent == [0, 0, 0] and store.path(plan, 0).read_bytes() == good


def test_a_hanging_shard_is_sent_to_a_second_node(store: Store, plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once; the round does not wait for the first one."""
    monkeypatch.setattr(engine, "_SLOW_SECONDS", 0.05)
    monkeypatch.setattr(engine, "_SLOW", 0.1)
    played = begin(store, plan, {3: [None]})
    cluster = played.cluster
    original = cluster.send

    def send(shard: int) -> Hashable:
        if cluster.sent.count(shard) == 1:
            cluster.answers[shard] = [cluster.result(shard)]
        return original(shard)

    cluster.send = send  # type: ignore[method-assign]
    played.round.play([0, 1, 2, 3])
    assert cluster.sent == [0, 1, 2, 3, 3] and cluster.cancelled == [3]
    assert played.said == ["shard 3 takes long: it is sent to a second node"]


def test_repeated_results_are_counted_and_equal(store: Store, plan: Plan) -> None:
    """A different one ends the round."""
    store.commit(plan, 0, fake.result(plan.text, 0))
    played = begin(store, plan, {})
    played.round.play([0, 1])
    assert (played.round.counts.played, played.round.counts.repeated) == (2, 1)
    assert played.shown[-1][3] == "1 repeated"
    other = fake.sealed({"shard": {"plan": plan.sha256, "round": 1, "shard": 0}}, b"others")
    played = begin(store, plan, {0: [Answer(0, other, fake.sha256(other), "", 0.1, "node")]})
    with pytest.raises(Failure, match="differs") as failure:
        played.round.play([0])
    assert failure.value.code == 70


def test_a_cluster_without_cores_gets_work(store: Store, plan: Plan) -> None:
    """So that it can see that it needs some."""
    played = begin(store, plan, {})
    played.cluster.nodes = 0
    played.round.play([0, 1, 2, 3])
    assert played.cluster.largest == 2 and store.missing(plan)[0] == []


def test_a_stop_ends_the_round(store: Store, plan: Plan) -> None:
    """What was sent is cancelled, what is done stays."""
    played = begin(store, plan, {1: [None]})
    checks = iter(range(6))

    def check() -> None:
        if next(checks, None) is None:
            raise Failure(130, "stopped")

    watch = Watch(lambda *_: None, played.said.append, check)
    played.round._watch = watch
    with pytest.raises(Failure, match="stopped"):
        played.round.play([0, 1, 2, 3])
    assert store.missing(plan)[0] == [1] and played.cluster.cancelled == [1]
