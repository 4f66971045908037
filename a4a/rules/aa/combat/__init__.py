"""The old name of `a4a.rules.areas.combat`."""
