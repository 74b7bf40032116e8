"""Lines that agents must keep: where they stand in a write, what broke, and how to be right."""
