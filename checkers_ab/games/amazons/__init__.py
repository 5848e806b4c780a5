"""The Game of the Amazons on boards up to 16x16: rules, notation, wire format and evaluations."""
