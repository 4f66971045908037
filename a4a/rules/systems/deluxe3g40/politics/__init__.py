"""Who may do what before war, neutrals, the fall of capitals, Vichy France."""
