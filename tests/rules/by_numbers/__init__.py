"""Games that a4a has no rules for, by what their records say of fighting."""
