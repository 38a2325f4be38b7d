import os
import pathlib

import pytest
from playwright.sync_api import sync_playwright

import checks
import made
import places


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=places.chromium(), args=checks.FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def opened(browser):
    """Opens pages, and closes them after the test."""
    contexts = []

    def open_page(path, **options):
        page = checks.open_page(browser, path.as_uri(), **options)
        contexts.append(page.context)
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def pages(tmp_path_factory):
    """The pages of all studies; each is made when it is first asked for."""
    return made.Pages(tmp_path_factory.mktemp("pages"))


@pytest.fixture(scope="session")
def shot():
    """Makes a screenshot of a whole page, if there is a folder for them."""
    folder = os.environ.get("SHOTS")

    def take(page, name):
        if folder:
            page.screenshot(path=pathlib.Path(folder) / f"{name}.png", full_page=True)

    return take
