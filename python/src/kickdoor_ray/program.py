"""The `kickdoor` program on the machine of the driver."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kickdoor_ray.failure import Code, Failure, as_exit_code
from kickdoor_ray.progress import Terminal
from kickdoor_ray.stop import Stop

DEFAULT = "kickdoor"


@dataclass(frozen=True)
class Program:
    """The program, its streams and the signals that stop it."""

    path: str
    terminal: Terminal
    stop: Stop

    def plan(self, words: Sequence[str], file: Path) -> None:
        """Plans a study. What the program prints about it is a note here, as its tables are the result."""
        command = [self.path, "plan", *words, "-o", str(file)]
        with tempfile.TemporaryFile("w+") as kept:
            errors = kept if self.terminal.quiet else self.terminal.errors
            code = self.stop.run(command, stdout=self.terminal.notes, stderr=errors)
            if code != Code.DONE:
                kept.seek(0)
                self.terminal.errors.write(kept.read())
                raise Failure(code, "")
        if not file.exists():
            raise Failure(Code.FAILED, f"`{self.path} plan` did not write {file}")

    def merge(self, folder: Path, words: Sequence[str]) -> int:
        """Merges a round: the exit code of the study, or `Code.FURTHER_ROUND`."""
        command = [self.path, "merge", str(folder), *words]
        return as_exit_code(self.stop.run(command, stdout=self.terminal.results, stderr=self.terminal.errors))


def find(name: str) -> str:
    """The path of the program: `name` can be a path or a name on the PATH."""
    found = shutil.which(name)
    if found is None:
        raise Failure(Code.WRONG, f"there is no program `{name}`: name it with --program")
    return str(Path(found).absolute()) if os.sep in name else name
