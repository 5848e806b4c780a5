"""The commands below `grade`, a module each."""
