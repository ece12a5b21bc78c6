"""From the arguments of the command to a tournament that is ready."""

from collections.abc import Sequence
from dataclasses import dataclass

import merx
from merx_cli.errors import CliError
from merx_cli.limits import Limits
from merx_cli.tournament.config import Config, Played, Until, is_foreign
from merx_cli.tournament.places import InRust, Place
from merx_cli.tournament.schedule import Format, Rotation, Schedule
from merx_cli.tournament.statistics.sequential import SequentialTest
from merx_cli.tournament.statistics.until import parse_claim
from merx_cli.tournament.verdicts import read_policies


@dataclass(frozen=True, slots=True)
class Wanted:
    """A tournament as it was asked for."""

    game: str
    players: int | None
    edition: str
    bots: Sequence[str]
    games: int
    seed: int
    format: Format
    rotation: Rotation
    policies: Sequence[str]
    limits: Limits
    step_limit: int | None
    until: str | None
    alpha: float
    beta: float
    margin: float


@dataclass(frozen=True, slots=True)
class Means:
    """With what a tournament is played; nothing that comes of it depends on this."""

    threads: int
    workers: int
    cluster: str | None
    show_log: bool


def resolve(wanted: Wanted) -> Config:
    """Check everything that can be checked without running a bot; raises `CliError`."""
    game = merx.load_game(wanted.game, wanted.players, wanted.edition)
    if game.players < 2:
        raise CliError("a tournament needs games of two players or more")
    specs = [canonical(bot) for bot in wanted.bots]
    bots = tuple(dict.fromkeys(specs))
    return Config(
        played=Played.of(game, wanted.edition),
        bots=bots,
        schedule=Schedule(
            given=tuple(bots.index(spec) for spec in specs),
            players=game.players,
            games=wanted.games,
            seed=wanted.seed,
            format=wanted.format,
            rotation=wanted.rotation,
        ),
        policies=read_policies(wanted.policies),
        limits=wanted.limits,
        step_limit=wanted.step_limit,
        until=_until(wanted, bots),
    )


def canonical(spec: str) -> str:
    """Return the canonical form of a bot's spec; one in Python or a program is what it is."""
    return spec if is_foreign(spec) else merx.check_bot_spec(spec)


def place_for(config: Config, game: merx.Game, means: Means) -> Place:
    """Make ready where the games are played, and check the bots there; raises `CliError`."""
    if means.cluster is not None:
        from merx_cli.tournament.cluster import Cluster

        return Cluster(config, means.cluster, show_log=means.show_log)
    if config.plays_in_rust:
        return InRust(config, game, means.threads)
    from merx_cli.tournament.workers import Workers

    count = min(means.workers, config.schedule.games)
    return Workers(config, game, count, show_log=means.show_log)


def _until(wanted: Wanted, bots: Sequence[str]) -> Until | None:
    if wanted.until is None:
        return None
    try:
        SequentialTest(wanted.alpha, wanted.beta, wanted.margin)
    except ValueError as error:
        raise CliError(f"--until: {error}") from error
    claim = parse_claim(wanted.until, bots)
    return Until(claim, wanted.alpha, wanted.beta, wanted.margin)
