"""Signals that stop the driver."""

from __future__ import annotations

import signal
import subprocess
from types import FrameType
from typing import IO

from kickdoor_ray.failure import Failure
from kickdoor_ray.worker import ends_with_parent

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stop:
    """Notes the signal that asks the driver to stop, and passes it on to the program that the driver waits for."""

    def __init__(self) -> None:
        """Without a signal."""
        self.signal: int | None = None
        self._child: subprocess.Popen[bytes] | None = None

    def listen(self) -> None:
        """Handles the signals from now on, but for those that were ignored at the start, as under `nohup`."""
        for number in _SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._note)

    def released(self) -> None:
        """Leaves the signals to the system, for a call that does not return to Python while it waits."""
        self.check()
        for number in _SIGNALS:
            if signal.getsignal(number) == self._note:
                signal.signal(number, signal.SIG_DFL)

    def _note(self, number: int, _frame: FrameType | None) -> None:
        self.signal = number
        if self._child is not None:
            self._child.send_signal(number)

    def check(self) -> None:
        """Ends the driver after a signal."""
        if self.signal is not None:
            raise Failure(128 + self.signal, "stopped; the same command continues")

    def run(self, command: list[str], stdout: IO[str] | int | None, stderr: IO[str] | int | None) -> int:
        """Runs a command to its end and returns its exit code."""
        self.check()
        # A session of its own: Ctrl-C reaches it once, through the driver.
        self._child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
            start_new_session=True,
            preexec_fn=ends_with_parent(),  # noqa: PLW1509 - one system call
        )
        try:
            if self.signal is not None:
                self._child.send_signal(self.signal)
            return self._child.wait()
        finally:
            self._child = None
