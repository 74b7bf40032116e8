"""What no text may hold, and what it hides."""
