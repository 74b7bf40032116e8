"""Text that stays on this machine: the desk of a project that takes none is answered for here, by the same rules."""
