"""Who gets land: liberation, neutrals, conquered factories; and who wins."""
