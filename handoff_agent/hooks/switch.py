"""Turns all hooks off: for programs that an agent's program starts, and that are no session of their own."""

import os

VARIABLE, OFF = "HANDOFF_HOOKS", "off"


def is_off() -> bool:
    return os.environ.get(VARIABLE) == OFF
