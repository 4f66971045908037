"""Phases II and IV: what moves where, and what units are declared to do where they fight."""
