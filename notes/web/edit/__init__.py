"""Editing a note: what the form shows, what it sends, and what is said about it."""
