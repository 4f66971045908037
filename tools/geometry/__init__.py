"""Builds the boards' polygons from public-domain geography; for maintainers, never at run time."""
