"""Judging recorded games of the family: a module for each thing that is judged."""
