"""Turns the lines of a note into HTML, one element a line, so that authors stay beside their lines."""
