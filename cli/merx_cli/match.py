"""One game for `merx play`, told as it goes."""

import typer

import merx
from merx_cli.errors import CliError
from merx_cli.limits import Limits
from merx_cli.narration import headline, result, tell
from merx_cli.output import say
from merx_cli.person import Left, Person, Table, Watched
from merx_cli.roster import Bot, Roster, play

_FILLER = "random"
"""The bot in seats for which none is given."""


def fill_seats(
    game: merx.Game, bots: list[str], human: int | None, limits: Limits, *, show_log: bool
) -> Roster:
    """Find a bot for every seat but the person's, in the order of the seats."""
    if human is not None and human >= game.players:
        raise CliError(f"there is no seat {human}, they are numbered from 0 to {game.players - 1}")
    seats = game.players - (human is not None)
    if len(bots) > seats:
        raise CliError(
            f"{len(bots)} bots are given for {seats} seats", "--players N sets their number"
        )
    missing = seats - len(bots)
    roster = Roster([*bots, *[_FILLER] * missing], limits, show_log=show_log)
    if missing:
        say(f"{_FILLER} plays in {missing} of {seats} seats")
    return roster


def play_bots(game: merx.Game, seed: int, roster: Roster, *, quiet: bool) -> str:
    """Let bots play each other, and return the record."""
    with roster.seated(roster.specs, seed) as bots:
        played = play(game, bots, seed)
    if not quiet:
        print(headline(game, seed, roster.specs), end="\n\n")
        state = tell(game.new_initial_state(seed), played.actions)
        print(f"\n{result(state, roster.specs)}")
    return played.record


def play_with_person(
    game: merx.Game,
    seed: int,
    roster: Roster,
    human: int,
    *,
    adviser: str,
    hints: bool,
    quiet: bool,
) -> str:
    """Let the bots play a person in seat `human`, and return the record.

    `adviser` is the search that gives hints when the person asks for one, or before every move with
    `hints`. With `quiet`, what the person reads goes to stderr and leaves stdout to the record.
    """
    write = say if quiet else print
    names = [*roster.specs[:human], Person.spec, *roster.specs[human:]]
    table = Table(game, seed, human, write)
    say("? helps, h hints, q quits")
    write(headline(game, seed, names) + "\n")
    with roster.seated([*names[:human], _FILLER, *names[human + 1 :]], seed) as bots:
        seats: list[Bot] = [Watched(bot, table) for bot in bots]
        seats[human] = Person(table, write, adviser=adviser, hints=hints)
        try:
            played = play(game, seats, seed)
        except Left as left:
            if not left.on_purpose:
                raise CliError("the input ended before the game", "q leaves a game") from None
            say("the game is left unfinished")
            raise typer.Exit from None
    state = game.new_initial_state(seed)
    for action in played.actions:
        state.apply_action(action)
    write(f"\n{result(state, names)}")
    return played.record
