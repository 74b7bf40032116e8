"""The note in a work tree: a file that agents read and write. No link leads from its path to anywhere else."""

import os
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from handoff_agent import plain_files
from handoff_agent.plain_files import opened, why
from handoff_agent.work_tree import WorkTree, common_folder

OWN_FOLDER = ".agentdock"
NAME = f"{OWN_FOLDER}/handoff.md"
# Beside it: what of the agent's was not taken, and why.
REFUSED = ".refused.md"
LARGEST = 4 * 1024 * 1024
NEW_FILE = 0o644
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
READ = plain_files.READ | os.O_NOFOLLOW
EXCLUDE = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
# Whoever had the file open when another took its place may write into the old one for so long.
SECONDS_TO_LET_GO = 0.05


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


class Changed(Exception):
    """It is not as it was seen any more."""


class Seen(NamedTuple):
    """The text as it was in that state; None where there is none."""

    text: str | None
    state: State | None


class Replaced(NamedTuple):
    """`late` is the old text with what came into it while another took its place; None where nothing came."""

    written: State
    late: str | None


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
                return _state_in(self.name, folder)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise Unusable(f"{self.shown} cannot be looked at: {why(error)}") from None

    def read(self) -> str | None:
        """None where there is none. Raises Unusable."""
        return self.seen().text

    def seen(self) -> Seen:
        """Raises Unusable."""
        try:
            with self._folder() as folder, opened(self.name, READ, folder=folder) as file:
                state, raw = _state(os.fstat(file.fileno())), file.read(LARGEST + 1)
        except FileNotFoundError:
            return Seen(None, None)
        except OSError as error:
            raise Unusable(f"{self.shown} cannot be read: {why(error)}") from None
        if len(raw) > LARGEST:
            raise NoNote(f"{self.shown} is larger than any note")
        try:
            return Seen(raw.decode("utf-8"), state)
        except UnicodeDecodeError as error:
            raise NoNote(f"{self.shown} is not UTF-8: byte {error.start} does not fit") from None

    def write(self, text: str) -> State:
        """Whole or not at all, with the permissions that it has. An agent may write right after. Raises Unusable."""
        with self._made(self.name, text) as (folder, made, written):
            _take_place(made, self.name, folder)
            return written

    def replace(self, text: str, seen: State | None) -> Replaced:
        """For the note as it was seen. Raises Changed, Unusable."""
        with self._made(self.name, text) as (folder, made, written), _held(self.name, folder) as old:
            if _state_in(self.name, folder) != seen:
                raise Changed
            _take_place(made, self.name, folder)
            return Replaced(written, _late(old, folder, seen) if old else None)

    def refuse(self, text: str | None) -> None:
        """What stands beside the note; None takes it away."""
        if text is not None:
            with self._made(self.beside, text) as (folder, made, _):
                _take_place(made, self.beside, folder)
            return
        with suppress(FileNotFoundError), self._folder() as folder:
            os.unlink(self.beside, dir_fd=folder)

    def is_refused(self) -> bool:
        """Whether something stands beside the note."""
        with suppress(OSError), self._folder() as folder:
            return _state_in(self.beside, folder) is not None
        return False

    @contextmanager
    def _made(self, name: str, text: str) -> Iterator[tuple[int, str, State]]:
        """The folder, and in it the text in a file of another name; it is gone at the end of the block."""
        try:
            self._exclude()
            with self._folder(make=True) as folder, _beside(name, folder) as made:
                handle = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=folder)
                with os.fdopen(handle, "wb") as file:
                    _keep_owner(file.fileno(), name, folder)
                    file.write(text.encode("utf-8", "surrogatepass"))
                    file.flush()
                    os.fsync(file.fileno())
                    written = _state(os.fstat(file.fileno()))
                yield folder, made, written
        except OSError as error:
            raise Unusable(f"{self.shown.parent / name} cannot be written: {why(error)}") from None

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
        # Without parents: where there is no git folder any more there is no work tree.
        path.parent.mkdir(exist_ok=True)
        with opened(path, EXCLUDE, mode=NEW_FILE) as file:
            known = file.read()
            missing = [line for line in lines if line not in known.splitlines()]
            if missing:
                end = b"" if known.endswith(b"\n") or not known else b"\n"
                file.write(end + b"\n".join(missing) + b"\n")


def _state(found: os.stat_result) -> State:
    return State(found.st_ino, found.st_size, found.st_mtime_ns)


def _state_in(name: str, folder: int) -> State | None:
    try:
        return _state(os.stat(name, dir_fd=folder, follow_symlinks=False))
    except FileNotFoundError:
        return None


def _take_place(made: str, name: str, folder: int) -> None:
    os.rename(made, name, src_dir_fd=folder, dst_dir_fd=folder)


@contextmanager
def _beside(name: str, folder: int) -> Iterator[str]:
    """A name that nobody else has, and that nothing has after the block."""
    made = f".{name}.{secrets.token_hex(4)}"
    try:
        yield made
    finally:
        with suppress(FileNotFoundError):
            os.unlink(made, dir_fd=folder)


@contextmanager
def _held(name: str, folder: int) -> Iterator[str | None]:
    """A second name of a file, by which it is found when another has taken its place. None where there can be none."""
    with _beside(name, folder) as old:
        try:
            os.link(name, old, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
        except OSError:
            yield None
        else:
            yield old


def _late(old: str, folder: int, seen: State | None) -> str | None:
    time.sleep(SECONDS_TO_LET_GO)
    if _state_in(old, folder) == seen:
        return None
    with opened(old, READ, folder=folder) as file:
        return file.read(LARGEST).decode("utf-8", "replace")


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
