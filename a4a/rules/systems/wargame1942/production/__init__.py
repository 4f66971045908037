"""War Production, and Build and Recruit: the first phase of a turn and the last."""
