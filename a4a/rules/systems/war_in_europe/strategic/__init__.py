"""Strategic Warfare: cities are bombed, points are lent, convoys attacked (6)."""
