"""The bots of a run: built-in ones by their specs, and classes in Python files."""

import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import merx
from merx_cli.errors import CliError, one_line

PYTHON = "py:"


class Bot(Protocol):
    """Whoever chooses for a player."""

    @property
    def spec(self) -> str:
        """What the bot is called in records."""

    def choose(self, observation: merx.Observation, /) -> int:
        """Choose one of the observation's legal actions."""


class PythonBot:
    """Somebody's object with `choose`, called by the spec it was loaded by."""

    def __init__(self, spec: str, bot: Any) -> None:
        self.spec = spec
        self.choose = bot.choose
        self._bot = bot

    def __getattr__(self, name: str) -> Any:
        """Find what else the bot has, such as `start` and `end`."""
        return getattr(self._bot, name)


class Roster:
    """The bots that specs name. Specs are checked, and Python files loaded, at the start."""

    specs: tuple[str, ...]
    """One canonical spec for each that was given."""

    def __init__(self, specs: Iterable[str]) -> None:
        self._factories: dict[str, Callable[[], object]] = {}
        self.specs = tuple(self._read(spec) for spec in specs)

    @property
    def in_python(self) -> bool:
        """Whether a bot of the roster is written in Python."""
        return bool(self._factories)

    def bot(self, spec: str, seed: int, seat: int) -> Bot:
        """Make the bot for a seat of the game that is dealt from `seed`."""
        factory = self._factories.get(spec)
        return merx.make_bot(spec, seed, seat) if factory is None else PythonBot(spec, factory())

    def _read(self, spec: str) -> str:
        if not spec.startswith(PYTHON):
            return merx.check_bot_spec(spec)
        if spec not in self._factories:
            self._factories[spec] = load_factory(spec)
        return spec


def load_factory(spec: str) -> Callable[[], object]:
    """Return the function that makes the bots of a spec `py:FILE.py:NAME` or `py:MODULE:NAME`.

    NAME is a class or function to call without arguments, once for every game and seat, or an
    object that has `choose` already and then plays them all.
    """
    where, colon, name = spec.removeprefix(PYTHON).rpartition(":")
    if not colon or not where or not name:
        raise CliError(f"bot {spec!r} is not of the form py:FILE.py:NAME or py:MODULE:NAME")
    module = _load_module(spec, where)
    if not hasattr(module, name):
        playing = [n for n, thing in vars(module).items() if hasattr(thing, "choose")]
        hint = f"{where} has {', '.join(playing)}" if playing else None
        raise CliError(f"bot {spec!r}: {where} has no {name!r}", hint)
    thing = getattr(module, name)
    if not isinstance(thing, type) and hasattr(thing, "choose"):
        return lambda: thing
    if not callable(thing):
        raise CliError(f"bot {spec!r}: {name} has no method choose(observation)")
    return lambda: _make(spec, thing)


def _make(spec: str, factory: Callable[[], object]) -> object:
    try:
        bot = factory()
    except Exception as error:
        raise CliError(f"bot {spec!r} cannot be made: {_in_words(error)}") from error
    if not hasattr(bot, "choose"):
        raise CliError(f"bot {spec!r} makes {bot!r}, which has no method choose(observation)")
    return bot


def _load_module(spec: str, where: str) -> ModuleType:
    """Load the module at a path or of a name; it can import what stands beside it."""
    path = Path(where)
    is_file = path.suffix == ".py" or len(path.parts) > 1
    folder = str(path.resolve().parent if is_file else Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        return _run_file(path) if is_file else importlib.import_module(where)
    except Exception as error:
        raise CliError(f"bot {spec!r} cannot be loaded: {_in_words(error)}") from error


def _run_file(path: Path) -> ModuleType:
    name = path.stem
    source = importlib.util.spec_from_file_location(name, path)
    if source is None or source.loader is None:
        raise ImportError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(source)
    # Pickle and dataclasses look a class's module up by name.
    sys.modules[name] = module
    source.loader.exec_module(module)
    return module


def _in_words(error: Exception) -> str:
    return one_line(f"{type(error).__name__}: {error}")
