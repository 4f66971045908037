"""Movement: what may go where, by land, by sea and by air, and how aircraft come home."""
