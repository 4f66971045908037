"""Who controls territories, and what a change of it does: conquest, activation, victory."""
