"""Four rounds of 3G40 Deluxe: an opening along history, then the computer: a recorded game."""
