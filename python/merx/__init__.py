"""merx: an engine for trading board games.

    >>> import merx
    >>> game = merx.load_game("mercurius", players=4)
    >>> state = game.new_initial_state(seed=7)
    >>> while not state.is_terminal():
    ...     state.apply_action(state.legal_actions()[0])
    >>> len(state.ranks())
    4

Players are numbers 0, 1, ... in seat order, actions are ids as in OpenSpiel. For people there are
typed moves (`state.legal_moves()`, `state.apply(move)`; the classes are in a module for each game,
like `merx.mercurius`) and texts (`state.action_to_string(action)`). Bots see observations only,
never states.

Importing merx is quick: numpy, and what not everybody needs, is imported when it is first used.
"""

from importlib import import_module

from merx._native import (
    TERMINAL,
    Bot,
    Game,
    Observation,
    State,
    __version__,
    build_profile,
    check_bot_spec,
    derive_seed,
    deserialize_state,
    load_game,
    make_bot,
    play_many,
    rules,
)
from merx.errors import (
    BotError,
    BotFailure,
    EditionError,
    GameError,
    IllegalAction,
    MerxError,
    PositionError,
    RecordError,
)

# As in `typing`, which need not be imported for it.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from merx import celtic, mercurius, merkator, scoring
    from merx.analysis import Analysis, JudgedAction, analyse
    from merx.catalog import (
        BotInfo,
        EditionInfo,
        GameInfo,
        ParameterInfo,
        bots,
        check_edition,
        games,
    )
    from merx.play import GameResult, play_game
    from merx.records import Replay, replay
    from merx.scoring import ScoreSheet
    from merx.simulation import Playouts, playouts

__all__ = [
    "TERMINAL",
    "Analysis",
    "Bot",
    "BotError",
    "BotFailure",
    "BotInfo",
    "EditionError",
    "EditionInfo",
    "Game",
    "GameError",
    "GameInfo",
    "GameResult",
    "IllegalAction",
    "JudgedAction",
    "MerxError",
    "Observation",
    "ParameterInfo",
    "Playouts",
    "PositionError",
    "RecordError",
    "Replay",
    "ScoreSheet",
    "State",
    "__version__",
    "analyse",
    "bots",
    "build_profile",
    "celtic",
    "check_bot_spec",
    "check_edition",
    "derive_seed",
    "deserialize_state",
    "games",
    "load_game",
    "make_bot",
    "mercurius",
    "merkator",
    "play_game",
    "play_many",
    "playouts",
    "replay",
    "rules",
    "scoring",
]

_WHERE = {
    "analysis": ("Analysis", "JudgedAction", "analyse"),
    "catalog": (
        "BotInfo",
        "EditionInfo",
        "GameInfo",
        "ParameterInfo",
        "bots",
        "check_edition",
        "games",
    ),
    "play": ("GameResult", "play_game"),
    "records": ("Replay", "replay"),
    "scoring": ("ScoreSheet",),
    "simulation": ("Playouts", "playouts"),
}
_MODULE_OF = {name: module for module, names in _WHERE.items() for name in names}


def __getattr__(name: str) -> object:
    """Import what is used for the first time."""
    if name in ("celtic", "mercurius", "merkator", "scoring"):
        return import_module(f"merx.{name}")
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'merx' has no attribute {name!r}")
    value: object = getattr(import_module(f"merx.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
