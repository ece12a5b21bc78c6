"""Games between any bots, those written in Python included."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from merx._native import Game, Observation, make_bot
from merx.errors import BotError, BotFailure, IllegalAction
from merx.texts import one_line

if TYPE_CHECKING:
    from merx.errors import Verdict


class Chooser(Protocol):
    """A bot. It may also have `start(game, player)` and `end(scores)`, called once a game.

    `start` comes before the first decision of anybody, `end` after the last one; a game that is
    broken off has no end. What they return is ignored.
    """

    def choose(self, observation: Observation, /) -> int:
        """Choose one of `observation.legal_actions()`, of which there is at least one."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game that was played."""

    #: One line of JSON, see `docs/formats.md`.
    record: str
    scores: list[int]
    ranks: list[int]
    #: Action ids.
    actions: list[int]


def play_game(game: Game, bots: Sequence[str | Chooser], seed: int = 0) -> GameResult:
    """Play one game, dealt from `seed`, between bots in seat order.

    A bot is the spec of a built-in one, or an object with `choose(observation) -> int`. Built-in
    bots draw from `seed` and their seat, so a game of specs is the one `merx.play_many` plays. In
    the record a bot is called by its `spec`, else its `name`, else its class.

    Raises `BotFailure`, a `BotError` with the seat, the decision and a verdict, when a bot raises
    or its answer is not a legal action.
    """
    if len(bots) != game.players:
        raise BotError(f"{len(bots)} bots are given, and there are {game.players} players")
    state = game.new_initial_state(seed)
    seats = [_Seat(player, bot, seed) for player, bot in enumerate(bots)]
    for seat in seats:
        seat.start(game)
    actions: list[int] = []
    while not state.is_terminal():
        seat = seats[state.current_player()]
        decision = len(actions) + 1
        action = seat.choose(state.observation(seat.player), decision)
        try:
            state.apply_action(action)
        except IllegalAction as error:
            what = f"answered {action} at decision {decision}: {error}"
            raise seat.failure(what, "illegal_action", decision, str(action)) from None
        actions.append(action)
    scores = state.scores()
    for seat in seats:
        seat.end(list(scores))
    record = game.record(seed, [seat.name for seat in seats], actions)
    return GameResult(record, scores, state.ranks(), actions)


class _Seat:
    """A bot in its seat. Says who failed, how and when, in one line."""

    def __init__(self, player: int, bot: str | Chooser, seed: int) -> None:
        self.player = player
        self.bot = make_bot(bot, seed, player) if isinstance(bot, str) else bot
        self.name = _name(self.bot)
        if not callable(getattr(self.bot, "choose", None)):
            raise self.error("is neither a spec nor an object with choose(observation)")

    def error(self, failure: str) -> BotError:
        """Make the error of a bot that cannot sit down."""
        return BotError(f"bot {self.player} ({self.name}) {failure}")

    def failure(
        self,
        what: str,
        verdict: Verdict,
        decision: int | None,
        said: str | None = None,
        log: tuple[str, ...] = (),
    ) -> BotFailure:
        """Make the error of a bot that fails in the game."""
        text = f"bot {self.player} ({self.name}) {what}"
        return BotFailure(text, verdict, said, log, self.name, self.player, decision)

    def start(self, game: Game) -> None:
        """Tell the bot, if it wants to know, which game begins and where it sits."""
        if hasattr(self.bot, "start"):
            self._call("at the start", None, self.bot.start, game, self.player)

    def choose(self, observation: Observation, decision: int) -> int:
        """Ask the bot for an action id, which may not be legal."""
        when = f"at decision {decision}"
        answer = self._call(when, decision, self.bot.choose, observation)
        if not hasattr(answer, "__index__"):
            said = one_line(repr, answer)
            what = f"answered {said} {when}, which is no action id"
            raise self.failure(what, "protocol_error", decision, said)
        return int(self._call(when, decision, operator.index, answer))

    def end(self, scores: list[int]) -> None:
        """Tell the bot, if it wants to know, how the game ended."""
        if hasattr(self.bot, "end"):
            self._call("at the end", None, self.bot.end, scores)

    def _call(
        self, when: str, decision: int | None, function: Callable[..., Any], *arguments: object
    ) -> Any:
        try:
            return function(*arguments)
        except BotFailure as error:
            what = f"failed {when}: {error}"
            raise self.failure(what, error.verdict, decision, error.said, error.log) from None
        except Exception as error:
            what = f"raised {type(error).__name__}: {one_line(str, error)} {when}"
            raise self.failure(what, "crash", decision) from error


def _name(bot: Chooser) -> str:
    """Return the bot's `spec`, else its `name`, else the name of its class."""
    for attribute in ("spec", "name"):
        if isinstance(name := getattr(bot, attribute, None), str):
            return name
    return type(bot).__name__
