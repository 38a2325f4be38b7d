"""The pages of all studies, as their readers see them."""
import itertools
import json
import re
import signal
import statistics
import subprocess
import time

import pytest

import checks
import made
import places

every_page = pytest.mark.parametrize("name", made.ALL)
ROWS = "() => [...document.querySelectorAll('tbody tr')].filter(row => row.checkVisibility()).map(row => [...row.cells].map(cell => cell.textContent.trim()).join(' | '))"
VERDICTS = "() => [...document.querySelectorAll('.verdicts li')].filter(line => line.checkVisibility()).map(line => line.textContent)"


@every_page
@pytest.mark.parametrize("scheme", checks.SCHEMES)
@pytest.mark.parametrize("width", checks.WIDTHS)
def test_every_reader(opened, pages, shot, name, width, scheme):
    page = opened(pages[name], width=width, scheme=scheme)
    shot(page, f"{name}-{width}-{scheme}")
    found = {check.__name__: check(page) for check in (checks.alone, checks.errors, checks.overflow, checks.cut, checks.contrast, checks.pictures)}
    checks.open_details(page)
    if width == 400:
        shot(page, f"{name}-{width}-{scheme}-opened")
    found |= {check.__name__ + ", opened": check(page) for check in (checks.errors, checks.overflow, checks.cut, checks.contrast, checks.pictures)}
    assert not {words: problems for words, problems in found.items() if problems}


@every_page
def test_without_the_script(opened, pages, name):
    with_it, without = (opened(pages[name], javascript=on) for on in (True, False))
    assert without.evaluate(VERDICTS), "no verdict"
    assert without.locator("button, input").count() == 0, "a control that does nothing without the script"
    for what in (ROWS, VERDICTS):
        assert with_it.evaluate(what) == without.evaluate(what)
    assert with_it.evaluate(ROWS)
    for page in (with_it, without):
        checks.open_details(page)
    assert with_it.evaluate(ROWS) == without.evaluate(ROWS)


@every_page
def test_keyboard(opened, pages, name):
    assert checks.focus(opened(pages[name])) == []


@every_page
@pytest.mark.parametrize("scheme", checks.SCHEMES)
def test_paper(opened, pages, shot, tmp_path, name, scheme):
    page = opened(pages[name], scheme=scheme)
    found = checks.printed(page, tmp_path / "page.pdf")
    shot(page, f"{name}-paper-{scheme}")
    assert found == []


@every_page
def test_forced_colours(opened, pages, shot, name):
    """The contrast themes of Windows; the picture is for a person."""
    page = opened(pages[name], forced_colors="active")
    shot(page, f"{name}-forced-colours")
    assert checks.overflow(page) + checks.errors(page) + checks.contrast(page) == []


@pytest.mark.skipif(not places.AXE, reason="AXE is not set")
@every_page
@pytest.mark.parametrize("scheme", checks.SCHEMES)
def test_accessibility(opened, pages, name, scheme):
    page = opened(pages[name], scheme=scheme, bypass_csp=True)
    checks.open_details(page)
    assert checks.axe(page, places.AXE) == []


@every_page
def test_places_within_a_page(opened, pages, name):
    page = opened(pages[name])
    ids, links = (page.evaluate(f"() => [...document.querySelectorAll('{what}')].map(e => e.{of})") for what, of in (("[id]", "id"), ("a", "getAttribute('href')")))
    assert len(ids) == len(set(ids)), "an id stands twice"
    assert {link for link in links if link.removeprefix("#") not in ids} == set(), "links that lead nowhere"


# Clicks each head of a column twice, and returns for each click the direction and the cells of the column.
SORT = """() => [...document.querySelectorAll('thead th:has(button)')].flatMap(head => [1, 2].map(() => {
  const table = head.closest('table');
  head.querySelector('button').click();
  const cells = [...table.tBodies[0].rows].map(row => row.cells[head.cellIndex]);
  return {
    head: `${table.caption.textContent}: ${head.textContent}`, direction: head.getAttribute('aria-sort'),
    marked: table.querySelectorAll('[aria-sort]').length, cells: cells.map(cell => [cell.dataset.n ?? null, cell.textContent.trim()]),
  };
}))"""


