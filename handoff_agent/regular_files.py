"""Files that others name: only regular ones are read, since a pipe or a device could hold us up for ever."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

# Opening a pipe waits for whoever writes into it, but for this.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def opened(path: Path) -> BinaryIO:
    """Raises OSError also where it is none."""
    handle = os.open(path, _FLAGS)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "it is no regular file", str(path))
    return os.fdopen(handle, "rb")
