"""The core: board, catalog, units, state, events, record, dice. It knows no game and no file."""
