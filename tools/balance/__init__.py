"""How a set-up plays: a maker's tool."""
