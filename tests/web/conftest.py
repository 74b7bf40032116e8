from collections.abc import Callable

import pytest
from django.test import Client

from notes.models import Card, User
from tests import cast as people
from tests.cast import Cast
from tests.web.desk import NOTE, write


@pytest.fixture
def card(cast: Cast) -> Card:
    """SHOP-1 with a note of two revisions: the coder's, then a line of the operator's."""
    made = people.card(cast, "SHOP-1", title="Refund emails go out twice")
    write(made, cast.coder)
    write(made, cast.actor(cast.operator), f"{NOTE}- only the API tests\n")
    return made


@pytest.fixture
def as_(cast: Cast) -> Callable[[User], Client]:
    """A browser in which somebody is signed in."""

    def signed_in(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return signed_in


@pytest.fixture
def operator(cast: Cast, as_: Callable[[User], Client]) -> Client:
    return as_(cast.operator)


@pytest.fixture
def viewer(cast: Cast, as_: Callable[[User], Client]) -> Client:
    return as_(cast.viewer)
