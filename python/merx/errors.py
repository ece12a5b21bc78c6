"""What can go wrong. Every text is one line that says what is wrong and what would be right."""


class MerxError(Exception):
    """Any error of merx."""


class GameError(MerxError, ValueError):
    """There is no such game, number of players, action, move or number."""


class IllegalAction(MerxError, ValueError):
    """The rules do not allow the action now. The state is as it was."""


class PositionError(MerxError, ValueError):
    """A position that could not arise, or bytes that hold none. Names the field."""


class EditionError(MerxError, ValueError):
    """A fault in an edition. Names file, table and key."""


class RecordError(MerxError, ValueError):
    """A record that is not sound: cut off, changed, or of another version or edition."""


class BotError(MerxError, ValueError):
    """A bot that does not exist, or that failed during a game."""
