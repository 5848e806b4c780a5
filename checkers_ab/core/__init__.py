"""Games and their search, for any game: knows no board, no infinity, no clock and no screen."""
