"""Phase III: battles side by side, in groups that go through a round in step."""
