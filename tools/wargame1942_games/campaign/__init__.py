"""A game of three turns: the first by orders along history, the others by the computer."""
