"""The folder that holds what a single machine keeps: database, secret key, letters, static files."""

import os
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path

# The commands that may be the first that anyone types; all others ask for a key (environment.secret_key).
MAKE_A_KEY = frozenset({"serve", "demo", "makemigrations"})
# Of several web processes each would make its own, and people would be signed out by every other request.
ONE_OF_SEVERAL = "--web"


def data_folder(environ: Mapping[str, str], root: Path) -> Path:
    return root / environ.get("HANDOFF_DATA_DIR", "var")


def prepare(folder: Path, environ: Mapping[str, str], typed: Sequence[str]) -> None:
    """Before settings load: the folder is there, and so is a key where this command may make one."""
    folder.mkdir(parents=True, exist_ok=True)
    if MAKE_A_KEY.intersection(typed[:1]) and ONE_OF_SEVERAL not in typed and not environ.get("SECRET_KEY"):
        make_secret_key(folder / "secret_key")


def make_secret_key(path: Path) -> None:
    """Once: of two processes that start together one makes the key and the other leaves it alone."""
    if path.exists():
        return
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(secrets.token_urlsafe(50))
    try:
        os.link(draft, path)  # fails where the other one was first, and never shows half a key
    except FileExistsError:
        pass
    finally:
        draft.unlink()
