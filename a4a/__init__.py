"""a4a: explore, teach and annotate WWII grand-strategy board games in JupyterLab."""

from a4a._version import __version__

__all__ = ["__version__"]
