"""Each word of a command line reaches the one it is for."""

from __future__ import annotations

from pathlib import Path

import pytest

from kickdoor_ray.words import folder_name, parse

CASES = {
    "impact zombies --precision 0.3 --address auto": ("impact zombies --precision 0.3", ""),
    "impact a.toml -o out --format csv -p 3 --force": ("impact a.toml -p 3", "-o out --format csv --force"),
    "check a b --format=json -oout --all": ("check a b", "--format=json -oout --all"),
    "run a -j 2 -q -n 9 --cache off --per-game": ("run a -n 9 --cache off --per-game", "-j 2 -q"),
    "run a -j2 --html page.html --shards 7": ("run a", "-j2 --html page.html"),
    "compare a b --sprt -5,5 --seed 3": ("compare a b --sprt -5,5 --seed 3", ""),
    "impact a --pair one two --out x --dir here": ("impact a --pair one two", "--out x"),
}


@pytest.mark.parametrize("line", CASES)
def test_words_are_divided(line: str) -> None:
    """For the study and for its result."""
    request = parse(line.split())
    assert (" ".join(request.study), " ".join(request.results)) == CASES[line]


def test_own_options() -> None:
    """And their defaults."""
    line = "--tries 3 impact a --dir here --shards 7 --program ./k --address auto"
    request = parse(line.split())
    assert (request.tries, request.folder, request.shards) == (3, Path("here"), 7)
    assert (request.program, request.address, request.quiet) == ("./k", "auto", False)
    request = parse(["impact", "decks/a.toml", "--precision", "0.3", "-q", "-o", "out"])
    assert (request.folder, request.shards) == (Path("impact-decks-a.toml-precision-0.3"), None)
    assert (request.program, request.address, request.quiet) == ("kickdoor", None, True)


def test_names_of_folders_are_short_and_differ() -> None:
    """Also if their beginning is the same."""
    names = {folder_name(["compare", *["strategy"] * 40, str(number)]) for number in range(50)}
    assert len(names) == 50 and all(len(name) < 100 for name in names)


@pytest.mark.parametrize("line", ["", "--address auto", "impact a --shards 0", "impact a --tries x", "-n 3 impact a"])
def test_wrong_lines_end_with_2(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With one message."""
    with pytest.raises(SystemExit) as end:
        parse(line.split())
    assert end.value.code == 2 and "error: " in capsys.readouterr().err
