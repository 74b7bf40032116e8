"""Every answer says what a page may load, but for Django's own pages while debugging."""

import pytest
from django.http import HttpResponse
from django.test import RequestFactory, override_settings

from handoff_site.content_security import HEADER, ContentSecurity


@pytest.mark.parametrize(
    ("status", "debug", "says"),
    [
        (200, False, True),
        (404, False, True),
        (500, False, True),
        (200, True, True),
        (404, True, False),
        (500, True, False),
    ],
)
def test_an_answer_says_that_a_page_loads_from_the_desk_alone(status: int, debug: bool, says: bool) -> None:
    with override_settings(DEBUG=debug):
        answer = ContentSecurity(lambda _: HttpResponse(status=status))(RequestFactory().get("/"))
    assert (HEADER in answer.headers) is says


def test_nothing_is_taken_from_elsewhere_and_nothing_frames_a_page() -> None:
    answer = ContentSecurity(lambda _: HttpResponse())(RequestFactory().get("/"))
    assert set(answer.headers[HEADER].split("; ")) == {
        "default-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    }
