"""Results of a few games, and their pages."""
import subprocess

import places

MINI = places.MINI
# The arguments of each study: {out} is its folder, {edited} the deck after an edit.
STUDIES = {
    "run": f"run {MINI} -n 400 --strategy balanced,greedy -o {{out}}",
    "impact": f"impact {MINI} -n 200 --pairs -o {{out}}",
    "check": f"check {MINI} {{edited}} -n 200",
    "compare": f"compare balanced greedy --deck {MINI} -n 200 -o {{out}}",
    "ladder": f"compare balanced greedy random cautious --deck {MINI} -n 400 -o {{out}}",
    "sweep": f"sweep {MINI} --card inspector --field level --range 4..10 --step 2 -n 200 -o {{out}}",
    "tune": f"tune {MINI} --strategy balanced --budget 2200 -o {{out}}",
    "checkup": f"checkup {MINI} -n 400",
}
# Several results of one deck on one page.
TOGETHER = "together"
ALL = [*STUDIES, TOGETHER]


def kickdoor(*arguments, codes=(0,)):
    """Runs the program; its exit code must be one of these."""
    done = subprocess.run([places.program(), *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode in codes, f"{arguments}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
    return done


class Pages:
    """The pages by name; made once."""

    def __init__(self, folder):
        self.folder = folder
        self.edited = folder / "edited.toml"
        self.edited.write_text(edited(MINI.read_text()))

    def __getitem__(self, name):
        path = self.folder / f"{name}.html"
        if not path.exists():
            self.make(name, path)
        return path

    def make(self, name, path):
        if name == TOGETHER:
            parts = ["run", "impact", "sweep"]
            for part in parts:
                self[part]
            kickdoor("report", *[self.folder / part for part in parts], "-o", path)
            return
        arguments = STUDIES[name].format(out=self.folder / name, edited=self.edited).split(" ")
        # 1 and 3 are verdicts of `check`.
        kickdoor(*arguments, "-q", "--html", path, codes=(0, 1, 3))


def edited(text):
    """The deck after an edit of a monster."""
    before = 'name = "Health Inspector"\nkind = "monster"\nlevel = 8\n'
    assert before in text
    return text.replace(before, before.replace("8", "18"))


def page_of(folder, text, study="run"):
    """The page of a study of a deck with this text."""
    deck, page = folder / "deck.toml", folder / "page.html"
    deck.write_text(text, encoding="utf-8")
    kickdoor(study, deck, "-n", "40", "-q", "-o", folder / study, "--html", page)
    return page
