"""Movement of land units, air units and fleets, and what happens on the way (5.1, 8, 10.1)."""
