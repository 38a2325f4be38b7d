"""The whole driver, with nodes in its own process: output, exit codes, rounds, and starting again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import fake
import local
import pytest
from conftest import PYTHON

TABLE = "\n".join(["table", "first,end,games", *(f"{first},{first + 100},100" for first in range(0, 800, 100)), ""])


class Drivers:
    """Starts drivers in a folder."""

    def __init__(self, folder: Path, program: Path) -> None:
        """With this program."""
        self.folder, self.program = folder, program

    def start(self, line: str) -> subprocess.Popen[str]:
        """A driver that runs."""
        command = [sys.executable, local.__file__, *line.split(), "--program", str(self.program)]
        return subprocess.Popen(
            command,
            cwd=self.folder,
            env={**os.environ, **PYTHON},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, line: str) -> tuple[int, str, str]:
        """Exit code, output and messages of a driver."""
        process = self.start(line)
        out, errors = process.communicate(timeout=60)
        return process.returncode, out, errors

    def results(self, name: str = "store") -> list[Path]:
        """The finished shards."""
        return sorted(self.folder.glob(f"{name}/shard-*"))


@pytest.fixture
def drivers(tmp_path: Path, program: Path) -> Drivers:
    """In the folder of the test."""
    return Drivers(tmp_path, program)


@pytest.mark.parametrize("end", [0, 1, 3])
def test_it_prints_what_the_program_prints(drivers: Drivers, end: int) -> None:
    """And ends with its exit code; all else is on standard error."""
    code, out, errors = drivers.run(f"count --end {end} -o report --format csv")
    assert (code, out) == (end, TABLE.replace("table", "csv")), errors
    assert errors == "800 games, 1 second\nconnecting to Ray\n8 shards played, 0 kept\n"
    assert (drivers.folder / "report" / "games.csv").read_text() == out.strip().removeprefix("csv\n")
    assert (drivers.folder / f"count-end-{end}" / "ray.log").read_text() == "noise of the cluster\n"


def test_quiet_is_quiet(drivers: Drivers) -> None:
    """Also the program."""
    assert drivers.run("count --dir store -q") == (0, TABLE, "")


def test_a_finished_study_needs_no_cluster(drivers: Drivers) -> None:
    """It is merged again."""
    drivers.run("count --dir store")
    assert drivers.run("count --dir store --format csv") == (
        0,
        TABLE.replace("table", "csv"),
        "0 shards played, 8 kept\n",
    )


def test_rounds_are_played_until_the_answer(drivers: Drivers) -> None:
    """Each with the results of the earlier ones; a driver goes on in the last one."""
    code, out, errors = drivers.run("count --rounds 3 --dir store")
    assert code == 0 and out.count(",100\n") == 24, errors
    assert errors.splitlines()[-1] == "24 shards played, 0 kept" and "round 3 is planned" in errors
    drivers.results()[-1].unlink()
    assert drivers.run("count --rounds 3 --dir store")[:2] == (0, out)


def test_a_wrong_study_ends_with_the_words_of_the_program(drivers: Drivers) -> None:
    """Before anything is played."""
    code, out, errors = drivers.run("nonsense --dir store")
    assert (code, out) == (2, "") and "nonsense" in errors and "connecting" not in errors


def test_quiet_does_not_hide_errors(drivers: Drivers) -> None:
    """Of the program."""
    code, out, errors = drivers.run("nonsense --dir store -q")
    assert (code, out) == (2, "") and "nonsense" in errors


def test_code_2_of_a_shard_stops_everything(drivers: Drivers, faults: Path) -> None:
    """With the words of the program."""
    (faults / "1.0").write_text("2")
    code, out, errors = drivers.run(f"count --dir store --faults {faults} --delay 0.1 --shards 40")
    assert (code, out) == (2, "") and errors.endswith("error: told to end with 2\n")
    assert len((faults / "calls").read_text().split()) <= 8


def test_code_75_and_signals_are_retried(drivers: Drivers, faults: Path) -> None:
    """And counted."""
    (faults / "1.0").write_text("75")
    (faults / "2.0").write_text("kill")
    (faults / "3.0").write_text("damage")
    code, out, errors = drivers.run(f"count --dir store --faults {faults}")
    assert code == 0 and out.count(",100\n") == 8 and errors.endswith("8 shards played, 0 kept, 3 tried again\n")
    assert sorted((faults / "calls").read_text().split()) == ["0", "1", "1", "2", "2", "3", "3", "4", "5", "6", "7"]


def test_the_same_command_goes_on(drivers: Drivers, faults: Path) -> None:
    """With the shards that were given up, and no others."""
    (faults / "1.0").write_text("75")
    (faults / "5.0").write_text("101")
    line = f"count --dir store --faults {faults} --tries 1"
    code, out, errors = drivers.run(line)
    assert (code, out) == (70, "") and "no result of shard 1, 5" in errors
    (faults / "calls").write_text("")
    code, out, errors = drivers.run(line)
    assert code == 0 and errors.endswith("2 shards played, 6 kept\n")
    assert sorted((faults / "calls").read_text().split()) == ["1", "5"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_stopped_driver_goes_on(drivers: Drivers, faults: Path, number: signal.Signals) -> None:
    """What is finished stays; what was played at the moment is played again."""
    line = f"count --dir store --faults {faults} --delay 0.1 --shards 20"
    process = drivers.start(line)
    while len(drivers.results()) < 6:
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    process.send_signal(number)
    out, errors = process.communicate(timeout=30)
    assert out == "" and process.returncode == (-9 if number == signal.SIGKILL else 128 + number)
    assert number == signal.SIGKILL or errors.endswith("error: stopped; the same command continues\n")
    kept = {path: path.stat().st_mtime_ns for path in drivers.results()}
    assert 6 <= len(kept) < 20
    code, out, errors = drivers.run(line)
    assert code == 0 and out.count(",40\n") == 20
    assert errors.endswith(f"{20 - len(kept)} shards played, {len(kept)} kept\n")
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    assert len((faults / "calls").read_text().split()) <= 20 + 2 * local.NODES


def test_a_folder_of_another_study_is_refused(drivers: Drivers, tmp_path: Path) -> None:
    """Another command, and a file that has changed."""
    (tmp_path / "deck.toml").write_text("one")
    line = "count --dir store --input deck.toml"
    assert drivers.run(line)[0] == 0
    for other in ["count --dir store", line + " --games 900"]:
        code, out, errors = drivers.run(other)
        assert (code, out) == (2, "") and "store belongs to `count --input deck.toml`" in errors
    (tmp_path / "deck.toml").write_text("two")
    code, out, errors = drivers.run(line)
    assert (code, out) == (2, "") and "deck.toml has changed since" in errors


def test_a_plan_made_by_hand_is_played(drivers: Drivers) -> None:
    """With the shards that others have played."""
    store = drivers.folder / "store"
    for line in ["plan count -o plan.json", "shard plan.json --shard 3 -o store"]:
        subprocess.run([str(drivers.program), *line.split()], check=True, cwd=drivers.folder)
    (drivers.folder / "plan.json").rename(store / "plan.json")
    code, out, errors = drivers.run("count --dir store")
    assert (code, out) == (0, TABLE) and errors.endswith("7 shards played, 1 kept\n")


def test_a_plan_of_another_program_is_refused(drivers: Drivers) -> None:
    """By the shards."""
    assert drivers.run("count --dir store")[0] == 0
    plan = drivers.folder / "store" / "plan.json"
    plan.write_text(plan.read_text().replace(f'"program": "{fake.PROGRAM}"', '"program": "another"'))
    code, out, errors = drivers.run("count --dir store")
    assert (code, out) == (2, "") and "shard-1-00000.journal: it belongs to another plan" in errors
    for result in drivers.results():
        result.unlink()
    code, out, errors = drivers.run("count --dir store")
    assert (code, out) == (2, "") and errors.endswith("error: the plan is of another program\n")


def test_two_drivers_do_not_share_a_folder(drivers: Drivers) -> None:
    """The second one says so with code 75."""
    first = drivers.start("count --dir store --delay 0.3")
    while not drivers.results():
        time.sleep(0.01)
    code, _, errors = drivers.run("count --dir store --delay 0.3")
    assert code == 75 and "another driver works in store" in errors
    assert first.wait(30) == 0
    first.communicate()


def test_a_missing_program_is_named(drivers: Drivers) -> None:
    """Before anything else."""
    drivers.program = Path("no-such-program")
    assert drivers.run("count") == (2, "", "error: there is no program `no-such-program`: name it with --program\n")
