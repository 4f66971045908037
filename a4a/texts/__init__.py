"""A game as text: what players post of a power-turn, and a notation that reads back."""
