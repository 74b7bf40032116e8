"""What is asked of a person, and which decision comes first."""
