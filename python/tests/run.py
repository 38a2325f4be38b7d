"""Tests of kickdoor-ray: ruff, mypy and pytest, with the options given. `python3 python/tests/run.py`.

With --without-cluster, those of a cluster of three nodes are left out; they take a minute.

If this Python has not all of them, a virtual environment in the target folder gets them, and Ray if it can be had.
Without them the tests are skipped. Where Ray does not start, only the format is checked.

KICKDOOR  the program of the cluster test [default: the newest one in the target folder, else a fake one]
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

PYTHON_FOLDER = Path(__file__).resolve().parents[1]
TOOLS = ("ruff", "mypy", "pytest")
WITHOUT = "--without-cluster"
CLUSTER = "tests/test_cluster.py"
CHECKS = (("ruff", "check"), ("ruff", "format", "--check"), ("mypy",))


def has(python: Path, *modules: str) -> bool:
    """Whether a Python has these modules."""
    find = "import importlib.util, sys; sys.exit(not all(map(importlib.util.find_spec, sys.argv[1:])))"
    return python.exists() and subprocess.run([python, "-c", find, *modules], check=False).returncode == 0


def starts_ray(python: Path) -> bool:
    """Whether Ray is installed and starts."""
    if not has(python, "ray"):
        return False
    start = "import ray; ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False); ray.shutdown()"
    environment = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0"}
    try:
        started = subprocess.run([python, "-c", start], check=False, timeout=120, env=environment, capture_output=True)
        return started.returncode == 0
    except subprocess.TimeoutExpired:
        return False


def install(folder: Path) -> Path | None:
    """A Python in a virtual environment with all of them, with Ray if possible."""
    python = folder / "bin" / "python"
    if has(python, *TOOLS):
        return python
    venv.create(folder, with_pip=True, clear=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--retries", "1", "--timeout", "15"]
    for extras in ("ray,test", "test"):
        if subprocess.run([*pip, f"{PYTHON_FOLDER}[{extras}]"], check=False, stderr=subprocess.DEVNULL).returncode == 0:
            return python
    return None


def main() -> int:
    """The exit code of the first check that fails."""
    if sys.version_info < (3, 10):  # noqa: UP036 - any Python can start this file
        return skip("it needs Python 3.10")
    python: Path | None = Path(sys.executable)
    if not has(Path(sys.executable), "ray", *TOOLS):
        target = Path(os.environ.get("CARGO_TARGET_DIR", PYTHON_FOLDER.parent / "target"))
        try:
            python = install(target / "kickdoor-ray")
        except (OSError, subprocess.CalledProcessError):
            python = None
    if python is None:
        return skip("ruff, mypy and pytest cannot be installed")
    options = [option for option in sys.argv[1:] if option != WITHOUT]
    if len(options) < len(sys.argv[1:]):
        options.append(f"--ignore={CLUSTER}")
    checks: tuple[tuple[str, ...], ...] = (*CHECKS, ("pytest", *options))
    if not starts_ray(python):
        skip("Ray does not start here", "mypy and pytest of kickdoor-ray")
        checks = tuple(check for check in CHECKS if check[0] == "ruff")
    for check in checks:
        code = subprocess.run([python, "-m", *check], cwd=PYTHON_FOLDER, check=False).returncode
        if code != 0:
            return code
    return 0


def skip(why: str, what: str = "tests of kickdoor-ray") -> int:
    """Says that tests are skipped, which is no failure."""
    print(f"{what}: skipped, {why}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
