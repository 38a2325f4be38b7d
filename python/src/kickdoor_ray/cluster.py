"""Ray: the only module that imports it."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it would report to its makers

import ray
from ray.exceptions import RayError, RayTaskError

from kickdoor_ray import worker
from kickdoor_ray.engine import Answer, Lost, Session
from kickdoor_ray.failure import Code, Failure
from kickdoor_ray.plan import Plan

_REACH_SECONDS = 10
_PROBE_SECONDS = 5
_HEAD_SECONDS = 30


@contextmanager
def connected(address: str | None, give_up: Callable[[str], None]) -> Iterator[Session]:
    """A connection to the cluster at an address; without one, a cluster of this machine alone."""
    options: dict[str, Any] = {"include_dashboard": False} if address is None else {"address": address}
    try:
        _reach(address)
        ray.init(log_to_driver=False, **options)
    except (OSError, RuntimeError, ValueError) as error:
        hint = "" if address in (None, "auto") else " (if it has a token, RAY_AUTH_MODE=token is needed)"
        raise Failure(Code.WRONG, f"no Ray cluster at {address or 'this machine'}: {error}{hint}") from error
    closed = threading.Event()
    head = ray.get_runtime_context().gcs_address
    threading.Thread(target=watch, args=(head, closed, give_up), daemon=True).start()
    try:
        yield RaySession()
    finally:
        closed.set()
        ray.shutdown()


def watch(head: str, closed: threading.Event, give_up: Callable[[str], None]) -> None:
    """Gives up when nobody has listened at the head for some time. Later Ray would end the process with exit code 1."""
    seen = time.monotonic()
    while not closed.wait(_PROBE_SECONDS):
        try:
            _reach(head)
            seen = time.monotonic()
        except OSError as error:
            if time.monotonic() - seen > _HEAD_SECONDS:
                return give_up(f"the head of the cluster is lost: {error}")
    return None


def _reach(address: str | None) -> None:
    """Raises `OSError` if nobody listens at HOST:PORT: Ray would wait for hours."""
    host, _, port = (address or "").removeprefix("ray://").rpartition(":")
    if host and port.isdigit():
        socket.create_connection((host, int(port)), timeout=_REACH_SECONDS).close()


class RaySession:
    """The connected cluster."""

    def round(self, program: str, plan: Plan, state: bytes | None) -> RayCluster:
        """The cluster for the shards of a plan."""
        return RayCluster(program, plan, state)


class RayCluster:
    """The nodes of the connected cluster, for one round."""

    def __init__(self, program: str, plan: Plan, state: bytes | None) -> None:
        """Sends plan and state to the nodes once."""
        # By value: the nodes do not have the package.
        ray.cloudpickle.register_pickle_by_value(worker)  # type: ignore[no-untyped-call]
        # The engine repeats what is lost itself: it delays and counts.
        self._play: Any = ray.remote(num_cpus=1, max_retries=0)(worker.play)
        self._program = program
        self._plan = ray.put(plan.text)
        self._state = ray.put(None if plan.state is None else (plan.state.file, state))

    def cores(self) -> int:
        """The cores of all living nodes."""
        with _reachable():
            return int(ray.cluster_resources().get("CPU", 0))  # type: ignore[no-untyped-call]

    def send(self, shard: int) -> Hashable:
        """Has a shard played."""
        with _reachable():
            task: Hashable = self._play.remote(self._program, self._plan, self._state, shard)
            return task

    def wait(self, tasks: Sequence[Hashable], seconds: float) -> list[tuple[Hashable, Answer | Lost]]:
        """The answers of the tasks that are done."""
        with _reachable():
            done, _ = ray.wait(list(tasks), num_returns=1, timeout=seconds)
        return [(task, _answer(task)) for task in done]

    def cancel(self, task: Hashable) -> None:
        """Ends a task and its program."""
        ray.cancel(task, force=True)


@contextmanager
def _reachable() -> Iterator[None]:
    """Errors of Ray itself: the head is lost."""
    try:
        yield
    except (RayError, ConnectionError) as error:
        raise Failure(Code.TRY_AGAIN, f"the cluster is lost: {error}") from error


def _answer(task: Any) -> Answer | Lost:  # noqa: ANN401 - a type of Ray
    try:
        return Answer(*ray.get(task))
    except RayTaskError as error:  # the worker itself failed, as it will on other nodes
        return Answer(Code.FAILED, b"", "", str(error).strip().splitlines()[-1], 0.0, "a node")
    except RayError as error:
        return Lost(str(error).strip().splitlines()[0])
