"""Plans are read completely or refused with the name of the field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import fake
import pytest

from kickdoor_ray import plan as plans

STATE = fake.sealed({}, b"state")


def test_a_plan_is_read(tmp_path: Path) -> None:
    """All fields."""
    text = fake.plan_text(["count", "--games", "10"], number=2, shards=3, state=STATE)
    (tmp_path / "plan.json").write_bytes(text)
    plan = plans.read(tmp_path / "plan.json")
    assert plan.command == ("count", "--games", "10")
    assert (plan.round, plan.games, plan.seconds, plan.program) == (2, 10, None, fake.PROGRAM)
    assert plan.state == plans.State("round-1.journal", STATE[-32:].hex())
    assert [(shard.first, shard.end, shard.games) for shard in plan.shards] == [(0, 3, 3), (3, 6, 3), (6, 10, 4)]
    assert plan.sha256 == fake.sha256(text)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("schema", 2, "schema: expected 1"),
        ("schema", None, "schema: expected int"),
        ("program", 7, "program: expected str"),
        ("command", "impact", "command: expected list"),
        ("command", [1], "command: expected a list of strings"),
        ("inputs", [{"path": "a"}], "inputs[0]: sha256: expected str"),
        ("inputs", [3], "inputs[0]: expected an object"),
        ("round", 0, "round: expected a number from 1"),
        ("round", True, "round: expected int"),
        ("state", {"file": "../x", "sha256": ""}, "state: file: expected the name of a file without a folder"),
        ("state", {"file": "x"}, "state: sha256: expected str"),
        ("shards", [{"first": 3, "end": 3, "games": 0}], "shards[0]: expected a range"),
        ("shards", [{"first": 3, "end": 4, "games": -1}], "shards[0]: games: expected a number from 0"),
        ("games", "many", "games: expected int"),
        ("seconds", "long", "seconds: expected int or float"),
    ],
)
def test_a_wrong_field_is_named(tmp_path: Path, field: str, value: Any, words: str) -> None:  # noqa: ANN401 - JSON
    """Each field once."""
    fields = json.loads(fake.plan_text(["count"])) | {field: value}
    (tmp_path / "plan.json").write_text(json.dumps(fields))
    with pytest.raises(plans.PlanError) as error:
        plans.read(tmp_path / "plan.json")
    assert words in str(error.value) and str(tmp_path) in str(error.value)


def test_shards_do_not_overlap(tmp_path: Path) -> None:
    """The second one begins in the first one."""
    shards = [{"first": 0, "end": 5, "games": 5}, {"first": 4, "end": 8, "games": 4}]
    (tmp_path / "plan.json").write_text(json.dumps(json.loads(fake.plan_text(["count"])) | {"shards": shards}))
    with pytest.raises(plans.PlanError, match=r"shards\[1\]"):
        plans.read(tmp_path / "plan.json")


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"\xff"])
def test_other_files_are_refused(tmp_path: Path, text: bytes) -> None:
    """Neither is a plan."""
    (tmp_path / "plan.json").write_bytes(text)
    with pytest.raises(plans.PlanError, match=r"plan\.json"):
        plans.read(tmp_path / "plan.json")
