"""Boards and set-ups: the datasets read into `Board`, `Catalog` and start positions."""
