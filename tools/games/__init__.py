"""Making the recorded games that come with a4a."""
