"""Who is what to whom: war and peace, neutrals, wards, and what some powers may not do."""
