"""One file takes the place of another in an open folder, whole or not at all; what came into the old one is told."""

import os
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from handoff_agent import plain_files

LARGEST = 4 * 1024 * 1024
NEW_FILE = 0o644
READ = plain_files.READ | os.O_NOFOLLOW
# Whoever had the file open when another took its place may write into the old one for so long.
SECONDS_TO_LET_GO = 0.05


class State(NamedTuple):
    """What has the same twice was not written in between."""

    file: int
    size: int
    changed_at: int


class Changed(Exception):
    """It is not as it was seen any more."""


class Replaced(NamedTuple):
    """`late` is the old text with what came into it while another took its place; None where nothing came."""

    written: State
    late: str | None


def state_of(found: os.stat_result) -> State:
    return State(found.st_ino, found.st_size, found.st_mtime_ns)


def state_in(folder: int, name: str) -> State | None:
    """None where there is none. Raises OSError."""
    try:
        return state_of(os.stat(name, dir_fd=folder, follow_symlinks=False))
    except FileNotFoundError:
        return None


def put(folder: int, name: str, text: str) -> None:
    """In the place of whatever stands there. Raises OSError."""
    with _made(folder, name, text) as (made, _):
        _take_place(folder, made, name)


def replace(folder: int, name: str, text: str, seen: State | None) -> Replaced:
    """In the place of the file as it was seen, with its permissions. Raises Changed, OSError."""
    with _made(folder, name, text) as (made, written), _held(folder, name) as old:
        if state_in(folder, name) != seen:
            raise Changed
        _take_place(folder, made, name)
        return Replaced(written, _late(folder, old, seen) if old else None)


@contextmanager
def _made(folder: int, name: str, text: str) -> Iterator[tuple[str, State]]:
    """The text in a file of another name, which is gone at the end of the block."""
    with _beside(folder, name) as made:
        handle = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=folder)
        with os.fdopen(handle, "wb") as file:
            _keep_owner(file.fileno(), folder, name)
            file.write(text.encode("utf-8", "surrogatepass"))
            file.flush()
            os.fsync(file.fileno())
            written = state_of(os.fstat(file.fileno()))
        yield made, written


def _take_place(folder: int, made: str, name: str) -> None:
    os.rename(made, name, src_dir_fd=folder, dst_dir_fd=folder)


@contextmanager
def _beside(folder: int, name: str) -> Iterator[str]:
    """A name that nobody else has, and that nothing has after the block."""
    made = f".{name}.{secrets.token_hex(4)}"
    try:
        yield made
    finally:
        with suppress(FileNotFoundError):
            os.unlink(made, dir_fd=folder)


@contextmanager
def _held(folder: int, name: str) -> Iterator[str | None]:
    """A second name of a file, by which it is found when another has taken its place. None where there can be none."""
    with _beside(folder, name) as old:
        try:
            os.link(name, old, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
        except OSError:
            yield None
        else:
            yield old


def _late(folder: int, old: str, seen: State | None) -> str | None:
    time.sleep(SECONDS_TO_LET_GO)
    if state_in(folder, old) == seen:
        return None
    with plain_files.opened(old, READ, folder=folder) as file:
        return file.read(LARGEST).decode("utf-8", "replace")


def _keep_owner(handle: int, folder: int, name: str) -> None:
    """Of the file that it takes the place of; only root may give a file away."""
    try:
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        os.fchmod(handle, NEW_FILE)
        return
    with suppress(PermissionError):
        os.fchown(handle, found.st_uid, found.st_gid)
    os.fchmod(handle, found.st_mode & 0o777 if stat.S_ISREG(found.st_mode) else NEW_FILE)
