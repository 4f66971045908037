"""Pages: a game in one HTML file that needs no notebook and no network."""

from a4a.pages.export import export_html

__all__ = ["export_html"]
