"""Positions to be judged, and what a search says of them."""

import json
import sys
from pathlib import Path
from typing import Any

import merx
from merx_cli.errors import CliError, one_line
from merx_cli.output import format_table
from merx_cli.programs.pool import PREFIX as PROGRAM
from merx_cli.replaying import check
from merx_cli.roster import PYTHON


def read_position(file: str, game: str, edition: str | None) -> merx.State:
    """Read a state dict (docs/formats.md); its edition is the one it names, or `edition`."""
    position = _read_object(file)
    missing = {"game", "players", "edition"} - position.keys()
    if missing:
        raise CliError(f"{file} is no position: it has no {' and no '.join(sorted(missing))}")
    if "observer" in position:
        raise CliError(
            f"{file} is an observation", "a position is the dict of a state, not of a view"
        )
    if position["game"] != game:
        raise CliError(f"{file} is a position of {position['game']!r}, not of {game!r}")
    players, named = position["players"], position["edition"]
    if type(players) is not int:
        raise CliError(f"{file}: players is {players!r}, it must be a whole number")
    known = next(info.editions for info in merx.games() if info.name == game)
    # What a position names is a name; only the person at the keyboard names files.
    if edition is None and named not in [info.name for info in known]:
        raise CliError(
            f"{file}: its edition {named!r} is no part of merx", "--edition FILE gives the edition"
        )
    try:
        return merx.load_game(game, players, edition or named).new_state(position)
    except (merx.PositionError, merx.GameError) as error:
        raise CliError(f"{file}: {error}") from error


def read_record(
    file: str, line: int | None, after: int, game: str, edition: str | None
) -> merx.State:
    """Replay a record of the file, the first or the one in `line`, for `after` decisions."""
    record = next(check(file, line, edition), None)
    if record is None:
        raise CliError(f"{file} has no record in line {line}" if line else f"{file} has no records")
    if isinstance(record.outcome, CliError):
        raise CliError(f"{file}, line {record.line}: {record.outcome.message}")
    replay = record.outcome
    if replay.game.name != game:
        raise CliError(f"{file} has a record of {replay.game.name!r}, not of {game!r}")
    if after >= len(replay.actions):
        raise CliError(
            f"the game in {file} is over after {len(replay.actions)} decisions",
            "--after K with a smaller K",
        )
    state = replay.game.new_initial_state(replay.seed)
    for action in replay.actions[:after]:
        state.apply_action(action)
    return state


def check_adviser(spec: str) -> str:
    """Return the canonical spec of a bot that searches; raise `CliError` if it does not."""
    searching = [bot.name for bot in merx.bots() if bot.searches]
    if not spec.startswith((PYTHON, PROGRAM)):
        spec = merx.check_bot_spec(spec)
    if spec.partition(":")[0] not in searching:
        raise CliError(
            f"{one_line(spec)} does not search, so it has nothing to say",
            " and ".join(searching) + " do",
        )
    return spec


def judge(state: merx.State, bot: str, seed: int) -> merx.Analysis:
    """Let a search judge the actions of the player who decides; it sees what that player may."""
    if state.is_terminal():
        raise CliError("the game is over in this position, so there is nothing to judge")
    return merx.analyse(state.observation(state.current_player()), bot, seed)


def to_json(state: merx.State, bot: str, seed: int, analysis: merx.Analysis) -> dict[str, Any]:
    """Return the document of `merx analyse --json`."""
    return {
        "game": state.game.name,
        "edition": state.game.edition,
        "edition_hash": state.game.edition_hash,
        "players": state.game.players,
        "player": state.current_player(),
        "bot": bot,
        "seed": seed,
        "simulations": analysis.simulations,
        "actions": [
            {
                "action": move.action,
                "text": move.text,
                "visits": move.visits,
                "mean_return": move.mean_return,
                "mean_score": move.mean_score,
            }
            for move in analysis.actions
        ],
    }


def as_table(analysis: merx.Analysis, top: int) -> str:
    """Rank the best `top` moves in a table."""
    rows = [
        [
            move.text,
            f"{move.visits:,}",
            f"{move.mean_return:+.3f}" if move.visits else "-",
            f"{move.mean_score:.1f}" if move.visits else "-",
        ]
        for move in analysis.actions[:top]
    ]
    header = ["move", "visits", "return", "score"]
    return format_table(header, rows, right=header[1:])


def hint(observation: merx.Observation, bot: str, most: int = 3) -> str:
    """Say in a line which moves a search likes best, and what it expects of each."""
    analysis = merx.analyse(observation, bot)
    liked = [
        f"{move.text} ({move.mean_return:+.2f})" for move in analysis.actions[:most] if move.visits
    ]
    return f"hint: {', '.join(liked)}"


def _read_object(file: str) -> dict[str, Any]:
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
        value = json.loads(text)
    except OSError as error:
        raise CliError(f"{file} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise CliError(
            f"{file} is not JSON: {error}", "`json.dump(state.to_dict(), file)` writes it"
        ) from error
    if not isinstance(value, dict):
        raise CliError(f"{file} is no position: it holds no JSON object")
    return value