def number(cell):
    """The number of a cell: its own, or the one that its text begins with; nothing for a text."""
    own, text = cell
    begins = re.match(r"[+-]?[\d,]*\.?\d+", text)
    if own is None and not begins:
        return None
    return float(begins[0].replace(",", "") if own is None else own)


@every_page
def test_column_heads_sort(opened, pages, name):
    """By numbers where there are numbers, and the unknown stays at the end."""
    clicks = opened(pages[name]).evaluate(SORT)
    assert clicks
    for first, second in zip(clicks[::2], clicks[1::2]):
        assert {first["direction"], second["direction"]} == {"ascending", "descending"}
    for click in clicks:
        numbers = [number(cell) for cell in click["cells"]]
        known = [value for value in numbers if value is not None]
        assert click["marked"] == 1
        assert known == sorted(known, reverse=click["direction"] == "descending"), click["head"]
        assert numbers[:len(known)] == known, f"{click['head']}: an unknown value stands before a known one"


def test_a_click_on_a_head_sorts(opened, pages):
    page = opened(pages["run"])
    head = page.get_by_role("columnheader", name="deals").first
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    deals = head.locator("xpath=ancestor::table").locator("tbody td:nth-child(4)").all_inner_texts()
    assert [int(text.replace(",", "")) for text in deals] == sorted(int(text.replace(",", "")) for text in deals)


def test_a_filter_hides_rows_and_counts(opened, pages):
    page = opened(pages["run"])
    cards = page.locator(".cards details")
    total = cards.count()
    field = page.get_by_label("Filter cards")
    field.fill("  oven MITTS ")
    shown = page.locator(".cards details:visible summary").all_inner_texts()
    assert any("Oven Mitts" in text for text in shown) and len(shown) < total
    assert page.locator(".cards output").inner_text() == f"{len(shown)} of {total}"
    field.fill("no card is called this")
    assert page.locator(".cards details:visible").count() == 0
    assert page.locator(".cards output").inner_text() == f"0 of {total}"
    field.fill("")
    assert page.locator(".cards details:visible").count() == total

    rows = page.locator("table.long tbody").first.locator("tr")
    total = rows.count()
    page.get_by_label("Filter", exact=True).first.fill(rows.first.locator("th").inner_text())
    assert 0 < page.locator("table.long tbody").first.locator("tr:visible").count() < total
    assert checks.errors(page) == []


def test_cards_open_together_and_by_their_links(opened, pages):
    page = opened(pages["impact"])
    titles = page.locator(".cards details").count()
    assert titles > 20 and page.locator(".cards").bounding_box()["height"] > 20 * titles, "the cards have no place of their own"
    link = page.locator("tbody a").first
    link.click()
    assert page.locator(".cards details[open]").count() == 1
    assert page.locator(".cards details[open] summary b").inner_text() == link.inner_text()
    page.get_by_role("button", name="Open all").click()
    assert page.locator(".cards details:not([open])").count() == 0
    page.get_by_role("button", name="Close all").click()
    assert page.locator(".cards details[open]").count() == 0


ATTACKS = ["<script>alert(1)</script>", "</title></style><img src=x onerror=alert(2)>", "]]></svg><script>alert(4)</script>",
           "\" onmouseover=alert(3) x=\"", "{{7*7}} {% raw %} & &amp; ' `"]


def renamed(attacks):
    """The deck in which the set, a kind of card and all cards have these names in turn."""
    quoted = itertools.cycle(json.dumps(name) for name in attacks)
    text = re.sub(r"(?m)^name = .*$", lambda _: f"name = {next(quoted)}", made.MINI.read_text())
    return re.sub(r'identity = "Guild"', lambda _: f"identity = {next(quoted)}", text)


@pytest.mark.parametrize("study", ["run", "impact"])
def test_names_are_text(opened, tmp_path, study):
    page = opened(made.page_of(tmp_path, renamed(ATTACKS), study))
    checks.open_details(page)
    assert checks.errors(page) + checks.alone(page) == []
    assert page.locator("img, script:not(:last-child), [onmouseover]").count() == 0
    assert page.locator("footer").count() == 1
    for place in (".cards summary b", "tbody th a"):
        assert set(ATTACKS) <= set(page.locator(place).all_text_contents()), place


