"""Each check finds a planted fault, and none in a good page."""
import pytest

import checks
import places

HEAD = "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'><title>t</title>"
GOOD = HEAD + """<style>
:root{color-scheme:light dark}body{background:Canvas;color:CanvasText}.box{overflow-x:auto}@media print{.box{overflow:visible}:root{color-scheme:light}}
</style><main><h1>Title</h1><p>Words <a href='#a'>link</a>
<div class=box tabindex=0 role=region aria-label=Table><table><tr><th scope=col>card<th scope=col>value<tr><td>one<td>2</table></div>
<svg viewBox='0 0 99 20' width=99 height=20 role=img><title>A picture</title><text y=15 fill=currentColor>ok</text></svg>
<details><summary>More</summary><p>text</details><p id=a>end</main>"""


def picture(content, frame="viewBox='0 0 99 20' width=99 height=20", title="<title>t</title>"):
    return f"<svg {frame} role=img fill=currentColor>{title}{content}</svg>"


@pytest.fixture
def shown(opened, tmp_path):
    """Opens a page with this text."""
    def show(text, **options):
        path = tmp_path / "page.html"
        path.write_text(text)
        return opened(path, **options)
    return show


@pytest.mark.parametrize("scheme", checks.SCHEMES)
def test_a_good_page_has_no_problem(shown, tmp_path, scheme):
    page = shown(GOOD, width=320, scheme=scheme, bypass_csp=True)
    for check in (checks.alone, checks.errors, checks.contrast, checks.overflow, checks.cut, checks.pictures, checks.focus):
        assert check(page) == [], check.__name__
    assert not places.AXE or checks.axe(page, places.AXE) == []
    assert checks.printed(page, tmp_path / "page.pdf") == []


@pytest.mark.parametrize("check, fault, words", [
    (checks.alone, "<img src='https://example.invalid/x.png' alt=''>", "asks for https"),
    (checks.alone, "<link rel=stylesheet href=other.css>", "asks for file"),
    (checks.errors, "<script>undefined_name()</script>", "undefined_name"),
    (checks.errors, "<script>alert(1)</script>", "dialog: 1"),
    (checks.errors, "<meta http-equiv=Content-Security-Policy content=\"script-src 'none'\"><script>0</script>", "Content Security Policy"),
    (checks.contrast, "<p style='color:#888'>pale", "contrast 3.5"),
    (checks.contrast, "<p style='opacity:.4'>faint", "contrast"),
    (checks.contrast, "<div style='background:oklch(.5 .1 200)'><p style='color:#000'>dark on dark", "contrast"),
    (checks.contrast, picture("<text y=15 fill=#aaa>tick</text>"), "contrast 2.3"),
    (checks.contrast, picture("<rect width=99 height=20 fill=#000 /><text y=15 fill=#333>dark</text>"), "contrast"),
    (checks.overflow, "<p style='width:1300px'>wide", "wider than the window"),
    (checks.cut, "<p style='width:50px;overflow:hidden;white-space:nowrap'>a long line of words", "cut off"),
    (checks.pictures, picture("<text x=80 y=15>too long for it</text>"), "outside its picture"),
    (checks.pictures, picture("<text y=15>one</text><text x=5 y=17>two</text>"), "covers"),
    (checks.pictures, picture("<text y=15>tiny</text>", "viewBox='0 0 990 200' width=99 height=20"), "letters of 1.6 px"),
    (checks.pictures, picture("", title=""), "without a title"),
    (checks.pictures, picture("", "width=99 height=20"), "without a viewBox"),
    (checks.focus, "<button style='outline:0'>b</button>", "does not show the focus"),
    (checks.focus, "<button tabindex=3>b</button>", "tabindex above 0"),
    (checks.focus, "<button tabindex=2>x</button><button tabindex=1>y</button>", "order of the focus"),
    (checks.focus, "<button onkeydown='event.preventDefault()'>trap</button><button>never</button>", "Tab does not reach <button>never"),
])
def test_a_fault_is_found(shown, check, fault, words):
    found = check(shown(GOOD + fault))
    assert any(words in problem for problem in found), found


def test_dark_text_on_a_dark_page_is_found(shown):
    fault = GOOD + "<p style='color:#333'>dark"
    assert checks.contrast(shown(fault)) == []
    assert checks.contrast(shown(fault, scheme="dark"))


@pytest.mark.parametrize("fault, words", [
    ("<div style='overflow-x:auto'><p style='width:900px'>wide</div>", "cut off on paper"),
    ("<p style='width:900px'>wide", "wider than the window"),
    ("<style>@media print{body{background:#222;color:#fff}}</style>", "the paper is"),
    ("<style>@media print{p{color:#999}}</style>", "contrast"),
])
def test_a_fault_on_paper_is_found(shown, tmp_path, fault, words):
    found = checks.printed(shown(GOOD + fault), tmp_path / "page.pdf")
    assert any(words in problem for problem in found), found


@pytest.mark.skipif(not places.AXE, reason="AXE is not set")
def test_axe_finds_a_picture_without_words(shown):
    page = shown(GOOD + "<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>", bypass_csp=True)
    assert any(problem.startswith("image-alt") for problem in checks.axe(page, places.AXE))
