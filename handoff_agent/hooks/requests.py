"""The sentences that a hook adds. What goes into a context is stated as facts: text that commands from outside is
taken for an attack, and rightly so.
"""

import shlex

from handoff_agent import words

SOURCE = (
    "This comes from Handoff Desk, where the people of this project read and edit it. `handoff show {card}` prints the "
    "note, `handoff save {card}` saves it (tools: save_note, append_note)."
)
MORE = "Part {next} of {count} is printed by `handoff resume {card} --limit {limit} --part {next}`."
AWAY = "{why} What follows is the copy that was kept here {age} ago; the desk may have a newer note."
NO_COPY = "{why} There is no copy of its note on this machine."
NOT_GIVEN = "Handoff Desk gave nothing for the card {card}: {why}"
WAITING = "A write to this note still waits on this machine to be sent, and is newer than what stands above."
LEFT = (
    "An earlier session of this card ended {age} ago, and it is not known whether it left a fresh note. If it did not, "
    "one is being written from its record now: `handoff show {card}` prints it."
)
COMPACTED = (
    "Of the card {card}: {why}. A fresh note belongs on the desk before the work goes on (`handoff show {card}`, then "
    "`handoff save {card}`). This is said once in a round."
)
STOPPED = (
    "The handoff note of the card {card} is due: {why}. The next session starts from that note and from nothing else. "
    "Bring it up to date now: `handoff show {card}` prints it, `handoff save {card}` saves it from standard input "
    "(or the tool save_note). Lines that people wrote stay word for word. This is asked once in a round; then stop."
)


def named(sentence: str, card: str, **more: object) -> str:
    """With the card's key as it stands in a shell."""
    return sentence.format(card=shlex.quote(words.one_line(card)), **more)


def age(seconds: float) -> str:
    """In the largest unit of which there are two."""
    minutes = max(0, int(seconds)) // 60
    for size, one in ((24 * 60, "day"), (60, "hour"), (1, "minute")):
        if minutes >= 2 * size:
            return f"{minutes // size} {one}s"
    return "a minute" if minutes else "less than a minute"
