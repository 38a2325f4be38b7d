"""The words of a command line: which ones are for the driver, `kickdoor plan` and `kickdoor merge`."""

from __future__ import annotations

import argparse
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from kickdoor_ray.program import DEFAULT

_QUIET = ("-q", "--quiet")
_RESULTS = {
    **dict.fromkeys(("-o", "--out", "--html", "--format", "-j", "--threads"), True),
    **dict.fromkeys(("--force", "--all", "--annotate", *_QUIET), False),
}
"""Options that change no result, and whether they have a value: for `merge`. All others are for `plan`."""
_LONGEST_NAME = 80
_TRIES = 8


@dataclass(frozen=True)
class Request:
    """A command line."""

    study: tuple[str, ...]
    """The study and its options. They decide what is played."""
    results: tuple[str, ...]
    """Options for what is printed and written."""
    address: str | None
    folder: Path
    shards: int | None
    tries: int
    program: str

    @property
    def division(self) -> list[str]:
        """The words for `kickdoor plan` about the number of shards."""
        return [] if self.shards is None else ["--shards", str(self.shards)]

    @property
    def quiet(self) -> bool:
        """Whether only results and errors are printed."""
        return any(word in _QUIET for word in self.results)


def parse(words: Sequence[str]) -> Request:
    """Reads a command line. Exits with 2 if it is wrong."""
    parser = _parser()
    own, rest = parser.parse_known_args(list(words))
    results, study = take(rest, _RESULTS)
    if not study or study[0].startswith("-"):
        parser.error("a study of kickdoor comes first, such as `impact zombies`")
    folder = own.dir or Path(folder_name(study))
    return Request(tuple(study), tuple(results), own.address, folder, own.shards, own.tries, own.program)


def take(words: Sequence[str], options: Mapping[str, bool]) -> tuple[list[str], list[str]]:
    """Splits the words into these options, with their values, and the others."""
    taken: list[str] = []
    others: list[str] = []
    rest = iter(words)
    for word in rest:
        name = word.partition("=")[0] if word.startswith("--") else word[:2]
        has_value = options.get(name)
        if has_value is None:
            others.append(word)
            continue
        taken.append(word)
        if has_value and word == name:
            taken.extend(value for value in [next(rest, None)] if value is not None)
    return taken, others


def folder_name(study: Sequence[str]) -> str:
    """A folder named after a command line: its words, and a hash of it if they are too long."""
    name = re.sub(r"[^\w.]+", "-", " ".join(study)).strip("-.")
    if len(name) <= _LONGEST_NAME:
        return name
    return f"{name[:_LONGEST_NAME]}-{hashlib.sha256(chr(0).join(study).encode()).hexdigest()[:8]}"


def _at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


_at_least_one.__name__ = "number from 1"  # argparse: invalid number from 1 value: '0'


def _version() -> str:
    try:
        return version("kickdoor-ray")
    except PackageNotFoundError:  # run from the sources
        return "0.1.0"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kickdoor-ray",
        usage="kickdoor-ray STUDY ARGS... [--address ADDRESS] [--dir DIR] [options]",
        description="Play a study of kickdoor on a Ray cluster. It prints what `kickdoor STUDY ARGS...` prints and "
        "ends with its exit code. All other options are those of kickdoor.",
        epilog="Example: kickdoor-ray impact zombies --precision 0.3 --address auto",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--address",
        help="the cluster: `auto` for the one that this machine belongs to, or HOST:PORT "
        "[default: a cluster of this machine alone]",
    )
    parser.add_argument(
        "--dir",
        type=Path,
        help="folder of the plan and the finished shards; the same command continues there [default: named after "
        "the command]",
    )
    parser.add_argument(
        "--shards", type=_at_least_one, metavar="N", help="number of shards of a new plan [default: 64]"
    )
    parser.add_argument(
        "--tries",
        type=_at_least_one,
        metavar="N",
        default=_TRIES,
        help="give a shard up after so many tries [default: %(default)s]",
    )
    parser.add_argument(
        "--program",
        default=DEFAULT,
        metavar="PATH",
        help="the program, at the same place on all nodes [default: `%(default)s` on the PATH of each node]",
    )
    parser.add_argument("--version", action="version", version=f"kickdoor-ray {_version()}")
    return parser
