"""Where each line was born, through moves and merges."""
