"""A bot's seat in a game of a tournament: what the bot does is judged here."""

import operator
import re
from collections.abc import Callable
from contextlib import ExitStack, nullcontext
from dataclasses import replace
from time import perf_counter
from typing import Any

import merx
from merx import BotFailure
from merx_cli.errors import one_line
from merx_cli.home import in_words
from merx_cli.programs.pool import ProgramBot
from merx_cli.programs.words import shortened
from merx_cli.roster import PYTHON, Bot, Roster
from merx_cli.tournament.alarm import OutOfTimeError, alarm
from merx_cli.tournament.blackbox import Blackbox
from merx_cli.tournament.config import Config
from merx_cli.tournament.entries import Failed
from merx_cli.tournament.schedule import Fixture
from merx_cli.tournament.verdicts import Failure

_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b")
_LONGEST_SHOWN = 200


class BrokenOffError(BaseException):
    """Ends a game through `merx.play_game`, which takes any `Exception` for a bot's own."""


class Table:
    """What the chairs of a game share."""

    failed: Failed | None
    """The first failure, or the one that has broken off the game."""

    def __init__(
        self, config: Config, roster: Roster, fixture: Fixture, box: Blackbox, stack: ExitStack
    ) -> None:
        """`stack` takes back what the roster lends, `box` takes down who is asked and what for."""
        self.config = config
        self.box = box
        self.fixture = fixture
        self.failed = None
        self._roster = roster
        self._stack = stack
        box.clear()

    def seat(self, spec: str, player: int) -> Bot:
        """Make the bot for a seat."""
        return self._roster.seat(spec, self.fixture.seed, player, self._stack)

    def fail(self, player: int, verdict: Failure, decision: int | None, said: str) -> None:
        """Take down a failure; if the game is not to go on, `BrokenOffError` ends it."""
        goes_on = self.config.policies[verdict] == "random"
        if self.failed is None or not goes_on:
            said = _ADDRESS.sub("0x...", one_line(said))  # which would differ from run to run
            count = self.failed.substituted if self.failed else 0 if goes_on else None
            self.failed = Failed(verdict, player, decision, said, count)
        if not goes_on:
            raise BrokenOffError

    def substitute(self) -> None:
        """Count a random move in the place of a bot's own."""
        assert self.failed is not None and self.failed.substituted is not None
        self.failed = replace(self.failed, substituted=self.failed.substituted + 1)


class Chair:
    """Who sits for a bot in `merx.play_game`, and never fails there but by breaking off."""

    def __init__(self, table: Table, spec: str, player: int) -> None:
        self.spec = spec
        self.decisions, self.seconds, self.slowest = 0, 0.0, 0.0
        self._table = table
        self._player = player
        self._bot: Any = None
        """`None` before the start, and when there is nobody to ask any more."""
        self._stand_in: merx.Bot | None = None

    def start(self, game: merx.Game, player: int) -> None:
        """Make the bot, and tell it that the game begins."""
        self._bot = self._judged(None, self._table.seat, self.spec, player)
        if hasattr(self._bot, "start"):
            self._judged(None, self._bot.start, game, player)

    def choose(self, observation: merx.Observation) -> int:
        """Return the bot's choice, or a random one in its place; always a legal one."""
        box, limit = self._table.box, self._table.config.step_limit
        decision = box.decisions + 1
        if limit is not None and decision > limit:
            said = f"the game is not over after {limit} decisions"
            self._table.fail(self._player, "step_limit", decision, said)
        start = perf_counter()
        action = self._choice(observation, decision)
        self._clock(perf_counter() - start)
        box.act(action)
        return action

    def end(self, scores: list[int]) -> None:
        """Tell the bot how the game ended."""
        if hasattr(self._bot, "end"):
            self._judged(None, self._bot.end, scores)

    def finish(self, result: merx.GameResult) -> None:
        """Tell a program how the game ended; what comes of that is no part of the game."""
        if isinstance(self._bot, ProgramBot):
            self._bot.finish(result)

    def _choice(self, observation: merx.Observation, decision: int) -> int:
        bot = self._bot
        if isinstance(bot, merx.Bot):  # If it fails that is our bug.
            return bot.choose(observation)
        action = None
        if bot is not None:
            action = self._judged(decision, legal_choice, bot, observation)
        return self._by_chance(observation) if action is None else action

    def _judged(
        self, decision: int | None, function: Callable[..., Any], *arguments: object
    ) -> Any:
        """Call a bot; returns `None` if it fails and the game goes on."""
        box = self._table.box
        box.call(self._player, decision)
        verdict: Failure
        limits = self._table.config.limits
        seconds = limits.start if decision is None else limits.move
        try:
            with alarm(seconds) if self.spec.startswith(PYTHON) else nullcontext():
                return function(*arguments)
        except OutOfTimeError:
            verdict, said = "timeout", f"no answer within {seconds:g} s"
        except BotFailure as error:
            verdict, said = error.verdict, str(error)
        except Exception as error:
            verdict, said = "crash", f"it raised {in_words(error)}"
        finally:
            box.returned()
        if decision is None or isinstance(self._bot, ProgramBot):
            self._bot = None  # A program that has failed is gone.
        self._table.fail(self._player, verdict, decision, said)
        return None

    def _by_chance(self, observation: merx.Observation) -> int:
        """Choose as `random` would in this seat."""
        self._table.substitute()
        if self._stand_in is None:
            self._stand_in = merx.make_bot("random", self._table.fixture.seed, self._player)
        return self._stand_in.choose(observation)

    def _clock(self, seconds: float) -> None:
        self.decisions += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)


def legal_choice(bot: Bot, observation: merx.Observation) -> int:
    """Return the legal action that a bot chooses; `BotFailure` if it chooses none."""
    answer = bot.choose(observation)
    try:
        action = operator.index(answer)
    except TypeError:
        raise BotFailure(f"it answered {_shown(answer)}, no action id", "protocol_error") from None
    if action not in observation.legal_actions():
        text = f"it answered {_shown(action)}, which is not legal"
        raise BotFailure(text, "illegal_action")
    return action


def _shown(answer: object) -> str:
    """Describe what somebody's code has returned, even if it cannot be shown."""
    try:
        return shortened(one_line(repr(answer)), _LONGEST_SHOWN)
    except Exception:
        return f"a {type(answer).__name__}"
