"""The rules of 2WW: The War in Europe."""
