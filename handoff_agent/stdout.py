"""What a command was asked for, on stdout."""

import json
import sys
from typing import Any


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def say_json(found: Any) -> None:
    say(json.dumps(found, ensure_ascii=False, indent=2) + "\n")
