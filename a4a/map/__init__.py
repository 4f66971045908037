"""The board in the browser: shapes, schematic layouts, timeline, cursor and painter."""
