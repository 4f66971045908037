"""How decisions that only this book has are laid out for the panel, and for players."""
