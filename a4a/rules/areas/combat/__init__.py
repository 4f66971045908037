"""Combat: raids, assaults and general combat, each concept in a module of its own.

`hits` and `values` are plain functions of unit types and numbers: who may be hit by what, how
hits must be assigned, what units roll for. The other modules ask, roll and remove.
"""
