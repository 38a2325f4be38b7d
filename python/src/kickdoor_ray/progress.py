"""One line of progress, and the streams of the driver."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

_SECONDS_BETWEEN = {True: 0.2, False: 10.0}
"""Between two lines, on a terminal and elsewhere."""
_MINUTE = 60


def flush() -> None:
    """Writes what is still in the buffers of standard output and standard error."""
    sys.stdout.flush()
    sys.stderr.flush()


class Terminal:
    """The streams that the driver was started with. Ray writes its own messages to a file."""

    def __init__(self, quiet: bool = False) -> None:
        """Copies standard output and standard error; `quiet` drops all but results and errors."""
        self.quiet = quiet
        self.results: IO[str] = os.fdopen(os.dup(1), "w", buffering=1)
        self.errors: IO[str] = os.fdopen(os.dup(2), "w", buffering=1)
        self.notes: IO[str] = Path(os.devnull).open("w") if quiet else self.errors  # noqa: SIM115 - for all its life
        self._drawn = False

    @contextmanager
    def without_ray(self, log: Path) -> Iterator[None]:
        """Appends to a file what Ray prints. It prints pages when a node dies, and no option of it prevents them."""
        flush()
        kept = os.dup(1), os.dup(2)
        file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        os.dup2(file, 1)
        os.dup2(file, 2)
        os.close(file)
        try:
            yield
        finally:
            flush()
            for number, copy in zip((1, 2), kept, strict=True):
                os.dup2(copy, number)
                os.close(copy)

    def say(self, line: str) -> None:
        """A note on a line of its own."""
        self.clear()
        self.notes.write(line + "\n")

    def error(self, line: str) -> None:
        """An error on a line of its own, also if the driver is quiet."""
        self.clear()
        self.errors.write(line + "\n")

    def draw(self, line: str) -> None:
        """The line of progress: on a terminal in place of the one before."""
        if self.notes.isatty():
            self.notes.write(f"\r\x1b[K{line[: os.get_terminal_size(self.notes.fileno()).columns - 1]}")
            self.notes.flush()
            self._drawn = True
        else:
            self.notes.write(line + "\n")

    def clear(self) -> None:
        """Removes the line of progress."""
        if self._drawn:
            self.notes.write("\r\x1b[K")
            self.notes.flush()
            self._drawn = False


class Progress:
    """Games, rate and time left of a round."""

    def __init__(self, terminal: Terminal, number: int, shards: int, games: int, seconds: float | None) -> None:
        """Of a round with so many shards, games and CPU seconds."""
        self._terminal = terminal
        self._round = f"round {number}: " if number > 1 else ""
        self._shards, self._games, self._seconds = shards, games, seconds
        self._begin: float | None = None
        self._kept = 0
        self._shown = time.monotonic()

    def show(self, shards: int, games: int, cores: int, trouble: str) -> None:
        """Shows how many shards and games are done, if it is time for it."""
        now = time.monotonic()
        if self._begin is None:
            self._begin, self._kept = now, games
        if now - self._shown >= _SECONDS_BETWEEN[self._terminal.notes.isatty()]:
            self._shown = now
            self._terminal.draw(self.line(shards, games, cores, trouble, now - self._begin))

    def line(self, shards: int, games: int, cores: int, trouble: str, elapsed: float) -> str:
        """The line itself, `elapsed` seconds after the first one."""
        rate = (games - self._kept) / elapsed if elapsed > 0 else 0.0
        left = None
        if rate > 0:
            left = (self._games - games) / rate
        elif self._seconds is not None and self._games > 0:
            left = self._seconds * (1 - games / self._games) / max(cores, 1)
        parts = [
            f"{self._round}{shards:,} of {self._shards:,} shards",
            f"{games:,} of {self._games:,} games",
            f"{rate:,.0f} games/s on {cores} cores" if rate > 0 else f"{cores} cores",
        ]
        if left is not None:
            parts.append(f"{duration(left)} left")
        return ", ".join(filter(None, [*parts, trouble]))


def duration(seconds: float) -> str:
    """As `14 s`, `3 min`, `2 h 5 min`."""
    if seconds < 2 * _MINUTE:
        return f"{seconds:.0f} s"
    hours, minutes = divmod(round(seconds / _MINUTE), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"
