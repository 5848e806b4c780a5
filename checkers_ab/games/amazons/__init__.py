"""The Game of the Amazons on boards of any size up to 16x16: rules, notation, wire format and evaluations."""
