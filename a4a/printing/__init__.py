"""A game as a document for print: text, notes, tables, and a diagram where its author put one."""
