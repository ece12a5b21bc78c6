"""What can go wrong. Every text is one line that says what is wrong and what would be right."""

from __future__ import annotations

# As in `typing`, which need not be imported for it.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    Verdict: TypeAlias = Literal["illegal_action", "timeout", "crash", "protocol_error"]


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


class BotFailure(BotError):
    """A bot failed during a game: which one, when and how. Can be pickled.

    A bot that speaks for something else, such as a program, raises it with text, verdict, and what
    there is to show; `play_game` adds who and when.
    """

    #: `illegal_action`: an action that the rules do not allow now; `timeout`: no answer in time;
    #: `crash`: an exception, or a program that ended; `protocol_error`: an answer that is none.
    verdict: Verdict
    #: The answer, or what there is of it; `None` if nothing was said.
    said: str | None
    #: The last lines of a program's log, oldest first.
    log: tuple[str, ...]
    #: The bot's name in records, its player, and the decision (from 1; `None` before the first
    #: and after the last).
    bot: str | None
    player: int | None
    decision: int | None

    def __init__(
        self,
        text: str,
        verdict: Verdict,
        said: str | None = None,
        log: tuple[str, ...] = (),
        bot: str | None = None,
        player: int | None = None,
        decision: int | None = None,
    ) -> None:
        # What `args` holds is what pickle makes the error of again.
        super().__init__(text, verdict, said, log, bot, player, decision)
        self.text = text
        self.verdict = verdict
        self.said = said
        self.log = log
        self.bot = bot
        self.player = player
        self.decision = decision

    def __str__(self) -> str:
        return self.text
