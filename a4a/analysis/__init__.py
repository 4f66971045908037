"""What joins rules, odds and frames: coverage of a rulebook, audits, studies of single battles."""
