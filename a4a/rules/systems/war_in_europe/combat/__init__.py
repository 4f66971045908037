"""Combat on land, in the air and at sea (9, 10.2), and the transit attacks of movement (8.3.5)."""
