"""The driver: plans a study, plays its rounds on a cluster and merges them."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from kickdoor_ray.engine import Counts, Retries, Round, Session, Watch
from kickdoor_ray.failure import Code, Failure
from kickdoor_ray.plan import Plan
from kickdoor_ray.program import Program
from kickdoor_ray.progress import Progress, Terminal
from kickdoor_ray.stop import Stop
from kickdoor_ray.store import Store
from kickdoor_ray.words import Request


@dataclass
class Driver:
    """One run of the driver."""

    request: Request
    program: Program
    store: Store
    terminal: Terminal
    stop: Stop
    connect: Callable[[str | None], AbstractContextManager[Session]]
    """Connects to the cluster at an address."""
    counts: Counts = field(default_factory=Counts)
    kept: int = 0

    def run(self) -> int:
        """The exit code of the study."""
        with self.store.locked():
            plan = self._begin()
            with contextlib.ExitStack() as stack:
                session: Session | None = None
                while True:
                    missing = self._missing(plan)
                    if missing:
                        session = session or self._session(stack)
                        self._play(session, plan, missing)
                    code = self._merge()
                    if code != Code.FURTHER_ROUND:
                        return code
                    plan = self._next(plan)

    def _begin(self) -> Plan:
        """The plan of the round to play: that of the folder, or a new one."""
        plan = self.store.plan(1)
        if plan is None:
            self.program.plan([*self.request.study, *self.request.division], self.store.plan_path(1))
            plan = self.store.plan(1)
        if plan is None:
            raise Failure(Code.FAILED, f"{self.store.folder}: the program wrote no plan")
        self._check_same(plan)
        return self.store.last_plan() or plan

    def _check_same(self, plan: Plan) -> None:
        """The command and its files are those of the plan."""
        if plan.command != self.request.study:
            words = " ".join(plan.command)
            raise Failure(Code.WRONG, f"{self.store.folder} belongs to `{words}`: choose another folder with --dir")
        for file in plan.inputs:
            path = Path(file.path)
            if path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() != file.sha256:
                raise Failure(
                    Code.WRONG, f"{path} has changed since {self.store.plan_path(1)}: choose another folder with --dir"
                )

    def _missing(self, plan: Plan) -> list[int]:
        missing, damaged = self.store.missing(plan)
        for words in damaged:
            self.terminal.say(f"removed: {words}")
        self.kept += len(plan.shards) - len(missing)
        return missing

    def _session(self, stack: contextlib.ExitStack) -> Session:
        """A connection to the cluster. A study whose shards are all there does not need it."""
        self.terminal.say("connecting to Ray")
        stack.enter_context(self.terminal.without_ray(self.store.folder / "ray.log"))
        self.stop.released()
        session = stack.enter_context(self.connect(self.request.address))
        self.stop.listen()  # Ray has handlers of its own
        return session

    def _play(self, session: Session, plan: Plan, missing: list[int]) -> None:
        cluster = session.round(self.program.path, plan, self.store.state(plan))
        progress = Progress(self.terminal, plan.round, len(plan.shards), plan.games, plan.seconds)
        watch = Watch(progress.show, self.terminal.say, self.stop.check)
        round_ = Round(plan, self.store, cluster, watch, Retries(self.request.tries))
        try:
            round_.play(missing)
        finally:
            self.terminal.clear()
            self.counts.add(round_.counts)

    def _merge(self) -> int:
        self.stop.check()
        self.terminal.say(", ".join(filter(None, [
            f"{self.counts.played:,} shards played, {self.kept:,} kept", self.counts.trouble()
        ])))  # fmt: skip
        return self.program.merge(self.store.folder, self.request.results)

    def _next(self, plan: Plan) -> Plan:
        """The plan of the round that `merge` asked for."""
        following = self.store.plan(plan.round + 1)
        if following is None:
            raise Failure(Code.FAILED, f"{self.store.plan_path(plan.round + 1)}: the program wrote no further plan")
        return following
