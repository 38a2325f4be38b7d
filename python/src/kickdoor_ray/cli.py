"""The command line: `kickdoor-ray impact zombies --precision 0.3 --address auto`."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import partial

from kickdoor_ray import words
from kickdoor_ray.driver import Driver
from kickdoor_ray.engine import Session
from kickdoor_ray.failure import Code, Failure
from kickdoor_ray.plan import PlanError
from kickdoor_ray.program import Program, find
from kickdoor_ray.progress import Terminal
from kickdoor_ray.stop import Stop
from kickdoor_ray.store import Store


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays a study and returns its exit code."""
    request = words.parse(sys.argv[1:] if arguments is None else arguments)
    terminal, stop = Terminal(request.quiet), Stop()
    stop.listen()
    try:
        program = Program(find(request.program), terminal, stop)
        return Driver(request, program, Store(request.folder), terminal, stop, partial(_ray, terminal)).run()
    except Failure as failure:
        if str(failure):
            terminal.error(f"error: {failure}")
        return failure.code
    except PlanError as error:
        terminal.error(f"error: {error}")
        return Code.WRONG
    except OSError as error:
        terminal.error(f"error: {error}")
        return Code.TRY_AGAIN
    except Exception:
        terminal.error(traceback.format_exc())
        return Code.FAILED


def _ray(terminal: Terminal, address: str | None) -> AbstractContextManager[Session]:
    """Ray takes seconds to import, and need not be installed for all else."""
    try:
        from kickdoor_ray.cluster import connected  # noqa: PLC0415
    except ImportError as error:
        raise Failure(Code.WRONG, f"Ray is not installed: pip install 'kickdoor-ray[ray]' ({error})") from error

    def give_up(why: str) -> None:
        # At once: calls of Ray would wait. All that is finished is on disk.
        terminal.error(f"error: {why}; the same command continues")
        os._exit(Code.TRY_AGAIN)

    return connected(address, give_up)
