"""Battle odds: values and combat steps in, exact distributions out.

Pure mathematics: it knows no catalog, no state and no game. A `battle.Battle` is what fights:
kinds of units with their numbers, dice, and the steps of combat as data. `exact.solve` answers with
an `answer.Odds`; `montecarlo.simulate` answers the same question by playing.

Modules, in the order in which they build on each other:

- `given`: checks of numbers given by callers;
- `dice`, `steps`, `battle`, `losses`, `retreat`: what a battle is;
- `lines`, `side_states`: the states of a side; `throws`, `fire`: what it throws in each of them;
  `battle_tables`: both sides together;
- `compiled`, `hits`, `kernels`, `induction`: the loops over states, compiled where they can be;
- `party`, `duel`: plain battles, along two lines of hits;
- `chaining`, `chains`: rounds in which all fire falls on everybody, whatever went before;
- `opening`, `exact`, `montecarlo`, `answer`, `course`: what comes of a battle; `many`: of each of
  many battles, plain ones solved in one go;
- `stopping`, `waves`, `search`, `raid`: when to stop, battles in a row, orders of loss, raids;
- `enumeration`, `pooling`, `reserve`, `muster`, `pool`, `cheapest`: all forces that an attacker can
  send, judged at once, and the cheapest that is likely enough to win.
"""
