"""A real Ray cluster of three nodes: a node dies, one joins, the driver is killed. `pytest -s` prints the log.

With the program that KICKDOOR names, else the newest one in the target folder; without any, with the fake program.
"""

from __future__ import annotations

import importlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import PYTHON, running

pytest.importorskip("ray")

SHARDS = 24
PROJECT = Path(__file__).parents[2]


class Nodes:
    """The cluster, in a process of its own."""

    def __init__(self) -> None:
        """Waits until it is up."""
        # Its path is short: it contains sockets.
        self.folder = Path(tempfile.mkdtemp())
        self.process = subprocess.Popen(
            [sys.executable, Path(__file__).with_name("cluster.py")],
            env={**os.environ, "TMPDIR": str(self.folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.address = self._answer()

    def _answer(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def order(self, word: str) -> None:
        """`kill` or `add`."""
        assert self.process.stdin is not None
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()
        assert self._answer() == "done"

    def end(self) -> None:
        """All nodes."""
        self.process.communicate(timeout=60)
        shutil.rmtree(self.folder, ignore_errors=True)

    def assert_no_program(self) -> None:
        """No program outlives its driver for long."""
        end = time.monotonic() + 10
        while running(self.folder) and time.monotonic() < end:
            time.sleep(0.1)
        assert running(self.folder) == [], "a program outlives its driver"


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    """The cluster of all tests."""
    begin = time.monotonic()
    nodes = Nodes()
    print(f"\na cluster of three nodes is up after {time.monotonic() - begin:.1f} s")
    yield nodes
    nodes.end()


@dataclass
class Study:
    """A study, and the program that plays it."""

    program: Path
    words: list[str]
    rounds: int = 2

    def command(self, folder: Path, nodes: Nodes) -> list[str]:
        """Of a driver."""
        own = ["--address", nodes.address, "--dir", str(folder), "--program", str(self.program)]
        return [sys.executable, "-m", "kickdoor_ray", *self.words, *own, "-o", f"{folder}-report"]

    def start(self, folder: Path, nodes: Nodes) -> subprocess.Popen[str]:
        """A driver that runs."""
        return subprocess.Popen(
            self.command(folder, nodes),
            env={**os.environ, **PYTHON},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, folder: Path, nodes: Nodes) -> tuple[int, str]:
        """Exit code and all output of a driver."""
        process = self.start(folder, nodes)
        words, _ = process.communicate(timeout=200)
        return process.returncode, words


def fake_study(program: Path, *words: str) -> Study:
    """Of the fake program."""
    return Study(program, ["count", "--shards", str(SHARDS), *words])


def until(results: Path, share: float, process: subprocess.Popen[str]) -> None:
    """Waits for a share of the shards of the first round."""
    while len(list(results.glob("shard-1-*"))) < share * SHARDS:
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)


def built() -> Path | None:
    """The program that KICKDOOR names, or the newest one in the target folder."""
    if "KICKDOOR" in os.environ:
        return Path(os.environ["KICKDOOR"]).resolve()
    target = Path(os.environ.get("CARGO_TARGET_DIR", PROJECT / "target"))
    found = [path for profile in ("max", "release", "debug") if (path := target / profile / "kickdoor").exists()]
    return max(found, key=lambda path: path.stat().st_mtime, default=None)


def real_study(kickdoor: Path, folder: Path, calls: Path) -> Study:
    """Values of cards, in two rounds; of a program that is not optimised, few games in one round.

    Each shard is noted, and begins with a pause: the test needs time to kill.
    """
    program = folder / "noted"
    program.write_text(f'#!/bin/sh\n[ "$1" = shard ] && echo "$4" >> "{calls}" && sleep 0.1\nexec "{kickdoor}" "$@"\n')
    program.chmod(0o755)
    deck = PROJECT / "tests" / "decks" / "mini.toml"
    fast = kickdoor.parent.name != "debug"
    study = f"impact {deck} --precision 0.7" if fast else f"run {deck} -n 6000"
    options = f"-p 3 -s greedy --rule win_level=4 --cache off --shards {SHARDS}"
    return Study(program, [*study.split(), *options.split()], 2 if fast else 1)


def test_every_shard_once_although_nodes_and_driver_die(
    nodes: Nodes, tmp_path: Path, program: Path, faults: Path
) -> None:
    """The same bytes as on one machine."""
    calls, kickdoor = faults / "calls", built()
    if kickdoor is None:
        study = fake_study(program, "--delay", "0.25", "--faults", str(faults), "--rounds", "2")
    else:
        study = real_study(kickdoor, tmp_path, calls)
    folder, begin = tmp_path / "shards", time.monotonic()

    def log(words: str) -> None:
        print(f"{time.monotonic() - begin:6.1f} s: {words}")

    first = study.start(folder, nodes)
    until(folder, 1 / SHARDS, first)
    log("the first shard is done")
    until(folder, 0.25, first)
    nodes.order("kill")
    log("a quarter is done: a node is killed")
    until(folder, 0.5, first)
    first.send_signal(signal.SIGKILL)
    first.communicate()
    log("a half is done: the driver is killed")
    kept = stamps(folder)
    assert SHARDS / 2 <= len(kept) < SHARDS
    nodes.order("add")
    log("a node has joined")
    nodes.assert_no_program()
    code, words = study.run(folder, nodes)
    assert code == 0, words
    own = [line for line in words.splitlines() if "shards" in line or "round" in line]
    log("\n          ".join(["the same command is done", *own]))
    assert "raylet" not in words, "the noise of Ray"
    done = stamps(folder)
    assert {path: done[path] for path in kept} == kept, "a finished shard was played again"
    assert sorted(path.name for path in done) == [
        f"shard-{number}-{shard:05}.journal" for number in range(1, study.rounds + 1) for shard in range(SHARDS)
    ]
    plays = Counter(calls.read_text().split())
    repeated = sum(plays.values()) - len(done)
    log(f"{len(done)} shards, {sum(plays.values())} plays: {repeated} repeated")
    assert len(plays) == SHARDS and 1 <= repeated <= 8
    if kickdoor is not None:
        compare_with_one_machine(kickdoor, study, Path(f"{folder}-report"), tmp_path / "direct")
        log("all CSV files have the bytes of one machine")


def stamps(folder: Path) -> dict[Path, tuple[int, int]]:
    """Which files the results are."""
    return {path: (path.stat().st_ino, path.stat().st_mtime_ns) for path in folder.glob("shard-*")}


def compare_with_one_machine(kickdoor: Path, study: Study, report: Path, direct: Path) -> None:
    """The command itself writes the same tables."""
    words = study.words[: study.words.index("--shards")]
    subprocess.run([str(kickdoor), *words, "-q", "-o", str(direct)], check=True, stdout=subprocess.DEVNULL)
    names = sorted(path.name for path in direct.glob("*.csv"))
    assert len(names) > 1 and names == sorted(path.name for path in report.glob("*.csv"))
    for name in names:
        assert (direct / name).read_bytes() == (report / name).read_bytes(), name


def test_code_2_is_never_retried(nodes: Nodes, tmp_path: Path, program: Path, faults: Path) -> None:
    """And ends the driver with the words of the program."""
    (faults / "3.0").write_text("2")
    code, words = fake_study(program, "--delay", "0.1", "--faults", str(faults)).run(tmp_path / "shards", nodes)
    assert code == 2 and words.endswith("error: told to end with 2\n"), words
    assert len((faults / "calls").read_text().split()) <= 10


def test_code_75_and_a_killed_program_are_retried(nodes: Nodes, tmp_path: Path, program: Path, faults: Path) -> None:
    """Other codes fail their shard alone."""
    (faults / "3.0").write_text("75")
    (faults / "4.0").write_text("kill")
    (faults / "5.0").write_text("101")
    study = fake_study(program, "--faults", str(faults))
    code, words = study.run(tmp_path / "shards", nodes)
    assert code == 70 and "shard 5: exit code 101" in words and "no result of shard 5" in words
    code, words = study.run(tmp_path / "shards", nodes)
    assert code == 0 and "1 shards played, 23 kept" in words
    plays = Counter((faults / "calls").read_text().split())
    assert [plays[str(shard)] for shard in range(7)] == [1, 1, 1, 2, 2, 2, 1]


def test_ctrl_c_stops_cleanly(nodes: Nodes, tmp_path: Path, program: Path) -> None:
    """With code 130 and without programs that go on."""
    folder = tmp_path / "shards"
    process = fake_study(program, "--delay", "0.5").start(folder, nodes)
    until(folder, 0.1, process)
    process.send_signal(signal.SIGINT)
    words, _ = process.communicate(timeout=30)
    assert process.returncode == 130 and words.endswith("error: stopped; the same command continues\n"), words
    nodes.assert_no_program()


def test_a_lost_head_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not at the first probe that fails; not while somebody listens."""
    cluster = importlib.import_module("kickdoor_ray.cluster")
    monkeypatch.setattr(cluster, "_PROBE_SECONDS", 0.05)
    monkeypatch.setattr(cluster, "_HEAD_SECONDS", 0.5)
    said: list[str] = []
    server = socket.create_server(("127.0.0.1", 0))
    head = f"127.0.0.1:{server.getsockname()[1]}"
    thread = threading.Thread(target=cluster.watch, args=(head, threading.Event(), said.append))
    thread.start()
    time.sleep(1)
    assert thread.is_alive() and not said
    lost = time.monotonic()
    server.close()
    thread.join(10)
    assert len(said) == 1 and "head of the cluster is lost" in said[0] and time.monotonic() - lost > 0.4


def test_a_missing_cluster_is_named(tmp_path: Path, program: Path, nodes: Nodes) -> None:
    """With code 2."""
    study = fake_study(program)
    command = study.command(tmp_path / "shards", nodes)
    command[command.index("--address") + 1] = "127.0.0.1:9"
    done = subprocess.run(
        command, check=False, timeout=60, capture_output=True, env={**os.environ, **PYTHON}, text=True
    )
    assert done.returncode == 2 and "error: no Ray cluster at 127.0.0.1:9" in done.stderr, done.stderr
