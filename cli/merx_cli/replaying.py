"""Reading records back: checking them, and showing the games."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

import merx
from merx_cli.errors import CliError, from_engine
from merx_cli.narration import headline, result, tell
from merx_cli.output import printable


@dataclass(frozen=True, slots=True)
class Checked:
    """A line of a file, and the game that was replayed from it or why it could not be."""

    line: int
    outcome: merx.Replay | CliError

    def to_json(self) -> dict[str, Any]:
        """Say about it what `merx replay --json` prints."""
        match self.outcome:
            case CliError() as error:
                return {"line": self.line, "ok": False, "error": error.message}
            case game:
                return {
                    "line": self.line,
                    "ok": True,
                    "game": game.game.name,
                    "edition": game.game.edition,
                    "players": game.game.players,
                    "seed": game.seed,
                    "bots": game.bots,
                    "decisions": len(game.actions),
                    "scores": game.scores,
                    "ranks": game.ranks,
                }


def check(file: str, only: int | None, edition: str | None) -> Iterator[Checked]:
    """Replay every record of a file, or the one in line `only`; empty lines are passed over."""
    for number, line in _numbered_lines(file):
        if only not in (None, number) or not line.strip():
            continue
        try:
            yield Checked(number, merx.replay(line, edition))
        except merx.RecordError as error:
            yield Checked(number, from_engine(error))


def _numbered_lines(file: str) -> Iterator[tuple[int, str]]:
    try:
        with open(0 if file == "-" else file, encoding="utf-8", errors="replace") as lines:
            yield from enumerate(lines, start=1)
    except OSError as error:
        raise CliError(f"{file} cannot be read: {error.strerror}") from error


def peek(records: Iterator[Checked]) -> tuple[int, Iterator[Checked]]:
    """Look whether there are no records, one, or more (0, 1, 2); return all of them too."""
    first = list(islice(records, 2))
    return len(first), chain(first, records)


def show(game: merx.Replay, *, step: bool) -> None:
    """Print a game; with `step` the table before every decision, and wait at a terminal."""
    bots = _names(game)
    print(headline(game.game, game.seed, bots), end="\n\n")
    start = game.game.new_initial_state(game.seed)
    state = _show_steps(start, game.actions) if step else tell(start, game.actions)
    print(f"\n{result(state, bots)}")


def _show_steps(state: merx.State, actions: list[int]) -> merx.State:
    wait = sys.stdin.isatty() and sys.stdout.isatty()
    for number, action in enumerate(actions, start=1):
        print(str(state).rstrip())
        print(f"\n{number:>4}  P{state.current_player()}  {state.action_to_string(action)}")
        state.apply_action(action)
        if wait:
            input()
        else:
            print()
    return state


def summary(line: int, game: merx.Replay) -> str:
    """Describe a game in one line."""
    seats = zip(_names(game), game.scores, game.ranks, strict=True)
    places = "  ".join(f"P{i} {bot} {score} ({rank})" for i, (bot, score, rank) in enumerate(seats))
    return f"{line:>6}  seed {game.seed:<20}  {places}"


def _names(game: merx.Replay) -> list[str]:
    """Return what the record calls its bots, which may be anything, safe to print."""
    return [printable(bot) for bot in game.bots]
