"""A node plays a shard: result, exit code and last words, and leaves nothing behind."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import fake
import pytest
from conftest import PYTHON, running

from kickdoor_ray import worker
from kickdoor_ray.plan import Plan


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def test_a_result_is_whole(program: Path, plan: Plan, temporary: Path) -> None:
    """With its hash."""
    code, content, sha256, words, seconds, node = worker.play(str(program), plan.text, None, 3)
    assert (code, words) == (0, "") and seconds > 0 and node
    assert content == fake.result(plan.text, 3) and sha256 == hashlib.sha256(content).hexdigest()
    assert not list(temporary.iterdir())


def test_the_state_is_beside_the_plan(program: Path) -> None:
    """A shard of a later round reads it."""
    state = fake.sealed({}, b"state")
    text = fake.plan_text(["count"], 2, 4, state)
    assert worker.play(str(program), text, ("round-1.journal", state), 0)[0] == 0
    assert worker.play(str(program), text, ("round-1.journal", b"other"), 0)[0] == 2


@pytest.mark.parametrize(("fault", "code"), [("2", 2), ("75", 75), ("101", 101), ("kill", -9)])
def test_exit_codes_are_values(program: Path, faults: Path, temporary: Path, fault: str, code: int) -> None:
    """With the last words of the program."""
    (faults / "1.0").write_text(fault)
    text = fake.plan_text(["count", "--faults", str(faults)])
    found, content, _, words, _, _ = worker.play(str(program), text, None, 1)
    assert (found, content) == (code, b"")
    assert words == ("" if fault == "kill" else f"error: told to end with {fault}")
    assert not list(temporary.iterdir())


def test_a_plan_of_another_program_is_refused(program: Path, plan: Plan) -> None:
    """By the program itself."""
    text = json.dumps(json.loads(plan.text) | {"program": "another"}).encode()
    code, _, _, words, _, _ = worker.play(str(program), text, None, 1)
    assert (code, words) == (2, "error: the plan is of another program")


def test_a_missing_program_and_a_full_disk(plan: Plan, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The first one is wrong, the second one may pass."""
    code, _, _, words, _, _ = worker.play("no-such-program", plan.text, None, 1)
    assert code == 2 and "no program `no-such-program`" in words
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "missing"))
    assert worker.play("no-such-program", plan.text, None, 1)[0] == 75


def test_a_program_without_result_has_failed(plan: Plan) -> None:
    """Although it says 0."""
    assert worker.play("true", plan.text, None, 1)[0] == 70


def test_the_program_dies_with_its_worker(program: Path, faults: Path, temporary: Path) -> None:
    """Also if SIGKILL ends the worker."""
    (faults / "1.0").write_text("hang")
    text = fake.plan_text(["count", "--faults", str(faults)])
    script = f"from kickdoor_ray import worker; worker.play({str(program)!r}, {text!r}, None, 1)"
    process = subprocess.Popen([sys.executable, "-c", script], env={**os.environ, **PYTHON, "TMPDIR": str(temporary)})
    while not (faults / "calls").read_text():
        time.sleep(0.02)
    found = running(temporary)
    process.kill()
    process.wait()
    assert len(found) == 1
    until = time.monotonic() + 5
    while running(temporary) and time.monotonic() < until:
        time.sleep(0.02)
    assert not running(temporary)
