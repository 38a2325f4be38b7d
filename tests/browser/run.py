#!/usr/bin/env python3
"""Tests of the pages of `kickdoor report` in a real browser: `python3 tests/browser/run.py`, with options of pytest.

They need the packages of requirements.txt and Chromium of the system (`apt-get install chromium`), and are skipped without them.

KICKDOOR  the program [default: the newer one of target/release/kickdoor and target/debug/kickdoor]
CHROMIUM  the browser [default: chromium, chromium-browser or google-chrome on the PATH]
AXE       axe.min.js of the npm package axe-core: its rules of accessibility are tested, too
SHOTS     a folder for screenshots of all pages
"""
import importlib.util
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE))

import places  # noqa: E402: found by the line above


def main():
    if not places.chromium() or not all(importlib.util.find_spec(name) for name in ("pytest", "playwright")):
        print("browser tests: skipped, no Chromium with Playwright")
        return 0
    import pytest

    return pytest.main(["-q", "-p", "no:cacheprovider", str(HERE), *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
