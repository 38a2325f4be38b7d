"""`plan.json`: the shards of one round of a study."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

SCHEMA = 1
T = TypeVar("T")


class PlanError(ValueError):
    """A file is not a plan: its path, the field, and what was expected."""


@dataclass(frozen=True)
class Shard:
    """A range of the places of a call, and about how many games it plays."""

    first: int
    end: int
    games: int


@dataclass(frozen=True)
class Input:
    """A file that the study reads. The plan contains its text."""

    path: str
    sha256: str


@dataclass(frozen=True)
class State:
    """The file with the results of all earlier rounds, in the folder of the plan."""

    file: str
    sha256: str
    """The hash at its end."""


@dataclass(frozen=True)
class Plan:
    """One round of a study."""

    text: bytes
    version: str
    program: str
    command: tuple[str, ...]
    inputs: tuple[Input, ...]
    round: int
    state: State | None
    shards: tuple[Shard, ...]
    games: int
    seconds: float | None
    """CPU seconds of the round, if the program could estimate them."""

    @property
    def sha256(self) -> str:
        """The hash that results of this plan carry."""
        return hashlib.sha256(self.text).hexdigest()


def read(path: Path) -> Plan:
    """Reads and checks a plan."""
    text = path.read_bytes()
    try:
        return _plan(text, _Fields(str(path), json.loads(text)))
    except ValueError as error:
        raise error if isinstance(error, PlanError) else PlanError(f"{path}: not JSON: {error}") from error


def _plan(text: bytes, fields: _Fields) -> Plan:
    schema = fields.take("schema", int)
    if schema != SCHEMA:
        raise fields.wrong("schema", f"{SCHEMA}, the only schema that this version reads")
    shards = tuple(
        Shard(shard.count("first"), shard.count("end"), shard.count("games")) for shard in fields.items("shards")
    )
    for number, shard in enumerate(shards):
        if shard.first >= shard.end or (number > 0 and shard.first < shards[number - 1].end):
            raise fields.wrong(f"shards[{number}]", "a range after the one before")
    seconds = fields.optional("seconds", (int, float))
    state = fields.inner("state")
    return Plan(
        text=text,
        version=fields.take("version", str),
        program=fields.take("program", str),
        command=tuple(_strings(fields, "command")),
        inputs=tuple(Input(item.take("path", str), item.take("sha256", str)) for item in fields.items("inputs")),
        round=fields.count("round", least=1),
        state=None if state is None else State(_name(state, "file"), state.take("sha256", str)),
        shards=shards,
        games=fields.count("games"),
        seconds=None if seconds is None else float(seconds),
    )


def _strings(fields: _Fields, name: str) -> list[str]:
    words = fields.take(name, list)
    if not all(isinstance(word, str) for word in words):
        raise fields.wrong(name, "a list of strings")
    return words


def _name(fields: _Fields, name: str) -> str:
    """The name of a file without a folder: it becomes a path on other machines."""
    value = fields.take(name, str)
    if value in ("", ".", "..") or "/" in value or "\\" in value:
        raise fields.wrong(name, "the name of a file without a folder")
    return value


class _Fields:
    """The fields of a JSON object, with their types checked."""

    def __init__(self, place: str, value: object) -> None:
        self.place = place
        if not isinstance(value, dict):
            raise PlanError(f"{place}: expected an object")
        self.values: dict[str, Any] = value

    def wrong(self, name: str, expected: str) -> PlanError:
        return PlanError(f"{self.place}: {name}: expected {expected}")

    def optional(self, name: str, kind: type[T] | tuple[type[T], ...]) -> T | None:
        value = self.values.get(name)
        if value is None:
            return None
        kinds = kind if isinstance(kind, tuple) else (kind,)
        if not isinstance(value, kinds) or isinstance(value, bool):
            raise self.wrong(name, " or ".join(kind.__name__ for kind in kinds))
        return value

    def take(self, name: str, kind: type[T]) -> T:
        value = self.optional(name, kind)
        if value is None:
            raise self.wrong(name, kind.__name__)
        return value

    def count(self, name: str, least: int = 0) -> int:
        value = self.take(name, int)
        if value < least:
            raise self.wrong(name, f"a number from {least}")
        return value

    def inner(self, name: str) -> _Fields | None:
        value = self.values.get(name)
        return None if value is None else _Fields(f"{self.place}: {name}", value)

    def items(self, name: str) -> list[_Fields]:
        return [_Fields(f"{self.place}: {name}[{number}]", item) for number, item in enumerate(self.take(name, list))]
