"""Pages of their own: a game in one HTML file, to be looked at with no notebook and no network."""

from a4a.pages.export import export_html

__all__ = ["export_html"]
