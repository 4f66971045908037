"""The hex board of 2WW: The War in Europe, reconstructed and drawn by a maintainer."""
