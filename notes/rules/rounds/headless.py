"""Runs without a person. Their agents keep no note: a run that did not succeed leaves one, a success clears it."""

HEADLESS = ("design_build", "planner_turn")
SUCCEEDED = "succeeded"
