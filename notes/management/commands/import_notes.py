from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from tqdm import tqdm

from notes.actions.errors import Invalid
from notes.management.command_line import project_called, typed_by
from notes.management.importing.files import Found, find
from notes.management.importing.git import GitFailed
from notes.management.importing.git_history import NoHistory
from notes.management.importing.one_file import CannotImport, Importer
from notes.management.importing.report import Totals, comparison_lines, lines_of, summary
from notes.rules.formats import FORMATS
from notes.rules.importing.known_agents import Override, parse_overrides


class Command(BaseCommand):
    help = "Brings notes that exist already onto the desk, with --git together with their whole history."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="Markdown or JSON files, or folders of them")
        parser.add_argument("--project", required=True, help="the project whose cards they become")
        parser.add_argument("--git", action="store_true", help="each commit that touched a file becomes a revision")
        parser.add_argument(
            "--lock", action="store_true", help="lock the lines that people wrote (agents must keep them)"
        )
        parser.add_argument("--format", choices=FORMATS, help="take the files for this format (found out by itself)")
        parser.add_argument("--key", help="the card's key, for one file (made from its path)")
        parser.add_argument("--agents", type=Path, help="a file with more agents: lines of “Name: pattern”")
        parser.add_argument("--compare-blame", action="store_true", help="say where git blame names other authors")

    def handle(self, *, paths: list[str], git: bool, verbosity: int, compare_blame: bool, **options: Any) -> None:
        try:
            files = list(find(paths))
        except OSError as error:
            raise CommandError(str(error)) from None
        if options["key"] and len(files) != 1:
            raise CommandError(f"--key names one card, and there are {len(files)} files. Name one file.")
        importer, totals, failed = _importer(options), Totals(), []
        for found in files:
            try:
                self._import(importer, found, totals, git=git, everything=verbosity > 1, blame=compare_blame)
            except (CannotImport, NoHistory, GitFailed, Invalid, ValidationError, OSError) as error:
                totals.failed += 1
                failed += [found] * found.named
                self.stderr.write(f"{_name(found)}: not imported. {_says(error)}")
        self.stdout.write(summary(totals))
        if failed:
            raise CommandError("Not all files that were named could be imported.")

    def _import(
        self, importer: Importer, found: Found, totals: Totals, *, git: bool, everything: bool, blame: bool
    ) -> None:
        with tqdm(desc=_name(found), unit=" versions", disable=None, leave=False) as bar:
            done = importer.commits(found, bar.update) if git else importer.file(found, bar.update)
        totals.add(done.note)
        self.stdout.write(f"{_name(found)} → " + "\n".join(lines_of(done, everything)))
        if blame and (comparison := importer.blame(done)):
            self.stdout.write("\n".join(comparison_lines(comparison)))


def _importer(options: dict[str, Any]) -> Importer:
    project = project_called(options["project"])
    return Importer(
        project=project,
        by=typed_by(project),
        now=timezone.now(),
        lock=options["lock"],
        format=options["format"],
        key=options["key"],
        agents=_agents(options["agents"]),
    )


def _agents(path: Path | None) -> list[Override]:
    try:
        return parse_overrides(path.read_text()) if path else []
    except (OSError, ValueError) as error:
        raise CommandError(f"{path}: {error}") from None


def _name(found: Found) -> str:
    """As a terminal may show it: file names can hold anything."""
    return "".join(char if char.isprintable() else "?" for char in str(found.path))


def _says(error: Exception) -> str:
    if isinstance(error, Invalid):
        return " ".join(problem.says for problem in error.problems)
    return " ".join(error.messages) if isinstance(error, ValidationError) else str(error)
