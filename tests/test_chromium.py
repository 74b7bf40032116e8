import pytest
from playwright.sync_api import sync_playwright

from tests import chromium


@pytest.mark.browser
def test_the_browser_of_the_tests_shows_a_page() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.executable(), args=chromium.ARGUMENTS)
        page = browser.new_page()
        page.set_content("<h1>Handoff Desk</h1>")
        assert page.inner_text("h1") == "Handoff Desk"
        browser.close()
