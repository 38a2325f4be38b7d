"""Where the program, the browser and the decks are."""
import os
import pathlib
import shutil

PROJECT = pathlib.Path(__file__).resolve().parents[2]
MINI = PROJECT / "tests" / "decks" / "mini.toml"
AXE = os.environ.get("AXE")


def chromium():
    """The browser, or None."""
    names = [os.environ["CHROMIUM"]] if "CHROMIUM" in os.environ else ["chromium", "chromium-browser", "google-chrome"]
    return next(filter(None, map(shutil.which, names)), None)


def program():
    """The program under test."""
    if "KICKDOOR" in os.environ:
        return pathlib.Path(os.environ["KICKDOOR"]).resolve()
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", PROJECT / "target"))
    built = [target / profile / "kickdoor" for profile in ("release", "debug")]
    built = [path for path in built if path.exists()]
    if not built:
        raise SystemExit("browser tests: no program in target: build it, or name it by KICKDOOR")
    return max(built, key=lambda path: path.stat().st_mtime)


def is_optimised():
    """Whether times of the program mean something."""
    return program().parent.name in ("release", "max")
