"""What becomes of a write: all checks in their order, and the verdict."""
