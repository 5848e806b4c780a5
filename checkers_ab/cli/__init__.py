"""The command line: everything that opens files, prints and ends the program."""
