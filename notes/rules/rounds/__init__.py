"""What the first turn of a round costs both ways."""
