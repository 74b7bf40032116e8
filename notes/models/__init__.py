"""What is kept. One file per noun; the tables and their constraints, no behaviour beyond filters."""

from notes.models.actor import Actor, ActorKind, Role
from notes.models.answer import Answer
from notes.models.card import Card
from notes.models.escalation import Escalation
from notes.models.event import Event
from notes.models.fact import Fact
from notes.models.handoff import Handoff
from notes.models.letter import Letter
from notes.models.line_lock import LineLock
from notes.models.membership import Membership
from notes.models.pending_save import PendingSave
from notes.models.project import Project
from notes.models.question import Question
from notes.models.read_back import ReadBack
from notes.models.refusal import Refusal
from notes.models.report import Report
from notes.models.revision import Revision
from notes.models.round import Round
from notes.models.runner import Runner
from notes.models.token import Token
from notes.models.user import User

__all__ = [
    "Actor",
    "ActorKind",
    "Answer",
    "Card",
    "Escalation",
    "Event",
    "Fact",
    "Handoff",
    "Letter",
    "LineLock",
    "Membership",
    "PendingSave",
    "Project",
    "Question",
    "ReadBack",
    "Refusal",
    "Report",
    "Revision",
    "Role",
    "Round",
    "Runner",
    "Token",
    "User",
]
