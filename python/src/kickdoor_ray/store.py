"""The folder of a study: its plans, and one file for each finished shard."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kickdoor_ray import plan as plans
from kickdoor_ray.failure import Code, Failure
from kickdoor_ray.plan import Plan

_MAGIC = b"kickdoor journal 1"
_HASH_BYTES = hashlib.sha256().digest_size
_LOCK = "driver.lock"
_PART = ".part"


class DamagedError(ValueError):
    """The bytes are not the result of the shard."""


class ForeignError(DamagedError):
    """The bytes are whole, but the result of another shard or plan."""


class DifferentError(ValueError):
    """Two results of one shard differ."""


def check(content: bytes, plan: Plan, shard: int) -> None:
    """Checks that these bytes are the whole result of this shard of this plan."""
    if _seal(content) is None:
        raise DamagedError("its last 32 bytes are not the SHA-256 of the others")
    magic, _, rest = content.partition(b"\n")
    if magic != _MAGIC:
        raise DamagedError(f"it does not begin with `{_MAGIC.decode()}`")
    try:
        part = json.loads(rest.partition(b"\n")[0])["shard"]
        found = part["plan"], part["round"], part["shard"]
    except (ValueError, KeyError, TypeError) as error:
        raise DamagedError("its second line is not an identity") from error
    if found != (plan.sha256, plan.round, shard):
        raise ForeignError("it belongs to another plan, round or shard")


def _seal(content: bytes) -> str | None:
    """The SHA-256 at the end of a journal, in hexadecimal; nothing if it is not that of all bytes before it."""
    body, seal = content[:-_HASH_BYTES], content[-_HASH_BYTES:]
    return seal.hex() if hashlib.sha256(body).digest() == seal else None


class Store:
    """A folder with plans and results."""

    def __init__(self, folder: Path) -> None:
        """The folder is created if it is not there."""
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keeps other drivers away. The lock ends with the process, however it ends."""
        with (self.folder / _LOCK).open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Failure(Code.TRY_AGAIN, f"another driver works in {self.folder}") from None
            for part in self.folder.glob(f".*{_PART}"):
                part.unlink()
            yield

    def plan_path(self, number: int) -> Path:
        """Where the plan of a round is."""
        return self.folder / ("plan.json" if number == 1 else f"plan-{number}.json")

    def plan(self, number: int) -> Plan | None:
        """The plan of a round, if the round is planned."""
        path = self.plan_path(number)
        if not path.exists():
            return None
        plan = plans.read(path)
        if plan.round != number:
            raise plans.PlanError(f"{path}: round: expected {number}")
        return plan

    def last_plan(self) -> Plan | None:
        """The plan of the last planned round."""
        names = (re.fullmatch(r"plan-(\d+)\.json", path.name) for path in self.folder.glob("plan-*.json"))
        return self.plan(max((int(name[1]) for name in names if name), default=1))

    def state(self, plan: Plan) -> bytes | None:
        """The results of all earlier rounds."""
        if plan.state is None:
            return None
        path = self.folder / plan.state.file
        content = path.read_bytes()
        if _seal(content) != plan.state.sha256:
            raise Failure(Code.WRONG, f"{path} is not the file that {self.plan_path(plan.round)} names")
        return content

    def path(self, plan: Plan, shard: int) -> Path:
        """Where the result of a shard is."""
        return self.folder / f"shard-{plan.round}-{shard:05}.journal"

    def missing(self, plan: Plan) -> tuple[list[int], list[str]]:
        """The shards without a result, and the damaged results that were removed."""
        missing, damaged = [], []
        for shard in range(len(plan.shards)):
            path = self.path(plan, shard)
            try:
                check(path.read_bytes(), plan, shard)
            except FileNotFoundError:
                missing.append(shard)
            except ForeignError as error:
                raise Failure(Code.WRONG, f"{path}: {error}") from error
            except DamagedError as error:
                path.unlink()
                missing.append(shard)
                damaged.append(f"{path}: {error}")
        return missing, damaged

    def commit(self, plan: Plan, shard: int, content: bytes) -> bool:
        """Stores a result, and returns whether it is the first one of its shard. Others must be equal."""
        check(content, plan, shard)
        path = self.path(plan, shard)
        if path.exists():
            if path.read_bytes() != content:
                raise DifferentError(f"{path}: another result of the same shard differs")
            return False
        self._write(path, content)
        return True

    def _write(self, path: Path, content: bytes) -> None:
        """The file is there whole or not at all, also after a loss of power."""
        temporary = path.with_name(f".{path.name}.{os.getpid()}{_PART}")
        try:
            with temporary.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            temporary.rename(path)
        finally:
            temporary.unlink(missing_ok=True)
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
