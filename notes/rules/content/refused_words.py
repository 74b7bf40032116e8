"""How the desk words why a write was refused, where the words of the write stay on the machine."""

BY_CODE = {
    "lock.line_missing": "A locked line is gone",
    "lock.line_changed": "A locked line was changed",
    "lock.line_moved": "A locked line stands under another heading",
    "lock.lines_reordered": "Locked lines have changed places",
    "lock.block_split": "Something stands between locked lines that belong together",
    "lock.line_buried": "A locked line is inside code, HTML or a definition",
    "write.conflict": "Another writer changed the same lines",
    "write.late": "It was written on a machine that was away, and the note has moved on",
    "write.shrinks": "It takes more than half of the note away",
    "write.other_card": "It is the note of another card, word for word",
    "write.elided": "A remark stands where lines were left out",
    "write.empty": "It is empty",
    "write.format_changed": "The format of the note has changed",
    "write.format_fixed": "It is in another format than the note",
    "fact.old_value": "An old value of a fact stands there as if it still held",
    "fact.missing": "A fact is missing",
    "fact.changed": "A fact has another value",
    "fact.source_changed": "A fact has another source",
    "hygiene.secret": "Something looks like a secret",
    "format.empty_goal": "The goal is empty",
    "format.missing_section": "A section is missing",
    "format.open_fence": "A code fence never closes",
    "format.too_large": "It is over the limit of tokens",
    "format.unknown_section": "A section has a name that is not known",
}
BY_FAMILY = {
    "lock": "Locked lines were changed",
    "write": "It could not be applied",
    "fact": "It does not agree with the facts",
    "hygiene": "It holds signs that no note may hold",
    "format": "It does not fit the format of the note",
    "patch": "What it changes is not there",
    "problems": "There are more reasons",
}


def known_code(code: str) -> str:
    """A code may be newer than this desk, and nothing but codes is kept: of others no word is."""
    family = code.partition(".")[0]
    if code in BY_CODE:
        return code
    return f"{family if family in BY_FAMILY else 'write'}.other"


def refused_words(code: str, count: int) -> str:
    says = BY_CODE.get(code) or BY_FAMILY[known_code(code).partition(".")[0]]
    return f"{says}." if count == 1 else f"{says} ({count:,} times)."
