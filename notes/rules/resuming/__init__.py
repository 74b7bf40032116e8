"""What the next session receives, and what of a session goes on."""
