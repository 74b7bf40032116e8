import pytest

from tests.api.doors import Api, api_of
from tests.cast import Cast, card


@pytest.fixture
def agent(cast: Cast) -> Api:
    """The coder, with a card SHOP-1 in free Markdown and SHOP-9 in nine sections."""
    card(cast, "SHOP-1")
    card(cast, "SHOP-9", format="nine_sections")
    return api_of(cast, "coder")


@pytest.fixture
def operator(cast: Cast, agent: Api) -> Api:
    return api_of(cast, cast.operator)


@pytest.fixture
def viewer(cast: Cast, agent: Api) -> Api:
    return api_of(cast, cast.viewer)