LONG = ["W" * 120, "שם של קלף ארוך מאוד בעברית (1) +5", "長" * 60]


def test_long_and_right_to_left_names_fit(opened, shot, tmp_path):
    path = made.page_of(tmp_path, renamed(LONG))
    for width in checks.WIDTHS:
        page = opened(path, width=width)
        checks.open_details(page)
        shot(page, f"names-{width}")
        assert checks.overflow(page) + checks.cut(page) + checks.errors(page) == []
    assert checks.printed(page, tmp_path / "page.pdf") == []


def test_a_right_to_left_name_keeps_to_itself(opened, tmp_path):
    """Brackets and numbers beside the name stay where they are."""
    name = "שם"
    page = opened(made.page_of(tmp_path, made.MINI.read_text().replace('name = "Oven Mitts"', f"name = {json.dumps(name)}")))
    loose = page.evaluate("""name => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
      for (let node; (node = walker.nextNode());)
        if (node.data.includes(name) && !node.parentElement.closest('script') && node.data.trim() !== name
            && !['isolate', 'plaintext'].includes(getComputedStyle(node.parentElement).unicodeBidi) && !node.data.includes('\\u2068'))
          found.push(node.parentElement.outerHTML.slice(0, 120));
      return found;
    }""", name)
    assert loose == []


def test_a_complete_run_has_no_banner(opened, pages):
    assert opened(pages["run"]).locator(".warning").count() == 0


def test_an_interrupted_run_has_a_banner(opened, tmp_path):
    out, path = tmp_path / "run", tmp_path / "page.html"
    command = [places.program(), "run", made.MINI, "-n", "1e7", "-q", "-o", out]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as playing:
        time.sleep(3)
        playing.send_signal(signal.SIGINT)
        assert playing.wait(timeout=60) != 0
    made.kickdoor("report", out, "-o", path)
    page = opened(path)
    banner = page.locator(".warning")
    assert banner.count() == 1 and banner.is_visible() and "stopped" in banner.inner_text()
    assert banner.bounding_box()["y"] < 400, "the banner is not at the top"
    assert checks.contrast(page) == []


def test_results_of_two_decks_are_refused(tmp_path):
    folders = []
    for deck in ("mini", "orchard"):
        folders.append(tmp_path / deck)
        made.kickdoor("run", made.MINI.with_name(f"{deck}.toml"), "-n", "40", "-q", "-o", folders[-1])
    refused = made.kickdoor("report", *folders, "-o", tmp_path / "page.html", codes=(2,))
    assert "mini" in refused.stderr and "orchard" in refused.stderr
    assert not (tmp_path / "page.html").exists()


@pytest.mark.parametrize("name", ["run", "impact", "compare", "ladder", "sweep", "tune"])
def test_report_and_html_write_the_same_page(pages, tmp_path, name):
    page = pages[name]
    made.kickdoor("report", page.with_suffix(""), "-o", tmp_path / "page.html")
    assert (tmp_path / "page.html").read_bytes() == page.read_bytes()


LARGEST = "age-of-sigmar"
MOST_BYTES = 400_000
MOST_SECONDS = 0.3


@pytest.mark.parametrize("study", ["run", "impact"])
def test_pages_of_the_largest_set_are_small_and_quick(opened, tmp_path, study):
    out, path = tmp_path / "out", tmp_path / "page.html"
    made.kickdoor(study, LARGEST, "-n", "200", "-q", "-o", out, "--html", path)
    assert path.stat().st_size <= MOST_BYTES
    page = opened(path, width=400)
    checks.open_details(page)
    assert checks.overflow(page) + checks.errors(page) == []
    if places.is_optimised():
        seconds = []
        for _ in range(5):
            start = time.perf_counter()
            made.kickdoor("report", out, "-o", path)
            seconds.append(time.perf_counter() - start)
        assert statistics.median(seconds) <= MOST_SECONDS
