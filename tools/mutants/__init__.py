"""Faults planted in the rules, the odds and the importer, to see whether a test notices.

`mutmut` leaves decorated functions and constants of modules alone (what is cached, compiled or
printed in a rulebook is just that) and draws no sample; `cosmic-ray` runs one command for every
fault, whichever tests reach it, and writes into the checkout. So the planting is done here; which
tests reach a line, `coverage` knows.

| module | what it knows |
|---|---|
| `faults.py` | which faults can be planted in a module, and their names |
| `sample.py` | which of them are planted: a number, a seed |
| `trees.py` | copies of the project to plant them in |
| `probe.py` | the pytest plugin that measures tests, or runs some of them in order |
| `reach.py` | which tests reach which line: measured once, kept by content |
| `moved.py` | where the lines are now that were reached when that was measured |
| `plan.py` | which tests are run for a fault, in which order |
| `trial.py` | one fault: plant it, run its tests, say what became of it |
| `warm.py` | the process that has read the tests, in whose children most faults are tried |
| `results.py` | what is known of faults tried, and the reasons why some change nothing |
"""
