"""Reads source and names what goes through a wall between the rooms."""

import ast
import sys
from collections.abc import Iterator
from pathlib import PurePosixPath

# Which rooms of notes/ each room may look into, besides itself. What stands beside them joins them.
MAY_IMPORT = {
    "rules": set(),
    "models": {"rules"},
    "queries": {"rules", "models"},
    "mail": {"rules", "models", "queries"},
    "live": {"rules", "models", "queries"},
    "actions": {"rules", "models", "queries", "mail", "live"},
    "web": {"rules", "models", "queries", "actions"},
    "api": {"rules", "models", "queries", "actions"},
    "templatetags": {"rules", "models", "queries"},
    "management": {"rules", "models", "queries", "mail", "live", "actions"},
}
FOR_RULES = sys.stdlib_module_names | {"notes", "rapidfuzz", "merge3", "markdown_it"}
# Reaching out, waiting, the clock and chance.
NOT_FOR_RULES = {
    *(
        "asyncio",
        "concurrent",
        "io",
        "logging",
        "multiprocessing",
        "os",
        "pathlib",
        "random",
        "secrets",
        "shutil",
    ),
    *("socket", "sqlite3", "subprocess", "tempfile", "threading", "time", "urllib", "uuid"),
}
# Parts of them that only work on text.
PURE_PARTS = [["urllib", "parse"]]
NOT_CALLED_BY_RULES = {"now", "today", "utcnow", "open", "input", "print"}
READS_ONLY = {"web", "api", "queries"}
WRITES = {
    *(
        "save",
        "create",
        "get_or_create",
        "update_or_create",
        "update",
        "delete",
        "bulk_create",
        "bulk_update",
    ),
    *("asave", "acreate", "aget_or_create", "aupdate_or_create", "aupdate", "adelete"),
}
SAYS_NOTHING = {
    *("util", "utils", "helper", "helpers", "common", "misc", "service", "services", "manager", "managers"),
    "signals",
}
# The agent's command: a hook must not pay for what it does not use.
MAY_IMPORT_LATE = {"handoff_agent/dispatch.py"}
LONGEST = 400

Found = Iterator[tuple[int, str]]


def broken(path: str, source: str) -> list[str]:
    """Every wall that this file goes through: where, what, and what to do instead."""
    tree = ast.parse(source)
    checks = [length(source), names(path), imports(path, tree), calls(path, tree), overrides(path, tree)]
    if path not in MAY_IMPORT_LATE:
        checks.append(late_imports(tree))
    return [f"{path}:{line}: {says}" for check in checks for line, says in check]


def room(path: str) -> str:
    """`rules` for notes/rules/…, the package's own name for what lies in no room."""
    parts = PurePosixPath(path).parts
    return parts[1] if parts[0] == "notes" and len(parts) > 2 else parts[0]


def length(source: str) -> Found:
    if (lines := source.count("\n")) > LONGEST:
        yield (
            LONGEST,
            f"the file has {lines} lines, {LONGEST} at most: give one of its purposes its own file.",
        )


def names(path: str) -> Found:
    for part in PurePosixPath(path).with_suffix("").parts:
        if taken := SAYS_NOTHING & set(part.split("_")):
            yield 1, f"“{min(taken)}” does not say what is inside: name the file after its one purpose."


def imports(path: str, tree: ast.Module) -> Found:
    for line, module in imported(tree):
        if not module:
            yield line, "an import that begins with a dot: write the full name."
        elif "signals" in module.split(".") or module == "django.dispatch":
            yield line, "a signal hides what happens: do it in the action, where it can be read."
        elif says := through_a_wall(room(path), module.split(".")):
            yield line, f"{room(path)} imports {module}: {says}"


def imported(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "notes":
            yield from ((node.lineno, f"notes.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, "" if node.level else node.module or ""


def through_a_wall(here: str, module: list[str]) -> str | None:
    package, there = module[0], next(iter(module[1:]), "")
    if here == "handoff_agent" and package in ("django", "handoff_site", "notes") and there != "rules":
        return "of ours it may import notes.rules alone, and never Django."
    not_pure = package in NOT_FOR_RULES and module not in PURE_PARTS
    if here == "rules" and (not_pure or package not in FOR_RULES):
        return "a rule is pure, so take the value as an argument."
    if package == "notes" and here in MAY_IMPORT and there not in MAY_IMPORT[here] | {here}:
        return f"it may import {', '.join(sorted(MAY_IMPORT[here])) or 'no other room'}."
    return None


def late_imports(tree: ast.Module) -> Found:
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    inside = {node for function in functions for node in ast.walk(function)}
    for node in inside:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node.lineno, "an import inside a function: move it to the top, and break the circle if any."


def calls(path: str, tree: ast.Module) -> Found:
    here = room(path)
    decorators = {each for node in ast.walk(tree) for each in getattr(node, "decorator_list", ())}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or node in decorators:
            continue
        method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if here in READS_ONLY and method in WRITES:
            yield (
                node.lineno,
                f"{here} calls .{method}(): writing is for an action (for a dict or set, use |=).",
            )
        called = node.func.id if isinstance(node.func, ast.Name) else method
        if here == "rules" and called in NOT_CALLED_BY_RULES:
            yield node.lineno, f"rules calls {called}(): a rule is pure, so take the value as an argument."


def overrides(path: str, tree: ast.Module) -> Found:
    classes = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    for owner in classes if path.startswith("notes/") else ():
        for method in owner.body:
            if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef) and method.name == "save":
                yield method.lineno, f"{owner.name} overrides save(): what a write does stands in its action."
