"""The driver with nodes in its own process instead of Ray."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import cast

from kickdoor_ray import cli, worker
from kickdoor_ray.engine import Answer, Lost, Session
from kickdoor_ray.plan import Plan
from kickdoor_ray.progress import Terminal

NODES = 2
Task = Future[tuple[int, bytes, str, str, float, str]]


class LocalSession:
    """Threads instead of a cluster."""

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        """One per node."""
        self.threads = threads

    def round(self, program: str, plan: Plan, state: bytes | None) -> LocalCluster:
        """As Ray does."""
        return LocalCluster(self.threads, program, plan, state)


class LocalCluster:
    """Threads that play shards."""

    def __init__(self, threads: ThreadPoolExecutor, program: str, plan: Plan, state: bytes | None) -> None:
        """Of one plan."""
        self.threads, self.program, self.plan = threads, program, plan
        self.state = None if plan.state is None or state is None else (plan.state.file, state)

    def cores(self) -> int:
        """As many as threads."""
        return NODES

    def send(self, shard: int) -> Hashable:
        """Has a shard played."""
        return self.threads.submit(worker.play, self.program, self.plan.text, self.state, shard)

    def wait(self, tasks: Sequence[Hashable], seconds: float) -> list[tuple[Hashable, Answer | Lost]]:
        """The answers of the tasks that are done."""
        done, _ = wait(cast("Sequence[Task]", tasks), timeout=seconds, return_when=FIRST_COMPLETED)
        return [(task, Answer(*task.result())) for task in done]

    def cancel(self, task: Hashable) -> None:
        """If it has not begun."""
        cast("Task", task).cancel()


@contextmanager
def connected(terminal: Terminal, address: str | None) -> Iterator[Session]:
    """The session; it has no address."""
    assert address is None and terminal.errors
    print("noise of the cluster")
    with ThreadPoolExecutor(NODES) as threads:
        yield LocalSession(threads)


if __name__ == "__main__":
    cli._ray = connected
    sys.exit(cli.main())
