"""The recipes of docs/CLUSTER.md for other schedulers, with the fake program."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from kickdoor_ray.failure import Code, may_be_retried

PAGE = Path(__file__).parents[2] / "docs" / "CLUSTER.md"
PARALLEL, SBATCH = "seq 0 $last | parallel", "sbatch --wait"
STAND_INS = {
    # An array, one task after another; ends with the highest exit code, as `sbatch --wait` does.
    "sbatch": """
        for word; do case $word in --array=*) last=${word#--array=0-};; esac; command=$word; done
        highest=0
        for task in $(seq 0 $last); do
            SLURM_ARRAY_TASK_ID=$task sh -c "$command"; code=$?
            [ $code -le $highest ] || highest=$code
        done
        exit $highest""",
    # GNU parallel sleeps, too, but less.
    "sleep": 'if [ "$1" = 60 ]; then echo slept >&2; else exec /bin/sleep "$@"; fi',
}


def block(language: str, word: str) -> str:
    """The block of the page in a language that contains a word."""
    found = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(), re.DOTALL)
    return str(next(text for text in found if word in text))


def script(scheduler: str) -> str:
    """The recipe with a study of the fake program."""
    loop = block("sh", PARALLEL)
    if scheduler == "sbatch":
        line = next(line for line in loop.splitlines() if PARALLEL in line)
        loop = loop.replace(line, block("sh", SBATCH).strip("\n"))
    elif shutil.which("parallel") is None:
        pytest.skip("no GNU parallel")
    assert loop.count("impact zombies --precision 0.3") == 1
    return loop.replace("impact zombies --precision 0.3", "count --rounds 3 --end 3 --faults faults --shards 5")


@pytest.fixture(params=["parallel", "sbatch"])
def run(request: pytest.FixtureRequest, tmp_path: Path, program: Path, faults: Path) -> list[str]:
    """The words that run a recipe in the folder of the test."""
    assert program.parent == faults.parent == tmp_path
    text = script(request.param)
    for name, lines in STAND_INS.items():
        path = tmp_path / name
        path.write_text("#!/bin/sh\n" + lines)
        path.chmod(0o755)
    return ["sh", "-c", text]


def play(run: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a recipe."""
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        run, check=False, cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=60
    )


def test_rounds_are_played_and_merged(run: list[str], tmp_path: Path, faults: Path) -> None:
    """It ends with the code of the study; once more, it plays nothing again."""
    done = play(run, tmp_path)
    assert (done.returncode, done.stdout.count(",160\n")) == (3, 15), done
    assert (tmp_path / "report" / "games.csv").exists()
    assert sorted((faults / "calls").read_text().split()) == sorted("01234" * 3)
    shutil.rmtree(tmp_path / "report")
    (tmp_path / "out" / "shard-3-00002.journal").unlink()
    again = play(run, tmp_path)
    assert again.returncode == 3 and done.stdout.endswith(again.stdout) and again.stdout.startswith("table"), again
    assert (faults / "calls").read_text().split()[15:] == ["2"]


def test_code_75_is_retried(run: list[str], tmp_path: Path, faults: Path) -> None:
    """After a pause."""
    (faults / "1.0").write_text("75")
    (faults / "3.0").write_text("75")
    done = play(run, tmp_path)
    assert done.returncode == 3 and "slept" in done.stderr, done


def test_code_2_is_not_retried(run: list[str], tmp_path: Path, faults: Path) -> None:
    """It is the end."""
    (faults / "3.0").write_text("2")
    done = play(run, tmp_path)
    assert done.returncode == 2 and "slept" not in done.stderr and "told to end with 2" in done.stderr, done


def test_the_job_fails_on_the_codes_that_are_not_retried() -> None:
    """And on no others; it is a Job that a cluster would accept."""
    yaml = pytest.importorskip("yaml")
    job = yaml.safe_load(block("yaml", "kind: Job"))["spec"]
    ignore, fail = job["podFailurePolicy"]["rules"]
    assert ignore["onPodConditions"][0]["type"] == "DisruptionTarget"
    codes = fail["onExitCodes"]
    assert (fail["action"], codes["operator"]) == ("FailJob", "NotIn")
    retried = [code for code in range(1, 256) if may_be_retried(code) or code == 137]
    assert codes["values"] == retried and Code.TRY_AGAIN in retried and Code.WRONG not in retried
    assert job["template"]["spec"]["restartPolicy"] == "Never"  # a condition of podFailurePolicy
    [container] = job["template"]["spec"]["containers"]
    assert "$JOB_COMPLETION_INDEX" in container["command"][-1] and job["completionMode"] == "Indexed"
