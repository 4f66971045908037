"""What any game of hexes needs: charts, stacking, zones of control, movement, supply."""
