"""The ruleset of a game of the engine, put together: its flow and its lists."""
