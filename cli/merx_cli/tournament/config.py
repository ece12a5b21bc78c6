"""Everything that decides what comes of a tournament, as `config.toml` holds it."""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self, get_args

import merx
from merx_cli.errors import CliError, one_line
from merx_cli.limits import Limits
from merx_cli.programs.pool import PREFIX as PROGRAM
from merx_cli.roster import PYTHON
from merx_cli.tournament.schedule import Format, Rotation, Schedule
from merx_cli.tournament.statistics.until import Claim
from merx_cli.tournament.verdicts import Policies, read_policies

FORMAT = "merx-run/1"


@dataclass(frozen=True, slots=True)
class Until:
    """The sequential test that may end a tournament early."""

    claim: Claim
    alpha: float
    beta: float
    margin: float


@dataclass(frozen=True, slots=True)
class Played:
    """What is played: a game's rules with an edition's numbers."""

    game: str
    rules: int
    edition: str
    edition_hash: str
    edition_path: str | None
    """Its file, if it is not compiled in."""
    players: int
    version: str
    """Of merx."""

    @classmethod
    def of(cls, game: merx.Game, edition: str) -> Self:
        """Describe a game that was loaded with this edition, a name or a path."""
        return cls(
            game=game.name,
            rules=game.rules_version,
            edition=game.edition,
            edition_hash=game.edition_hash,
            edition_path=None if edition == game.edition else edition,
            players=game.players,
            version=merx.__version__,
        )

    def load(self) -> merx.Game:
        """Make the game ready; `CliError` if it is not the one that was described."""
        edition = self.edition_path or self.edition
        game = merx.load_game(self.game, self.players, edition)
        now = Played.of(game, edition)
        differences = (
            ("merx", self.version, now.version),
            (f"the {self.game} rules version", self.rules, now.rules),
            ("edition", self.edition, now.edition),
            (f"edition {edition} of hash", self.edition_hash, now.edition_hash),
        )
        for what, before, after in differences:
            if before != after:
                raise CliError(f"the run cannot go on: it began with {what} {before}, not {after}")
        return game


@dataclass(frozen=True, slots=True)
class Config:
    """A tournament, resolved. Equal ones bring forth equal games."""

    played: Played
    bots: tuple[str, ...]
    """Canonical specs, each once; seats are indices into them."""
    schedule: Schedule
    policies: Policies
    limits: Limits
    step_limit: int | None = None
    """A game ends after so many decisions, whether it is over or not."""
    until: Until | None = None

    @property
    def plays_in_rust(self) -> bool:
        """Whether whole games can be left to the engine, as all bots are built in."""
        return self.step_limit is None and not any(map(is_foreign, self.bots))

    def names(self, seats: Sequence[int]) -> list[str]:
        """Return the specs of the bots in these seats."""
        return [self.bots[bot] for bot in seats]

    def to_toml(self) -> str:
        """Return the text of `config.toml`."""
        played, schedule, limits = self.played, self.schedule, self.limits
        tables: dict[str, dict[str, object]] = {
            "": {
                "run": FORMAT,
                "merx": played.version,
                "game": played.game,
                "rules": played.rules,
                "edition": played.edition,
                "edition_hash": played.edition_hash,
                "edition_path": played.edition_path,
                "players": played.players,
                "seed": schedule.seed,
                "games": schedule.games,
                "format": schedule.format,
                "rotation": schedule.rotation,
                "bots": list(self.bots),
                "given": list(schedule.given),
            },
            "policies": {str(verdict): policy for verdict, policy in self.policies.items()},
            "limits": {
                "move_time": limits.move,
                "game_time": limits.game,
                "start_time": limits.start,
                "step_limit": self.step_limit,
            },
        }
        if self.until is not None:
            tables["until"] = {
                "stronger": self.until.claim.stronger,
                "weaker": self.until.claim.weaker,
                "alpha": self.until.alpha,
                "beta": self.until.beta,
                "margin": self.until.margin,
            }
        return "\n".join(_table(name, keys) for name, keys in tables.items())

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """Read `config.toml`; `CliError` if it is none of ours."""
        try:
            return cls._from_tables(tomllib.loads(text))
        except (KeyError, TypeError, ValueError) as error:
            what = f"key {error} is missing" if isinstance(error, KeyError) else str(error)
            raise CliError(f"config.toml is not that of a run: {one_line(what)}") from error

    @classmethod
    def _from_tables(cls, top: dict[str, Any]) -> Self:
        if top["run"] != FORMAT:
            raise ValueError(f"it has the form {top['run']!r}, and this merx reads {FORMAT!r}")
        limits, until, policies = top["limits"], top.get("until"), top["policies"].items()
        for key, known in (("format", get_args(Format)), ("rotation", get_args(Rotation))):
            if top[key] not in known:
                raise ValueError(f"its {key} is {top[key]!r}, not one of {', '.join(known)}")
        names = ("game", "rules", "edition", "edition_hash", "players")
        return cls(
            played=Played(
                **{name: top[name] for name in names},
                edition_path=top.get("edition_path"),
                version=top["merx"],
            ),
            bots=tuple(top["bots"]),
            schedule=Schedule(
                given=tuple(top["given"]),
                players=top["players"],
                games=top["games"],
                seed=top["seed"],
                format=top["format"],
                rotation=top["rotation"],
            ),
            policies=read_policies([f"{verdict}={policy}" for verdict, policy in policies]),
            limits=Limits(limits["move_time"], limits["game_time"], limits["start_time"]),
            step_limit=limits.get("step_limit"),
            until=until
            and Until(
                Claim(until["stronger"], until["weaker"]),
                until["alpha"],
                until["beta"],
                until["margin"],
            ),
        )


def is_foreign(spec: str) -> bool:
    """Whether a bot's code is not merx's: it is in Python, or a program."""
    return spec.startswith((PYTHON, PROGRAM))


def _table(name: str, keys: Mapping[str, object]) -> str:
    lines = [f"{key} = {_value(value)}\n" for key, value in keys.items() if value is not None]
    return "".join([f"[{name}]\n" if name else "", *lines])


def _value(value: object) -> str:
    """Return a string, number or list of them in TOML, whose strings escape as JSON's do."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
