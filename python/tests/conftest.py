"""Fixtures: the fake program, its faults, and a plan of it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import fake
import pytest

from kickdoor_ray import plan as plans
from kickdoor_ray.plan import Plan
from kickdoor_ray.store import Store

PYTHON = {"PYTHONPATH": str(Path(__file__).parents[1] / "src")}
"""The environment in which another process finds the package."""


# A shell without job control starts its background jobs with SIGINT ignored, and their children inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """The fake program."""
    path = tmp_path / "kickdoor"
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -S -E "{fake.__file__}" "$@"\n')
    path.chmod(0o755)
    return path


@pytest.fixture
def faults(tmp_path: Path) -> Path:
    """The folder of its faults."""
    folder = tmp_path / "faults"
    folder.mkdir()
    (folder / "calls").touch()
    return folder


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """An empty store."""
    return Store(tmp_path / "store")


@pytest.fixture
def plan(store: Store) -> Iterator[Plan]:
    """A plan with four shards, in the store."""
    store.plan_path(1).write_bytes(fake.plan_text(["count"], shards=4))
    yield plans.read(store.plan_path(1))


def running(folder: Path) -> list[str]:
    """Processes whose command line names a temporary folder of these tests."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if str(folder).encode() in words and b"\0shard\0" in words:
            found.append(process.name)
    return found
