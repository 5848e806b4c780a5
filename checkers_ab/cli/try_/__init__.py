"""The parts of the command `try`."""
