"""Where the text of a project's notes may be kept, and what is said in its place."""
