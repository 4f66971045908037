"""The old name of `a4a.rules.areas`: what notebooks import from here goes on working."""
