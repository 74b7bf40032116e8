"""The note in a work tree: a file that agents read and write. No link leads from its path to anywhere else."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from handoff_agent.plain_files import opened, why
from handoff_agent.runner import replacing
from handoff_agent.runner.replacing import LARGEST, NEW_FILE, READ, Replaced, State, state_in, state_of
from handoff_agent.work_tree import WorkTree, common_folder

OWN_FOLDER = ".agentdock"
NAME = f"{OWN_FOLDER}/handoff.md"
# Beside it: what of the agent's was not taken, and why.
REFUSED = ".refused.md"
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
EXCLUDE = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK


class Unusable(Exception):
    """`why` goes into a sentence."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class NoNote(Unusable):
    """What stands there is no text that could be one."""


class Seen(NamedTuple):
    """The text as it was in that state; None where there is none."""

    text: str | None
    state: State | None


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
        """None where there is none. Raises Unusable."""
        try:
            with self._folder() as folder:
                return state_in(folder, self.name)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise Unusable(f"{self.shown} cannot be looked at: {why(error)}") from None

    def seen(self) -> Seen:
        """Raises Unusable."""
        try:
            with self._folder() as folder, opened(self.name, READ, folder=folder) as file:
                state, raw = state_of(os.fstat(file.fileno())), file.read(LARGEST + 1)
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

    def replace(self, text: str, seen: State | None) -> Replaced:
        """For the note as it was seen; an agent may write right after. Raises Changed, Unusable."""
        with self._to_write(self.name) as folder:
            return replacing.replace(folder, self.name, text, seen)

    def refuse(self, text: str | None) -> None:
        """What stands beside the note; None takes it away. Raises Unusable, OSError."""
        if text is not None:
            with self._to_write(self.beside) as folder:
                replacing.put(folder, self.beside, text)
            return
        with suppress(FileNotFoundError), self._folder() as folder:
            os.unlink(self.beside, dir_fd=folder)

    def is_refused(self) -> bool:
        """Whether something stands beside the note."""
        with suppress(OSError), self._folder() as folder:
            return state_in(folder, self.beside) is not None
        return False

    @contextmanager
    def _to_write(self, name: str) -> Iterator[int]:
        """The folder, which is made where there is none. Raises Unusable, also of what fails in the block."""
        try:
            self._exclude()
            with self._folder(make=True) as folder:
                yield folder
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
