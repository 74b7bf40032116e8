from pathlib import Path

import pytest

from handoff_agent.machine.shelf import Shelf


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "shelf")
