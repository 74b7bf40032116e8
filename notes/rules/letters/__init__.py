"""When a letter goes out, what stands in it, and who was told."""
