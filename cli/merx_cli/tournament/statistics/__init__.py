"""Statistics of tournaments: what the games say, and how surely.

A pure library: arrays go in, figures come out, and nothing is read, played or printed. The
documentation is `docs/statistics.md`.
"""
