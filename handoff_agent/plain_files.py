"""Files in whose place anybody can put something else: a pipe, a folder, a link. None of them is waited for."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

READ = os.O_RDONLY | os.O_NONBLOCK
WAYS = {os.O_RDONLY: "rb", os.O_RDWR: "rb+"}


@contextmanager
def opened(path: Path | str, flags: int = READ, *, folder: int | None = None, mode: int = 0o644) -> Iterator[BinaryIO]:
    """Raises OSError, also where it is no file."""
    handle = os.open(path, flags, mode, dir_fd=folder)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "it is no file")
        file = os.fdopen(handle, WAYS[flags & os.O_ACCMODE])
    except BaseException:
        os.close(handle)
        raise
    with file:
        yield file  # type: ignore[misc]  # it reads and writes bytes


def text_of(path: Path, errors: str = "strict") -> str | None:
    """None where there is none that can be read."""
    try:
        with opened(path) as file:
            return file.read().decode("utf-8", errors)
    except (OSError, UnicodeDecodeError):
        return None


def is_folder(path: Path) -> bool:
    """False also where nobody may look: whose it is need not be known."""
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def why(error: OSError) -> str:
    """For a sentence: what stands in the way."""
    return "it is a link, which is not followed" if error.errno == errno.ELOOP else str(error.strerror or error)
