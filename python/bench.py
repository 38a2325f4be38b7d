"""Measures what a cluster costs: `python bench.py --program PATH STUDY ARGS...` prints a table for docs/CLUSTER.md.

Each figure is the least of some repetitions, on one machine: more workers than cores share them.
"""

from __future__ import annotations

import argparse
import logging
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

import ray

from kickdoor_ray import plan as plans
from kickdoor_ray import worker
from kickdoor_ray.cluster import RayCluster
from kickdoor_ray.engine import Retries, Round, Watch
from kickdoor_ray.plan import Plan
from kickdoor_ray.store import Store

FEW, SOME, MANY = 8, 64, 256
"""Numbers of shards."""
WORKERS = (1, 2, 4)
PROBES = 100


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--program", required=True)
    parser.add_argument("--repetitions", type=int, default=3)
    own, study = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as place:
        bench = Bench(str(Path(own.program).absolute()), study, Path(place), own.repetitions)
        for name, figure in bench.rows():
            print(f"| {name} | {figure} |", flush=True)


class Bench:
    """The measurements of a study."""

    def __init__(self, program: str, study: list[str], place: Path, repetitions: int) -> None:
        """Files go to `place`."""
        self.program, self.study, self.place, self.repetitions = program, study, place, repetitions
        self.plans = {count: self.plan(count) for count in (FEW, SOME, MANY)}

    def plan(self, shards: int) -> Plan:
        """The first round of the study, divided into so many shards."""
        path = self.place / f"plan-{shards}.json"
        command = [self.program, "plan", *self.study, "--shards", str(shards), "-o", str(path)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        plan = plans.read(path)
        if len(plan.shards) != shards:
            sys.exit(f"{len(plan.shards)} shards instead of {shards}: take a longer study")
        return plan

    def rows(self) -> Iterator[tuple[str, str]]:
        """Names and figures."""
        games = self.plans[SOME].games
        yield "command", f"`kickdoor {' '.join(self.study)}`: {games:,} games; {os.cpu_count()} cores"
        alone = {count: self.least(partial(self.alone, count)) for count in (FEW, MANY)}
        yield "games per CPU second, without Ray", f"{games / alone[FEW]:,.0f}"
        yield "CPU of a process, its deck and files, per shard", per_shard(alone)
        seconds: dict[int, float] = {}
        for workers in WORKERS:
            ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
            self.round(FEW)  # workers are started
            if workers == 1:
                both = {count: self.least(partial(self.round, count)) for count in (FEW, MANY)}
                yield "elapsed time of the same with a Ray task", per_shard(both)
                yield "a Ray task alone", f"{self.least(self.empty) * 1000:.1f} ms"
            seconds[workers] = self.least(partial(self.round, SOME))
            rate, efficiency = games / seconds[workers], seconds[1] / seconds[workers] / workers
            yield f"{workers} workers, {SOME} shards", f"{rate:,.0f} games/s, efficiency {efficiency:.2f}"
            ray.shutdown()
        yield "first shard after", f"{self.least(self.first):.1f} s"

    def least(self, measure: Callable[[], float]) -> float:
        """The least of some repetitions."""
        return min(measure() for _ in range(self.repetitions))

    def alone(self, count: int) -> float:
        """CPU seconds of the program for all shards, without Ray."""
        begin, plan = cpu_seconds(), self.plans[count]
        for shard in range(count):
            code, _, _, words, _, _ = worker.play(self.program, plan.text, None, shard)
            if code != 0:
                sys.exit(f"shard {shard}: exit code {code}: {words}")
        return cpu_seconds() - begin

    def round(self, count: int) -> float:
        """Seconds for all shards on the cluster."""
        plan = self.plans[count]
        with tempfile.TemporaryDirectory(dir=self.place) as folder:
            cluster = RayCluster(self.program, plan, None)
            watch = Watch(lambda *_: None, print, lambda: None)
            begin = time.monotonic()
            Round(plan, Store(Path(folder)), cluster, watch, Retries(1)).play(range(count))
            return time.monotonic() - begin

    def empty(self) -> float:
        """Seconds for a task that does nothing."""
        nothing = ray.remote(num_cpus=1)(lambda: None)
        begin = time.monotonic()
        ray.get([nothing.remote() for _ in range(PROBES)])
        return (time.monotonic() - begin) / PROBES

    def first(self) -> float:
        """Seconds from the start of a driver to its first shard, with a cluster that it starts itself."""
        with tempfile.TemporaryDirectory(dir=self.place) as place:
            folder = Path(place, "store")
            own = ["--dir", str(folder), "--program", self.program, "--shards", str(MANY), "-q"]
            begin = time.monotonic()
            process = subprocess.Popen([sys.executable, "-m", "kickdoor_ray", *self.study, *own])
            while not list(folder.glob("shard-*")) and process.poll() is None:
                time.sleep(0.01)
            seconds = time.monotonic() - begin
            process.terminate()
            process.wait()
            return seconds


def cpu_seconds() -> float:
    """Of all processes that this one has waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def per_shard(seconds: dict[int, float]) -> str:
    """What each further shard costs, in milliseconds."""
    return f"{(seconds[MANY] - seconds[FEW]) / (MANY - FEW) * 1000:.1f} ms"


if __name__ == "__main__":
    main()
