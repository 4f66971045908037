"""Views of a record in the notebook: stepper, log, treasuries, charts, and the explorer of all."""
