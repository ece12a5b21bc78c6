"""One game between bots of any kind, played to its end or broken off."""

import json
from collections.abc import Sequence
from contextlib import ExitStack
from time import perf_counter
from typing import NamedTuple

import merx
from merx_cli.home import in_words
from merx_cli.roster import Roster
from merx_cli.tournament.blackbox import Blackbox
from merx_cli.tournament.chairs import BrokenOffError, Chair, Table
from merx_cli.tournament.config import Config
from merx_cli.tournament.entries import Failed, entry_of_fragment, entry_of_record
from merx_cli.tournament.schedule import Fixture
from merx_cli.tournament.verdicts import forfeited


class Outcome(NamedTuple):
    """A finished game."""

    entry: str
    """Its line of `games.jsonl`."""
    times: str | None = None
    """Its line of `times.jsonl`, where it is known how long the game took."""


class EngineError(Exception):
    """Something that is our bug has broken off a game. Can be pickled."""

    def __init__(self, what: str, fixture: Fixture, actions: Sequence[int] = ()) -> None:
        super().__init__(what, fixture, actions)
        self.what = what
        self.fixture = fixture
        self.actions = actions
        """Of the game, as far as they are known."""


class Referee:
    """Plays games of a tournament, one after the other, whatever the bots do."""

    def __init__(self, config: Config, game: merx.Game, roster: Roster, box: Blackbox) -> None:
        """`box` takes down who is asked and what is played."""
        self._config = config
        self._game = game
        self._roster = roster
        self._box = box

    def play(self, fixture: Fixture) -> Outcome:
        """Play a game; raises `EngineError` if it is merx that fails."""
        names = self._config.names(fixture.seats)
        start = perf_counter()
        with ExitStack() as stack:
            table = Table(self._config, self._roster, fixture, self._box, stack)
            chairs = [Chair(table, spec, seat) for seat, spec in enumerate(names)]
            try:
                entry = self._play(fixture, table, chairs)
            except (KeyboardInterrupt, SystemExit):
                raise
            except BaseException as error:  # also a panic, which is no Exception
                raise EngineError(in_words(error), fixture, self._box.actions) from error
        return Outcome(entry, _times(fixture, perf_counter() - start, chairs))

    def _play(self, fixture: Fixture, table: Table, chairs: Sequence[Chair]) -> str:
        try:
            result = merx.play_game(self._game, chairs, fixture.seed)
        except BrokenOffError:
            assert table.failed is not None
            actions = self._box.actions
            return broken_off(self._config, self._game, fixture, table.failed, actions)
        for chair in chairs:
            chair.finish(result)
        return entry_of_record(fixture, result.record, table.failed)


def broken_off(
    config: Config, game: merx.Game, fixture: Fixture, failed: Failed, actions: Sequence[int]
) -> str:
    """Return the entry of a game that ends after these actions, as a bot has failed."""
    state = game.new_initial_state(fixture.seed)
    for action in actions:
        state.apply_action(action)
    void = config.policies[failed.verdict] == "void"
    return entry_of_fragment(
        fixture,
        failed,
        None if void else forfeited(state.ranks(), failed.player),
        state.scores(),
        config.names(fixture.seats),
        [game.action_to_string(action) for action in actions],
    )


def _times(fixture: Fixture, seconds: float, chairs: Sequence[Chair]) -> str:
    thinking = [[c.decisions, round(c.seconds, 6), round(c.slowest, 6)] for c in chairs]
    document = {"number": fixture.number, "seconds": round(seconds, 6), "thinking": thinking}
    return json.dumps(document, separators=(",", ":"))
