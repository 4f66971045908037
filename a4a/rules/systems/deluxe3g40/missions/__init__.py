"""The strategic missions phase: a turn of all powers, whose parts are its phases."""
