"""Plays the missing shards of a round: what to send, what to send again, and when to give up."""

from __future__ import annotations

import hashlib
import heapq
import time
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Protocol

from kickdoor_ray.failure import Code, Failure, may_be_retried
from kickdoor_ray.plan import Plan
from kickdoor_ray.store import DamagedError, DifferentError, Store

_IN_FLIGHT = 2
"""Shards sent per core: one plays, one waits for its end. A cluster that grows with its queue doubles."""
_FEWEST = 2
"""Shards sent to a cluster without cores, so that it sees that it needs some."""
_LONGEST_DELAY = 60.0
_SLOW = 3.0
"""A shard is sent to a second node once it takes that many times as long as the slowest one before it."""
_SLOW_SECONDS = 10.0


@dataclass(frozen=True)
class Answer:
    """What a node says about a shard."""

    code: int
    content: bytes
    sha256: str
    words: str
    seconds: float
    node: str


@dataclass(frozen=True)
class Lost:
    """A shard whose worker, node or result is lost."""

    words: str


class Cluster(Protocol):
    """Nodes that play shards."""

    def cores(self) -> int:
        """The cores of all living nodes."""

    def send(self, shard: int) -> Hashable:
        """Has a shard played; returns a name for this task."""

    def wait(self, tasks: Sequence[Hashable], seconds: float) -> list[tuple[Hashable, Answer | Lost]]:
        """The answers of the tasks that are done; waits for one, but not longer than this."""

    def cancel(self, task: Hashable) -> None:
        """Ends a task whose answer is not needed."""


class Session(Protocol):
    """A connection to a cluster, for all rounds."""

    def round(self, program: str, plan: Plan, state: bytes | None) -> Cluster:
        """The cluster for the shards of a plan."""


@dataclass(frozen=True)
class Retries:
    """How often and when a shard is tried again."""

    tries: int
    first_delay: float = 1.0

    def delay(self, failures: int) -> float:
        """Seconds before the next try: each time twice as many."""
        return min(_LONGEST_DELAY, self.first_delay * 2.0 ** (failures - 1))


@dataclass
class Counts:
    """What happened in a round."""

    played: int = 0
    tried_again: int = 0
    lost: int = 0
    repeated: int = 0

    def add(self, other: Counts) -> None:
        """Adds those of another round."""
        for name, count in vars(other).items():
            setattr(self, name, getattr(self, name) + count)

    def trouble(self) -> str:
        """In words; empty if there was none."""
        words = [(self.tried_again, "tried again"), (self.lost, "lost with their node"), (self.repeated, "repeated")]
        return ", ".join(f"{count} {what}" for count, what in words if count)


@dataclass(frozen=True)
class Watch:
    """Whom the engine tells what it does."""

    show: Callable[[int, int, int, str], None]
    """Shards and games done, cores, and trouble in words."""
    say: Callable[[str], None]
    check: Callable[[], None]
    """Raises when the driver is to stop."""


