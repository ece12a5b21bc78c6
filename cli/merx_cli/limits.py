"""How long a program may take."""

from dataclasses import dataclass

MOVE_TIME = 10.0
GAME_TIME = 300.0
START_TIME = 30.0


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits in seconds."""

    move: float = MOVE_TIME
    """For one answer."""
    game: float = GAME_TIME
    """For all answers of a game."""
    start: float = START_TIME
    """To answer the first message, after it was started."""
