"""One file takes the place of another in an open folder, whole or not at all; the old one is kept open for a while."""

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from handoff_agent import plain_files

LARGEST = 4 * 1024 * 1024
NEW_FILE = 0o644
READ = plain_files.READ | os.O_NOFOLLOW


class State(NamedTuple):
    """What has the same twice was not written in between."""

    file: int
    size: int
    changed_at: int


class Changed(Exception):
    """It is not as it was seen any more."""


class Old:
    """A file that has no name any more. Whoever had it open may go on writing into it."""

    def __init__(self, handle: int) -> None:
        self.handle = handle

    def state(self) -> State:
        return state_of(os.fstat(self.handle))

    def text(self) -> str:
        return os.pread(self.handle, LARGEST, 0).decode("utf-8", "replace")

    def __del__(self) -> None:
        os.close(self.handle)


class Replaced(NamedTuple):
    """`old` is None where there was none that can be read."""

    written: State
    old: Old | None


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
    with _made(folder, name, text) as (made, written):
        old = _opened(folder, name)
        if state_in(folder, name) != seen:
            raise Changed
        _take_place(folder, made, name)
        return Replaced(written, old)


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


def _opened(folder: int, name: str) -> Old | None:
    try:
        old = Old(os.open(name, READ, dir_fd=folder))
    except OSError:
        return None
    return old if stat.S_ISREG(os.fstat(old.handle).st_mode) else None


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
