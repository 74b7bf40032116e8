"""The note in a work tree: a file that agents read and write. No link leads from its path to anywhere else."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

from handoff_agent.work_tree import WorkTree

NAME = ".agentdock/handoff.md"
# Beside it: what of the agent's was not taken, and why.
REFUSED = ".refused.md"
LARGEST = 4 * 1024 * 1024
NEW_FILE = 0o644
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK


class Unusable(Exception):
    """`why` goes into a sentence."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class NoteFile:
    """`name` is below the top of the work tree. All that it does goes by folders it has opened itself."""

    def __init__(self, tree: WorkTree, name: str = NAME) -> None:
        parts = PurePosixPath(name).parts
        if not parts or PurePosixPath(name).is_absolute() or ".." in parts or ".git" in parts:
            raise Unusable(f"“{name}” is no place in a work tree")
        self.tree, self.folders, self.name = tree, parts[:-1], parts[-1]

    @property
    def shown(self) -> Path:
        return self.tree.top.joinpath(*self.folders, self.name)

    def changed_at(self) -> float:
        """0 where there is none."""
        try:
            with self._folder() as folder:
                return os.stat(self.name, dir_fd=folder, follow_symlinks=False).st_mtime
        except FileNotFoundError:
            return 0.0

    def read(self) -> str | None:
        """None where there is none. Raises Unusable."""
        try:
            with self._folder() as folder, os.fdopen(os.open(self.name, READ, dir_fd=folder), "rb") as file:
                raw = file.read(LARGEST + 1)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise Unusable(f"{self.shown} cannot be read: {error.strerror}") from None
        if len(raw) > LARGEST:
            raise Unusable(f"{self.shown} is too large")
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            raise Unusable(f"{self.shown} is not UTF-8") from None

    def write(self, text: str) -> None:
        """Whole or not at all, with the permissions that it has. Raises Unusable."""
        self._put(self.name, text)

    def refuse(self, text: str | None) -> None:
        """What stands beside the note; None takes it away."""
        name = self.name.removesuffix(".md") + REFUSED
        if text is not None:
            self._put(name, text)
            return
        with suppress(FileNotFoundError), self._folder() as folder:
            os.unlink(name, dir_fd=folder)

    def _put(self, name: str, text: str) -> None:
        try:
            self._exclude()
            with self._folder(make=True) as folder:
                made = f".{name}.{secrets.token_hex(4)}"
                handle = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _mode(name, folder), dir_fd=folder)
                try:
                    with os.fdopen(handle, "wb") as file:
                        os.fchmod(file.fileno(), _mode(name, folder))
                        file.write(text.encode("utf-8", "surrogatepass"))
                        file.flush()
                        os.fsync(file.fileno())
                    os.rename(made, name, src_dir_fd=folder, dst_dir_fd=folder)
                except BaseException:
                    os.unlink(made, dir_fd=folder)
                    raise
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
        """From git, for this clone alone."""
        line = "/" + "/".join([*self.folders, ""] if self.folders else [self.name])
        path = _common(self.tree.git) / "info" / "exclude"
        known = path.read_text("utf-8", "replace") if path.is_file() else ""
        if line not in known.splitlines():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{known}{'' if known.endswith(chr(10)) or not known else chr(10)}{line}\n", "utf-8")


def _mode(name: str, folder: int) -> int:
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode & 0o777
    except FileNotFoundError:
        return NEW_FILE


def _common(git: Path) -> Path:
    """All work trees of a clone share one."""
    named = git / "commondir"
    return (git / named.read_text().strip()).resolve() if named.is_file() else git
