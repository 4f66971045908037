"""The Axis & Allies family: what Europe 1940 and Global 1940 share, phase by phase."""
