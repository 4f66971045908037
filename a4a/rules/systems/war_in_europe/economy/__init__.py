"""Production: what cities and bonuses yield, what is built and restored, and where (7)."""
