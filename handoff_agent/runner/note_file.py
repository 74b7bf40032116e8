"""The note in a work tree: a file that agents read and write. No link leads from its path to anywhere else."""

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from handoff_agent.work_tree import WorkTree, common_folder

OWN_FOLDER = ".agentdock"
NAME = f"{OWN_FOLDER}/handoff.md"
# Beside it: what of the agent's was not taken, and why.
REFUSED = ".refused.md"
LARGEST = 4 * 1024 * 1024
NEW_FILE = 0o644
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
EXCLUDE = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW


class Unusable(Exception):
    """`why` goes into a sentence."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class NoNote(Unusable):
    """What stands there is no text that could be one."""


class State(NamedTuple):
    file: int
    size: int
    changed_at: int


class NoteFile:
    """`name` is below the top of the work tree. All that it does goes by folders it has opened itself."""

    def __init__(self, tree: WorkTree, name: str = NAME) -> None:
        parts = PurePosixPath(name).parts
        if not parts or PurePosixPath(name).is_absolute() or ".." in parts or ".git" in parts:
            raise Unusable(f"“{name}” is no place in a work tree")
        self.tree, self.folders, self.name = tree, parts[:-1], parts[-1]

    @property
    def beside(self) -> str:
        return self.name.removesuffix(".md") + REFUSED

    @property
    def shown(self) -> Path:
        return self.tree.top.joinpath(*self.folders, self.name)

    def state(self) -> State | None:
        """None where there is none. What has the same state twice was not written in between. Raises Unusable."""
        try:
            with self._folder() as folder:
                found = os.stat(self.name, dir_fd=folder, follow_symlinks=False)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise Unusable(f"{self.shown} cannot be looked at: {error.strerror}") from None
        return _state(found)

    def read(self) -> str | None:
        """None where there is none. Raises Unusable."""
        try:
            with self._folder() as folder, os.fdopen(os.open(self.name, READ, dir_fd=folder), "rb") as file:
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    raise Unusable(f"{self.shown} is no file")
                raw = file.read(LARGEST + 1)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise Unusable(f"{self.shown} cannot be read: {error.strerror}") from None
        if len(raw) > LARGEST:
            raise NoNote(f"{self.shown} is larger than any note")
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            raise NoNote(f"{self.shown} is not UTF-8") from None

    def write(self, text: str) -> State:
        """Whole or not at all, with the permissions that it has. An agent may write right after. Raises Unusable."""
        return self._put(self.name, text)

    def refuse(self, text: str | None) -> None:
        """What stands beside the note; None takes it away."""
        if text is not None:
            self._put(self.beside, text)
            return
        with suppress(FileNotFoundError), self._folder() as folder:
            os.unlink(self.beside, dir_fd=folder)

    def _put(self, name: str, text: str) -> State:
        try:
            self._exclude()
            with self._folder(make=True) as folder:
                made = f".{name}.{secrets.token_hex(4)}"
                handle = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=folder)
                try:
                    with os.fdopen(handle, "wb") as file:
                        _keep_owner(file.fileno(), name, folder)
                        file.write(text.encode("utf-8", "surrogatepass"))
                        file.flush()
                        os.fsync(file.fileno())
                        written = _state(os.fstat(file.fileno()))
                    os.rename(made, name, src_dir_fd=folder, dst_dir_fd=folder)
                except BaseException:
                    os.unlink(made, dir_fd=folder)
                    raise
                return written
        except OSError as error:
            raise Unusable(f"{self.shown.parent / name} cannot be written: {error.strerror}") from None

    @contextmanager
    def _folder(self, *, make: bool = False) -> Iterator[int]:
        """A link in its place is not followed: the system says that it is no folder."""
        here = os.open(self.tree.top, os.O_RDONLY | os.O_DIRECTORY)
        try:
            for part in self.folders:
                if make:
                    with suppress(FileExistsError):
                        os.mkdir(part, dir_fd=here)
                below = os.open(part, FOLDER, dir_fd=here)
                os.close(here)
                here = below
            yield here
        finally:
            os.close(here)

    def _exclude(self) -> None:
        """From git, for this clone alone: a folder of ours whole, in one of the user's only what is ours."""
        own = self.folders == (OWN_FOLDER,)
        names = [""] if own else [self.name, self.beside]
        lines = [("/" + "/".join([*self.folders, name])).encode() for name in names]
        path = common_folder(self.tree.git) / "info" / "exclude"
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, EXCLUDE, NEW_FILE), "rb+") as file:
            known = file.read()
            missing = [line for line in lines if line not in known.splitlines()]
            if missing:
                end = b"" if known.endswith(b"\n") or not known else b"\n"
                file.write(end + b"\n".join(missing) + b"\n")


def _state(found: os.stat_result) -> State:
    return State(found.st_ino, found.st_size, found.st_mtime_ns)


def _keep_owner(handle: int, name: str, folder: int) -> None:
    """Of the file that it takes the place of; only root may give a file away."""
    try:
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        os.fchmod(handle, NEW_FILE)
        return
    with suppress(PermissionError):
        os.fchown(handle, found.st_uid, found.st_gid)
    os.fchmod(handle, found.st_mode & 0o777 if stat.S_ISREG(found.st_mode) else NEW_FILE)