class Round:
    """One round on a cluster."""

    def __init__(self, plan: Plan, store: Store, cluster: Cluster, watch: Watch, retries: Retries) -> None:
        """Of this plan; results go to the store."""
        self._plan, self._store, self._cluster, self._watch, self._retries = plan, store, cluster, watch, retries
        self.counts = Counts()
        self._waiting: list[int] = []
        self._later: list[tuple[float, int]] = []
        self._running: dict[Hashable, tuple[int, float]] = {}
        self._failures: Counter[int] = Counter()
        self._given_up: dict[int, int] = {}
        self._finished: set[int] = set()
        self._games = 0
        self._copied: set[int] = set()
        self._slowest = 0.0
        self._cores, self._counted = 0, float("-inf")

    def play(self, missing: Sequence[int]) -> None:
        """Plays these shards. Raises `Failure` if some cannot be played."""
        for shard in set(range(len(self._plan.shards))) - set(missing):
            self._finish(shard)
        self._waiting = sorted(missing, reverse=True)
        try:
            while self._waiting or self._later or self._open_tasks():
                self._step()
        finally:
            for task in self._running:
                self._cluster.cancel(task)
        if self._given_up:
            names = ", ".join(map(str, sorted(self._given_up)))
            raise Failure(min(self._given_up.values()), f"no result of shard {names}; the same command tries again")

    def _open_tasks(self) -> bool:
        """Whether a task can still bring a result that is not there."""
        return any(shard not in self._finished for shard, _ in self._running.values())

    def _step(self) -> None:
        self._watch.check()
        self._count_cores()
        self._wake()
        self._send()
        if self._running:
            for task, answer in self._cluster.wait(list(self._running), 0.5):
                shard, _ = self._running.pop(task)
                self._take(shard, answer)
        else:
            time.sleep(0.05)
        self._watch.show(len(self._finished), self._games, self._cores, self.counts.trouble())

    def _count_cores(self) -> None:
        if time.monotonic() - self._counted > 1:
            self._cores, self._counted = self._cluster.cores(), time.monotonic()

    def _wake(self) -> None:
        """Shards whose delay is over."""
        while self._later and self._later[0][0] <= time.monotonic():
            self._waiting.append(heapq.heappop(self._later)[1])

    def _send(self) -> None:
        room = max(_FEWEST, _IN_FLIGHT * self._cores)
        while self._waiting and len(self._running) < room:
            self._send_one(self._waiting.pop())
        if not self._waiting and len(self._running) < self._cores:
            self._send_copy()

    def _send_one(self, shard: int) -> None:
        self._running[self._cluster.send(shard)] = (shard, time.monotonic())

    def _send_copy(self) -> None:
        """A second copy of a shard that takes far longer than all others: its node may hang."""
        patience = max(_SLOW_SECONDS, _SLOW * self._slowest)
        for shard, begin in self._running.values():
            late = self._slowest > 0 and time.monotonic() - begin > patience
            if late and shard not in self._finished and shard not in self._copied:
                self._copied.add(shard)
                self._watch.say(f"shard {shard} takes long: it is sent to a second node")
                return self._send_one(shard)
        return None

    def _take(self, shard: int, answer: Answer | Lost) -> None:
        if isinstance(answer, Lost):
            self.counts.lost += 1
            return self._again(shard, answer.words)
        if answer.code == Code.DONE:
            return self._commit(shard, answer)
        if answer.code == Code.WRONG:
            raise Failure(Code.WRONG, answer.words)
        if may_be_retried(answer.code):
            return self._again(shard, f"exit code {answer.code} on {answer.node}: {answer.words}")
        self._watch.say(f"shard {shard}: exit code {answer.code} on {answer.node}: {answer.words}")
        if shard not in self._finished:
            self._given_up[shard] = Code.FAILED
        return None

    def _commit(self, shard: int, answer: Answer) -> None:
        if hashlib.sha256(answer.content).hexdigest() != answer.sha256:
            return self._again(shard, f"damaged on its way from {answer.node}")
        try:
            first = self._store.commit(self._plan, shard, answer.content)
        except DamagedError as error:
            return self._again(shard, f"a damaged result from {answer.node}: {error}")
        except DifferentError as error:
            raise Failure(Code.FAILED, f"{error}: the one of {answer.node}") from error
        if shard not in self._finished:
            self._finish(shard)
        self._given_up.pop(shard, None)
        self._slowest = max(self._slowest, answer.seconds)
        self.counts.played += 1
        self.counts.repeated += not first
        return None

    def _finish(self, shard: int) -> None:
        self._finished.add(shard)
        self._games += self._plan.shards[shard].games

    def _again(self, shard: int, why: str) -> None:
        """Sends a shard again after a delay, unless it failed too often."""
        if shard in self._finished:
            return
        self._failures[shard] += 1
        if self._failures[shard] >= self._retries.tries:
            self._watch.say(f"shard {shard}: given up after {self._retries.tries} tries: {why}")
            self._given_up[shard] = Code.TRY_AGAIN
            return
        self.counts.tried_again += 1
        heapq.heappush(self._later, (time.monotonic() + self._retries.delay(self._failures[shard]), shard))
