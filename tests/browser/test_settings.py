"""The settings of a project, by keyboard: who may come in."""

import re

import pytest
from playwright.sync_api import expect

from notes.actions.tokens import create_program_token
from notes.models import Membership, Token
from tests.browser.conftest import Visit
from tests.browser.test_looks import faults
from tests.cast import NOW, Cast, by_desk

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_a_member_is_removed_and_a_token_revoked_after_a_second_look(
    scheme: str, width: int, cast: Cast, visit: Visit
) -> None:
    create_program_token(project=cast.shop, by=by_desk(cast.shop), now=NOW, name="coder")
    page = visit(cast.maintainer, scheme=scheme, width=width)
    page.goto("/p/shop/settings/")
    for asks, does in (("Remove Viewer", "Remove Viewer"), ("Revoke the token of coder", "Revoke for ever")):
        summary = page.locator("summary", has_text=re.compile(asks))
        summary.focus()
        page.keyboard.press("Enter")
        assert not faults(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name=does)).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("status").filter(has_text=re.compile("no member of Shop|Revoked"))).to_be_visible()
    assert not Membership.objects.filter(user=cast.viewer).exists()
    assert Token.objects.get().revoked_at
