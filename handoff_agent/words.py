"""The sentences that the command says by itself. What the desk says is passed on as it comes."""

import shlex

NO_URL = 'No desk is named: set HANDOFF_URL, or write url = "https://…" into .handoff.toml.'
NO_PROJECT = 'No project is named: set HANDOFF_PROJECT, or write project = "…" into .handoff.toml.'
NO_CARD = "No card is named: give its key, set HANDOFF_CARD, or tie this branch to one with `handoff track CARD`."
NEEDS_TOKEN = (
    "There is no token for {url}: set HANDOFF_TOKEN, or keep one in {credentials} with mode 600. "
    "`manage.py create_token` on the desk prints one."
)
NOT_TRUSTED = (
    "{name} is not sent to {url}, which only {source} names: set HANDOFF_URL too, or name the address in "
    "a [[desk]] of {credentials}, so that no repository can lead the token to a place of its own."
)
TOKEN_IN_REPOSITORY = (
    "{path} holds a token, which everyone with the repository can read. It is not used: take it out, revoke it on the "
    "desk, and keep a new one in HANDOFF_TOKEN or {credentials}."
)
COMMAND_IN_REPOSITORY = "{path} names a token_command, which no repository may choose: write it into {credentials}."
PROGRAM_IN_REPOSITORY = (
    "{path} names a summariser, which no repository may choose: it may say “off” or “extract”. A program is named in "
    "{variable} or in {file}."
)
BAD_SUMMARISER = "The summariser in {source} is no command: give its words, or “extract”, or “off”."
BAD_SECONDS = "{variable} is a whole number of seconds from 1 to {most}."
BAD_URL = "“{url}” (from {source}) is no address of a desk: give it as http:// or https:// with a host."
BAD_TOML = "{path} is not TOML: {why}."
BAD_DESK = (
    "{path}: each [[desk]] has a url, a token or a token_command, and a project if it is for one, as texts; a "
    "summariser_token or a summariser_token_command may stand beside."
)
OPEN_MODE = "{path} can be read by others: `chmod 600 {quoted}` and start again."
BAD_COMMAND = "The token_command for {url} gave no token: {why}."

NOT_REACHED = "The desk at {url} cannot be reached: {why}."
KEPT = "{url} cannot be reached ({why}); the write is kept for the next command that reaches it ({count})."
NOT_KEPT = "Nothing was sent and nothing is kept: do it again when the desk answers. `handoff doctor` says more."
TURN = "another handoff command is sending at this moment"
OLDER_REFUSED = "A write that was kept before is refused by the desk and set aside: {what}. See `handoff queue`."
NOT_UTF8 = "{path} is not UTF-8: byte {at} does not fit. Save it as UTF-8."
NO_FILE = "{path} cannot be read: {why}."
NO_STDIN = "Give a file, or the text on standard input."
REPAIRED = "The text with the locked lines in place is in {path}; look at it and send it with:"
CONFLICT = "Read what stands there now, work your change in, and save from that revision:"
STRANGE = "it answers {status}, but not as a desk does; is the address right?"
REDIRECT = "it leads on to {place}: set HANDOFF_URL to the address of the desk itself"
MERGED = "Others wrote meanwhile, and your lines were merged with theirs: read the note again before you change it."
RESTORED = "Put back: {says}"
LATE = "The note moved on, and this write is kept beside it for people to look at: {says}"
NOT_KNOWN_HERE = "This card is not known on this machine yet, and its text stays here: nothing was sent or kept."
KEPT_FROM_DESK = (
    "The note of this project is kept on the machine now, so this was not sent: save it again, and it stays here."
)
BACK_ON_DESK = (
    "This project keeps its notes on the desk again. What this machine keeps stays here: `handoff keep CARD --print` "
    "prints it, and `handoff save` sends it from now on."
)
UNCHANGED = "The note says this already; there is no new revision."
NOTHING_NEW = "The record has nothing that the note does not say already, or the note is full."
NO_ROUND = "{card} has no round {number}: leave --round out, or give the number that `handoff round start` printed."
ROUND_OVER = "Round {number} of the card succeeded later, so what this session left is of no use. Nothing is written."
PERSONS_TOKEN = (
    "The token is a person's, and what a machine writes must not count as theirs: `manage.py create_token --kind "
    "summariser` prints one for {variable}."
)
OFF = "Notes of sessions that died are off in {source}: this one is written since you ask for it, without a model."
OFF_ENDED = "Notes of sessions that died are off in {source}: none is written."
SUMMARISING = "Another handoff command has been writing notes of sessions for long: do it again later."
NO_RECORD = "{path} is no record of a session of Claude Code or Codex: no line of it could be read as one."


def count_of(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def waiting(number: int) -> str:
    return count_of(number, "write waits", "writes wait")


def command(*words: str) -> str:
    """A command that can be copied into a shell."""
    return "  " + " ".join(["handoff", *map(shlex.quote, words)])


def one_line(text: str) -> str:
    """On one line, and without characters that could steer a terminal."""
    return "".join(char if char.isprintable() else " " if char in "\n\t" else f"\\u{ord(char):04x}" for char in text)
