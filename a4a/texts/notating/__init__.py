"""A game as a notation: tags, then a line for each power-turn, from which the record is read back.

An order stands with the faces it rolled, for the rules know what it caused; what no order of ours
caused stands as events. `shapes.py` says how each field of an order or event is written,
`groups.py` how units are named, `scanner.py` how a line is read.
"""
