"""Tournaments: who plays whom, playing, and what came of it."""
