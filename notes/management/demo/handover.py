"""A session that ran out of context and handed twelve fields to the next one."""

from typing import Any

from notes.management.demo.stage import Stage

FIRST: dict[str, Any] = {
    "original_goal": "Validate email addresses at sign-up and say clearly what is wrong with them",
    "current_objective": "Make the tests of the error codes pass",
    "current_state": "2 files changed, not committed; 41 of 43 tests pass",
    "important_files_and_symbols": ["validators.py: validate_email", "views.py: sign_up", "routes.py"],
    "decisions_made": ["SQLite over PostgreSQL: one user, no server", "No regular expression for the whole address"],
    "changes_applied": ["Created validators.py", "Updated views.py line 42-58", "Updated routes.py line 15"],
    "tests_run": ["test_login_invalid_email expected INVALID_EMAIL but got VALIDATION_ERROR"],
    "errors_and_failed_attempts": [
        "Raising ValidationError in the view: the middleware turns it into VALIDATION_ERROR"
    ],
    "user_constraints": [],
    "things_not_to_repeat": ["Do not catch the error in the middleware, three other views rely on it"],
    "exact_next_step": "Return the code INVALID_EMAIL from validate_email and map it in views.py",
    "relevant_messages_tool_calls": ["Turn 3: the sign-up page is used by screen readers"],
}


def play(stage: Stage) -> None:
    agent = stage.program("coding agent")
    card = stage.card("SESSION-7", "Email validation at sign-up", agent, 0, format="twelve_fields")
    stage.saves(card, agent, 55, FIRST, model="claude-opus", round=1)
    steered = FIRST | {"user_constraints": ["Do not touch the database layer."]}
    stage.saves(card, stage.person("operator"), 70, steered)
    stage.reads_back(stage.hands_off(card, agent, 72, "a fresh session", "session"), agent, 74)
    done = steered | {
        "current_state": "3 files changed, committed as 7be21f4; 43 of 43 tests pass",
        "changes_applied": [*FIRST["changes_applied"], "validate_email returns INVALID_EMAIL, views.py maps it"],
        "tests_run": ["pytest -q: 43 passed"],
        "exact_next_step": "Write the messages for internationalised addresses (ಉದಾಹರಣೆ@ಉದಾಹರಣೆ.ಭಾರತ, 用户@例子.广告)",
    }
    stage.saves(card, agent, 130, done, model="claude-opus", round=2)
