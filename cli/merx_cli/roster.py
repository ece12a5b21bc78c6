"""The bots of a run: built-in ones by their specs, classes in Python files, and programs."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, Self

import merx
from merx_cli.errors import CliError
from merx_cli.home import Home, in_words, is_file
from merx_cli.limits import Limits
from merx_cli.programs.pool import PREFIX as PROGRAM
from merx_cli.programs.pool import Pool, ProgramBot
from merx_cli.programs.protocol import bot_seed

PYTHON = "py:"


class Bot(Protocol):
    """Whoever chooses for a player."""

    @property
    def spec(self) -> str:
        """What the bot is called in records."""

    def choose(self, observation: merx.Observation, /) -> int:
        """Choose one of the observation's legal actions."""


class PythonBot:
    """Somebody's object with `choose`, called at home and by the spec it was loaded by."""

    def __init__(self, spec: str, bot: Any, home: Home) -> None:
        self.spec = spec
        self.choose = home.entered()(bot.choose)
        for name in ("start", "end"):
            if hasattr(bot, name):
                setattr(self, name, home.entered()(getattr(bot, name)))


class Roster:
    """The bots that specs name. Specs are checked, Python files loaded, and programs started once.

    Programs run until the block ends, which kills them if it ends with an error.
    """

    specs: tuple[str, ...]
    """One canonical spec for each that was given."""
    programs: Pool

    def __init__(
        self, specs: Iterable[str], limits: Limits | None = None, *, show_log: bool = True
    ) -> None:
        """Read the specs. `limits` hold for programs, whose stderr is passed on or dropped."""
        self._factories: dict[str, Callable[[], PythonBot]] = {}
        self._homes: dict[Path, Home] = {}
        self.programs = Pool(limits or Limits(), show_log=show_log)
        with ExitStack() as stack:
            stack.enter_context(self.programs)
            self.specs = tuple(self._read(spec) for spec in specs)
            stack.pop_all()

    @property
    def built_in(self) -> bool:
        """Whether all bots are built in, so that whole games can be played in Rust."""
        return not (self._factories or self.programs)

    @contextmanager
    def seated(self, specs: Sequence[str], seed: int) -> Iterator[list[Bot]]:
        """Make the bots for the seats of one game, which is dealt from `seed`."""
        with ExitStack() as stack:
            yield [self.seat(spec, seed, seat, stack) for seat, spec in enumerate(specs)]

    def seat(self, spec: str, seed: int, seat: int, stack: ExitStack) -> Bot:
        """Make the bot for one seat of a game; `stack` ends with the game.

        Raises `CliError` if one in Python cannot be made, `BotFailure` if a program does not start.
        """
        if spec in self.programs:
            program = self.programs.take(spec)
            stack.callback(self.programs.give_back, program)
            return ProgramBot(program, bot_seed(seed, seat))
        factory = self._factories.get(spec)
        return merx.make_bot(spec, seed, seat) if factory is None else factory()

    def try_out(self) -> None:
        """Make each bot in Python once; `CliError` if one cannot be made."""
        for make in self._factories.values():
            make()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: Any) -> None:
        self.programs.__exit__(*error)

    def _read(self, spec: str) -> str:
        if spec.startswith(PROGRAM):
            self.programs.add(spec)
            return spec
        if not spec.startswith(PYTHON):
            return merx.check_bot_spec(spec)
        if spec not in self._factories:
            self._factories[spec] = self._load(spec)
        return spec

    def _load(self, spec: str) -> Callable[[], PythonBot]:
        where, colon, name = spec.removeprefix(PYTHON).rpartition(":")
        if not colon or not where or not name:
            raise CliError(f"bot {spec!r} is not of the form py:FILE.py:NAME or py:MODULE:NAME")
        folder = Path(where).resolve().parent if is_file(where) else Path.cwd()
        home = self._homes.setdefault(folder, Home(folder))
        with _explained(spec, "loaded"), home.entered():
            make = find_factory(spec, home.load(where), name)

        def factory() -> PythonBot:
            with _explained(spec, "made"), home.entered():
                return PythonBot(spec, make(), home)

        return factory


def play(game: merx.Game, bots: Sequence[Bot], seed: int) -> merx.GameResult:
    """Play one game, and tell the programs among the bots how it ended."""
    result = merx.play_game(game, bots, seed)
    for bot in bots:
        # `play_game` tells scores; who came where is known with its result.
        if finish := getattr(bot, "finish", None):
            finish(result)
    return result


def find_factory(spec: str, module: ModuleType, name: str) -> Callable[[], object]:
    """Return the function that makes the bots of a spec, which means `name` in `module`.

    That is a class or function to call without arguments, once for every game and seat, or an
    object that has `choose` already and then plays them all.
    """
    if not hasattr(module, name):
        playing = [n for n, thing in vars(module).items() if hasattr(thing, "choose")]
        where = spec.removeprefix(PYTHON).removesuffix(f":{name}")
        hint = f"{where} has {', '.join(playing)}" if playing else None
        raise CliError(f"bot {spec!r}: {where} has no {name!r}", hint)
    thing = getattr(module, name)
    if not isinstance(thing, type) and hasattr(thing, "choose"):
        return lambda: thing
    if not callable(thing):
        raise CliError(f"bot {spec!r}: {name} has no method choose(observation)")

    def make() -> object:
        bot = thing()
        if not hasattr(bot, "choose"):
            kind = type(bot).__name__
            raise CliError(f"bot {spec!r} makes a {kind}, which has no method choose(observation)")
        return bot

    return make


@contextmanager
def _explained(spec: str, what: str) -> Iterator[None]:
    """Say which bot it is whose code fails."""
    try:
        yield
    except CliError:
        raise
    except Exception as error:
        raise CliError(f"bot {spec!r} cannot be {what}: {in_words(error)}") from error
