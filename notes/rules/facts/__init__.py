"""Must-carry facts: their names, kinds and values, and whether a note agrees with them."""
