from pathlib import Path

import pytest

from handoff_agent.machine.shelf import Shelf
from tests.machine.line import Line


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "shelf")


@pytest.fixture
def line(shelf: Shelf) -> Line:
    return Line(shelf)
