"""Names of sections and fields, so that none is taken for a card. Said again here: loading the rules takes longer."""

SECTIONS = frozenset(
    {
        *("goal", "done", "next", "decisions and why", "dead ends", "files touched", "how to verify"),
        *("checklist status", "open questions"),
        *("must_carry", "open_questions", "next_action", "sources"),
        *("original_goal", "current_objective", "current_state", "important_files_and_symbols", "decisions_made"),
        *("changes_applied", "tests_run", "errors_and_failed_attempts", "user_constraints", "things_not_to_repeat"),
        *("exact_next_step", "relevant_messages_tool_calls"),
    }
)
