from pathlib import Path

import pytest

from handoff_site.data_folder import MAKE_A_KEY, data_folder, make_secret_key, prepare


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, "/desk/var"),
        ({"HANDOFF_DATA_DIR": "data"}, "/desk/data"),
        ({"HANDOFF_DATA_DIR": "/data"}, "/data"),
    ],
)
def test_it_lies_beside_the_desk_unless_told_otherwise(environ: dict[str, str], expected: str) -> None:
    assert data_folder(environ, Path("/desk")) == Path(expected)


@pytest.mark.parametrize("command", sorted(MAKE_A_KEY))
def test_a_first_command_makes_folder_and_key(tmp_path: Path, command: str) -> None:
    prepare(tmp_path / "new", {}, [command, "--port", "8001"])
    assert len((tmp_path / "new" / "secret_key").read_text()) > 50


@pytest.mark.parametrize(
    ("environ", "typed"),
    [
        ({}, ["migrate"]),
        ({}, ["migrate", "serve"]),
        ({}, []),
        ({}, ["serve", "--web"]),
        ({"SECRET_KEY": "given"}, ["serve"]),
    ],
)
def test_no_key_is_made_for_others_nor_for_one_of_several_nor_where_one_is_given(
    tmp_path: Path, environ: dict[str, str], typed: list[str]
) -> None:
    prepare(tmp_path, environ, typed)
    assert list(tmp_path.iterdir()) == []


def test_a_key_is_for_its_owner_alone_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    make_secret_key(tmp_path / "secret_key")
    assert [(path.name, path.stat().st_mode & 0o777) for path in tmp_path.iterdir()] == [("secret_key", 0o600)]


def test_a_key_is_made_once(tmp_path: Path) -> None:
    make_secret_key(tmp_path / "secret_key")
    first = (tmp_path / "secret_key").read_text()
    make_secret_key(tmp_path / "secret_key")
    assert (tmp_path / "secret_key").read_text() == first


def test_the_other_one_of_two_that_start_together_keeps_the_first_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret_key").write_text("of the other process")
    monkeypatch.setattr(Path, "exists", lambda _: False)
    make_secret_key(tmp_path / "secret_key")
    assert (tmp_path / "secret_key").read_text() == "of the other process"
