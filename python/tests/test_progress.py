"""The line of progress."""

from __future__ import annotations

import pytest

from kickdoor_ray.progress import Progress, Terminal, duration


def test_the_line_names_games_rate_and_time_left() -> None:
    """Kept shards do not count for the rate."""
    progress = Progress(Terminal(), 1, 64, 500_000, 100.0)
    progress.show(16, 125_000, 4, "")
    assert progress.line(32, 250_000, 4, "2 tried again", 10.0) == (
        "32 of 64 shards, 250,000 of 500,000 games, 12,500 games/s on 4 cores, 20 s left, 2 tried again"
    )


def test_the_first_line_has_the_time_of_the_plan() -> None:
    """A round after the first one is named."""
    progress = Progress(Terminal(), 2, 64, 500_000, 100.0)
    assert progress.line(0, 0, 4, "", 0.0) == "round 2: 0 of 64 shards, 0 of 500,000 games, 4 cores, 25 s left"
    progress = Progress(Terminal(), 2, 64, 500_000, None)
    assert progress.line(0, 0, 0, "", 0.0) == "round 2: 0 of 64 shards, 0 of 500,000 games, 0 cores"


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.4, "0 s"), (119, "119 s"), (150, "2 min"), (3599, "1 h 0 min"), (7500, "2 h 5 min")]
)
def test_durations_are_readable(seconds: float, words: str) -> None:
    """Rounded."""
    assert duration(seconds) == words


def test_progress_is_plain_where_there_is_no_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    """Whole lines without control characters, on standard error; nothing if quiet."""
    for quiet, expected in [(False, "half\nnote\n"), (True, "")]:
        terminal = Terminal(quiet)
        terminal.draw("half")
        terminal.say("note")
        assert capfd.readouterr() == ("", expected)
        terminal.error("error: it failed")
        assert capfd.readouterr() == ("", "error: it failed\n")
