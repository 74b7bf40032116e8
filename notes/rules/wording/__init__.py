"""Times, counts and changes in words."""
