"""Trying a bot: whole games at the edges of what may be asked, and what it does wrong in them."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

import merx
from merx_cli.checking.report import Finding, Report, Tried
from merx_cli.errors import CliError
from merx_cli.limits import Limits
from merx_cli.programs import protocol
from merx_cli.programs.pool import ProgramBot
from merx_cli.programs.program import SECONDS_TO_QUIT
from merx_cli.progress import progress
from merx_cli.roster import Bot, Roster, play

_OPPONENT = "random"
_STRANGE = {"type": "merx_bots_check", "text": "a message of a type that you do not know"}


@dataclass(frozen=True, slots=True)
class Trial:
    """One game to try a bot in."""

    game: merx.Game
    seat: int
    seed: int
    strange: bool = False
    """Whether a message of an unknown type comes before the first question."""

    def __str__(self) -> str:
        text = f"{self.game.name}, {self.game.players} players, seat {self.seat}, seed {self.seed}"
        return text + (", after a message of an unknown type" if self.strange else "")


class Examined:
    """A bot whose answers are timed and kept."""

    def __init__(self, bot: Bot, trial: Trial, tried: Tried) -> None:
        self._bot = bot
        self._trial = trial
        self._tried = tried
        self.spec = bot.spec
        self.actions: list[int] = []
        self._observation: merx.Observation | None = None

    def __getattr__(self, name: str) -> Any:
        """Find what else the bot has, such as `end`."""
        return getattr(self._bot, name)

    def start(self, game: merx.Game, player: int) -> None:
        """Begin the game, perhaps with a message that a later version might send."""
        if hasattr(self._bot, "start"):
            self._bot.start(game, player)
        if self._trial.strange and isinstance(self._bot, ProgramBot):
            self._bot.program.tell(_STRANGE)

    def choose(self, observation: merx.Observation) -> int:
        """Return the bot's choice."""
        self._observation = observation
        start = perf_counter()
        action = self._bot.choose(observation)
        self._tried.seconds.append(perf_counter() - start)
        self._tried.single += len(observation.legal_actions()) == 1
        if isinstance(self._bot, ProgramBot):
            self._tried.longest = max(self._tried.longest, len(self._bot.program.asked))
        self.actions.append(action)
        return action

    @property
    def sent(self) -> str | None:
        """The last thing it was told: the message, or what its observation shows."""
        if isinstance(self._bot, ProgramBot):
            return self._bot.program.asked.decode().rstrip("\n")
        return None if self._observation is None else self._observation.text()


def check(spec: str, games: Sequence[str], per_game: int, seed: int, limits: Limits) -> Report:
    """Try the bot of a spec in these games, in so many of each and in one of them twice.

    Raises `CliError` if there is no such bot; all that it does wrong is in the report.
    """
    report = Report(spec)
    trials = {name: list(_trials(name, per_game, seed)) for name in games}
    try:
        roster = Roster([spec], limits)
    except CliError as error:
        failure = error.__cause__
        if not isinstance(failure, merx.BotFailure):
            raise
        hello = json.dumps(protocol.hello())
        report.findings.append(_finding(failure, "start", "after its start", hello))
        return report
    with roster, progress(sum(map(len, trials.values()))) as advance:
        report.spec = roster.specs[0]
        for name, planned in trials.items():
            report.tried.append(_try_game(name, planned, roster, report))
            advance(len(planned))
        report.findings += _try_quit(roster)
    return report


def _trials(name: str, number: int, seed: int) -> Iterator[Trial]:
    """Plan the games: the fewest players with the bot first, the most with it last, then others.

    The first is repeated at the end, with a message of an unknown type thrown in.
    """
    edition = next(game for game in merx.games() if game.name == name).editions[0]
    counts = sorted(edition.players)
    tables = {players: merx.load_game(name, players, edition.name) for players in counts}
    first = Trial(tables[counts[0]], 0, merx.derive_seed(seed, 0))
    yield first
    for index in range(1, number):
        players = counts[-index % len(counts)]
        seat = players - 1 if index == 1 else index % players
        yield Trial(tables[players], seat, merx.derive_seed(seed, index))
    yield replace(first, strange=True)


def _try_game(name: str, trials: Sequence[Trial], roster: Roster, report: Report) -> Tried:
    """Play the trials of one game up to the first that goes wrong."""
    tried = Tried(name)
    first: list[int] | None = None
    for trial in trials:
        actions = _try_once(trial, roster, tried, report)
        if actions is None:
            break
        tried.played += 1
        if trial.strange:
            tried.repeats = actions == first
        first = first or actions
    return tried


def _try_once(trial: Trial, roster: Roster, tried: Tried, report: Report) -> list[int] | None:
    """Play one game and return what the bot chose; `None` if it failed, which is reported."""
    specs = [_OPPONENT] * trial.game.players
    specs[trial.seat] = report.spec
    bot: Examined | None = None
    try:
        with roster.seated(specs, trial.seed) as bots:
            if isinstance(program := bots[trial.seat], ProgramBot):
                report.name = program.program.hello.name
            bots[trial.seat] = bot = Examined(bots[trial.seat], trial, tried)
            play(trial.game, bots, trial.seed)
    except merx.BotFailure as failure:
        sent = bot.sent if bot else None
        report.findings.append(_finding(failure, failure.verdict, str(trial), sent))
        return None
    except CliError as error:  # a bot in Python that cannot be made
        report.findings.append(Finding("crash", str(trial), error.message, None, None))
        return None
    return bot.actions


def _try_quit(roster: Roster) -> Iterator[Finding]:
    """Let the programs end, and see whether they do."""
    for ending in roster.programs.close():
        if ending.code is None:
            text = f"it did not end within {SECONDS_TO_QUIT:g} s, and was killed"
        elif ending.code != 0:
            text = f"it ended with {ending}"
        elif ending.left:
            text = f"it left {ending.left} of its processes behind"
        else:
            continue
        yield Finding("quit", "after the last game", text, json.dumps(protocol.quit()), None)


def _finding(failure: merx.BotFailure, what: str, where: str, sent: str | None) -> Finding:
    text = str(failure)
    if failure.verdict == "timeout" and failure.said is None:
        text += " (is its output flushed after every line?)"
    return Finding(what, where, text, sent, failure.said, failure.log)
