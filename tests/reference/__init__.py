"""Slow, obvious second implementations of the games, against which the engine is checked."""
