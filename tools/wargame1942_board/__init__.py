"""Find the values and owners of The War Game's lands again, from all sums that are printed."""
