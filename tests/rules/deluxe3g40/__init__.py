"""3G40 Deluxe: its rules, by the ids of its book."""
