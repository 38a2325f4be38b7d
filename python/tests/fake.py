"""A program that speaks like `kickdoor plan`, `shard` and `merge`, plays nothing, and fails when it is told to.

Words of a study: `count --rounds R --games G --delay SECONDS --end CODE --input FILE --faults FOLDER`. A file
`K.N` in the folder is the N-th fault of shard K: an exit code, or `kill`, `hang`, `damage`. The file `calls` lists the
shards played.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

PROGRAM = "fake"


def sha256(content: bytes) -> str:
    """In hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def sealed(identity: dict[str, Any], entries: bytes) -> bytes:
    """A journal."""
    body = b"kickdoor journal 1\n" + json.dumps(identity).encode() + b"\n" + entries
    return body + hashlib.sha256(body).digest()


def result(plan: bytes, shard: int) -> bytes:
    """What a shard writes."""
    fields = json.loads(plan)
    part = {"plan": sha256(plan), "round": fields["round"], "shard": shard}
    return sealed({"study": {"program": PROGRAM}, "shard": part}, f"{fields['shards'][shard]}\n".encode() * 20)


def plan_text(words: list[str], number: int = 1, shards: int | None = None, state: bytes | None = None) -> bytes:
    """A plan of this study."""
    study = parse_study(words)
    count = min(shards or 8, study.games)
    bounds = [study.games * place // count for place in range(count + 1)]
    plan = {
        "schema": 1,
        "version": "0.1.0",
        "program": PROGRAM,
        "command": words,
        "inputs": [{"path": str(file), "sha256": sha256(file.read_bytes())} for file in study.input],
        "round": number,
        "call": {"number": number, "name": "games", "places": study.games},
        "state": None if state is None else {"file": f"round-{number - 1}.journal", "sha256": state[-32:].hex()},
        "shards": [{"first": first, "end": end, "games": end - first} for first, end in itertools.pairwise(bounds)],
        "games": study.games,
        "seconds": None,
    }
    return json.dumps(plan, indent=2).encode()


def argument_parser() -> argparse.ArgumentParser:
    """The options of all commands."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("-j")
    parser.add_argument("-q", action="store_true")
    parser.add_argument("--cache")
    return parser


def parse_study(words: list[str]) -> argparse.Namespace:
    """The options of a study."""
    parser = argument_parser()
    parser.add_argument("study", choices=["count"])
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--games", type=int, default=800)
    parser.add_argument("--delay", type=float, default=0.0)
    parser.add_argument("--end", type=int, default=0)
    parser.add_argument("--input", type=Path, action="append", default=[])
    parser.add_argument("--faults", type=Path)
    return parser.parse_args(words)


def fail(code: int, words: str) -> NoReturn:
    """Ends with an error."""
    print(f"error: {words}", file=sys.stderr)
    sys.exit(code)


def plan(words: list[str]) -> None:
    """`plan WORDS... -o FILE [--shards N]`."""
    parser = argument_parser()
    parser.add_argument("-o", type=Path, required=True)
    parser.add_argument("--shards", type=int)
    own, study = parser.parse_known_args(words)
    own.o.write_bytes(plan_text(study, shards=own.shards))
    if not own.q:
        print("800 games, 1 second")


def shard(words: list[str]) -> None:
    """`shard PLAN --shard K -o DIR`."""
    parser = argument_parser()
    parser.add_argument("plan", type=Path)
    parser.add_argument("--shard", type=int, required=True)
    parser.add_argument("-o", type=Path, required=True)
    own = parser.parse_args(words)
    text = own.plan.read_bytes()
    fields = json.loads(text)
    if fields["program"] != PROGRAM:
        fail(2, "the plan is of another program")
    if (
        fields["state"] is not None
        and (own.plan.parent / fields["state"]["file"]).read_bytes()[-32:].hex() != fields["state"]["sha256"]
    ):
        fail(2, "the state is damaged")
    path = own.o / f"shard-{fields['round']}-{own.shard:05}.journal"
    if path.exists():
        return
    study = parse_study(fields["command"])
    content = result(text, own.shard)
    time.sleep(study.delay)
    if study.faults is not None:
        content = suffer(study.faults, own.shard, content)
    own.o.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def suffer(faults: Path, number: int, content: bytes) -> bytes:
    """Notes the call and has the next fault of this shard."""
    with (faults / "calls").open("a") as calls:
        calls.write(f"{number}\n")
    for file in sorted(faults.glob(f"{number}.*")):
        fault = file.read_text().strip()
        file.unlink()
        match fault:
            case "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            case "hang":
                time.sleep(600)
            case "damage":
                return content[:-1]
            case code:
                fail(int(code), f"told to end with {code}")
    return content


def merge(words: list[str]) -> None:
    """`merge DIR [-o FOLDER] [--format FORMAT]`."""
    parser = argument_parser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("-o", type=Path)
    parser.add_argument("--format", default="table")
    own = parser.parse_args(words)
    number, lines = 1, ["first,end,games"]
    while True:
        path = own.folder / ("plan.json" if number == 1 else f"plan-{number}.json")
        text = path.read_bytes()
        fields = json.loads(text)
        for place, part in enumerate(fields["shards"]):
            file = own.folder / f"shard-{number}-{place:05}.journal"
            if not file.exists() or file.read_bytes() != result(text, place):
                fail(75, f"{file}: missing or damaged")
            lines.append(f"{part['first']},{part['end']},{part['games']}")
        if not (own.folder / f"plan-{number + 1}.json").exists():
            break
        number += 1
    if twice := {word for word in words if word.startswith("-")} & set(fields["command"]):
        fail(2, f"{twice} cannot be used multiple times")
    study = parse_study(fields["command"])
    if number < study.rounds:
        state = sealed({"round": number}, b"")
        (own.folder / f"round-{number}.journal").write_bytes(state)
        following = plan_text(fields["command"], number + 1, len(fields["shards"]), state)
        (own.folder / f"plan-{number + 1}.json").write_bytes(following)
        print(f"round {number + 1} is planned", file=sys.stderr)
        sys.exit(4)
    print(own.format)
    print("\n".join(lines))
    if own.o is not None:
        own.o.mkdir()
        (own.o / "games.csv").write_text("\n".join(lines))
    sys.exit(study.end)


if __name__ == "__main__":
    {"plan": plan, "shard": shard, "merge": merge}[sys.argv[1]](sys.argv[2:])
