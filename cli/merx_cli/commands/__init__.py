"""The commands, one a file: their options, and what they print."""
