"""What is known of a game that a bot may end together with the process that plays it."""

from collections.abc import MutableSequence

_PLAYER, _DECISION, _COUNT, _FIRST = range(4)
_NONE = -1


class Blackbox:
    """Who is called, and the actions so far, in numbers that can lie in shared memory."""

    def __init__(self, cells: MutableSequence[int]) -> None:
        """`cells` are at least `size` of the game."""
        self._cells = cells
        self.clear()

    @staticmethod
    def size(max_game_length: int) -> int:
        """Return how many numbers are needed."""
        return _FIRST + max_game_length

    def clear(self) -> None:
        """Begin a game."""
        self.returned()
        self._cells[_COUNT] = 0

    def call(self, player: int, decision: int | None) -> None:
        """Note that a bot's own code is called, for this decision or for none."""
        self._cells[_PLAYER] = player
        self._cells[_DECISION] = decision or 0

    def returned(self) -> None:
        """Note that it has come back."""
        self._cells[_PLAYER] = _NONE

    def act(self, action: int) -> None:
        """Note an action."""
        count = self._cells[_COUNT]
        self._cells[_FIRST + count] = action
        self._cells[_COUNT] = count + 1

    @property
    def player(self) -> int | None:
        """The player whose bot is called, if one is."""
        player = self._cells[_PLAYER]
        return None if player == _NONE else player

    @property
    def decision(self) -> int | None:
        """What it was called for last: a decision, from 1, or something else."""
        return self._cells[_DECISION] or None

    @property
    def decisions(self) -> int:
        """Number of actions."""
        return self._cells[_COUNT]

    @property
    def actions(self) -> list[int]:
        """The actions."""
        return list(self._cells[_FIRST : _FIRST + self.decisions])
