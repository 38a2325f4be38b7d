"""What a node does: it plays one shard with the program.

The driver sends this module to the nodes, so they need Ray and the program only. It imports the standard library alone.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

_LAST_WORDS = 2000
_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG


def ends_with_parent() -> Callable[[], None] | None:
    """For a new process: it dies with the one that started it, also after SIGKILL. Otherwise it would play on alone."""
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None)
    return lambda: libc.prctl(_DEATH_SIGNAL, signal.SIGKILL)


def play(
    program: str, plan: bytes, state: tuple[str, bytes] | None, shard: int
) -> tuple[int, bytes, str, str, float, str]:
    """Plays a shard: exit code, content of the result and its SHA-256, last words, seconds, and the node.

    A plain tuple, as the node may not have the package.
    """
    begin, node = time.monotonic(), platform.node()

    def answer(code: int, content: bytes, words: str) -> tuple[int, bytes, str, str, float, str]:
        return code, content, hashlib.sha256(content).hexdigest(), words, time.monotonic() - begin, node

    try:
        with tempfile.TemporaryDirectory(prefix="kickdoor-") as place:
            folder, out = Path(place), Path(place, "out")
            (folder / "plan.json").write_bytes(plan)
            if state is not None:
                (folder / state[0]).write_bytes(state[1])
            command = [program, "shard", str(folder / "plan.json"), "--shard", str(shard), "-o", str(out), "-j1", "-q"]
            try:
                done = subprocess.run(
                    command,
                    check=False,
                    capture_output=True,
                    stdin=subprocess.DEVNULL,
                    env={**os.environ, "TMPDIR": place},  # whatever a killed program leaves there goes, too
                    preexec_fn=ends_with_parent(),
                )
            except (FileNotFoundError, PermissionError):
                return answer(2, b"", f"there is no program `{program}` on {node}")
            words = done.stderr.decode(errors="replace").strip()[-_LAST_WORDS:]
            results = list(out.glob(f"shard-*-{shard:05}.journal")) if done.returncode == 0 else []
            if done.returncode == 0 and len(results) != 1:
                return answer(70, b"", f"the program wrote {len(results)} results instead of one")
            return answer(done.returncode, results[0].read_bytes() if results else b"", words)
    except OSError as error:
        return answer(75, b"", str(error))
