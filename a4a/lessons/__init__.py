"""Lessons: exercises that the rules check. An exercise is data; an attempt is a game in windows."""
