"""What powers earn and get for it: income, objectives, purchases, the placement of new units."""
