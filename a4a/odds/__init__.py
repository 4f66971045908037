"""Battle odds: values and combat steps in, exact distributions out.

Pure mathematics: it knows no catalog, no state and no game. A `battle.Battle` is what fights:
kinds of units with their numbers, dice, and the steps of combat as data. `exact.solve` answers with
an `answer.Odds`; `montecarlo.simulate` answers the same question by playing.

Modules, in the order in which they build on each other:

- `dice`, `steps`, `battle`, `losses`, `retreat`: what a battle is;
- `space`, `fire`: the states of a side and what it throws in each of them;
- `kernels`, `compiled`, `exact`, `montecarlo`, `answer`: what comes of it;
- `stopping`, `waves`, `search`, `raid`: questions asked of many battles.
"""
