"""Handing work on: what has to be restated, and how it is compared."""
