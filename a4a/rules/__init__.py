"""The rules: a kernel that knows no particular game, and a package for each family of systems."""
