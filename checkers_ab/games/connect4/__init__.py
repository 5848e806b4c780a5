"""Connect Four on a board of any size."""
