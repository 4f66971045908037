"""Autumn 1939 to Summer 1941 of 2WW: The War in Europe, played along history: a recorded game."""
