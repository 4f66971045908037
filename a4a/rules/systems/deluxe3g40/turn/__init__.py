"""The steps of a power's turn that Global 1940 does not have, or has elsewhere."""
