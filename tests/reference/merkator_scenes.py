"""Set positions of Merkator for the tests of its reference."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from . import merkator_cards as cards
from .merkator import IllegalAction, Merkator, deal, load_edition, piles

SEEDS = Path(__file__).parents[2] / "seeds" / "merkator"
EDITION = load_edition(SEEDS / "standard.toml")
PUBLISHED = load_edition(SEEDS / "published.toml")
GOODS, PLACES = cards.goods(EDITION), cards.places(EDITION)
CONTRACTS, BONUS = cards.contract_texts(EDITION), cards.bonus_texts(EDITION)
BUILDINGS, VALUES = cards.building_texts(EDITION), cards.contract_values(EDITION)
PEACE = CONTRACTS.index("peace")


def edition_with(base: dict[str, Any] = EDITION, **tables: dict[str, Any]) -> dict[str, Any]:
    """An edition with other values in some of its tables."""
    edition = copy.deepcopy(base)
    for table, values in tables.items():
        edition[table] |= values
    return edition


def new_game(players: int = 2, edition: dict[str, Any] = EDITION, **tables: Any) -> Merkator:
    """The position after dealing everything in the order of the tables, with empty tiles."""
    edition = edition_with(edition, **tables)
    game = Merkator(edition, deal(edition, players, **piles(edition, players)))
    for seat in game.state["seats"]:
        seat["tile"] = dict.fromkeys(seat["tile"], 0)
    return game


def solo_game(**tables: Any) -> Merkator:
    """The solo game after dealing everything in the order of the tables, with an empty tile."""
    return new_game(1, PUBLISHED, **tables)


def give(game: Merkator, player: int, **goods: int) -> None:
    """Put so many cubes into rooms; `time` and `coins` are markers and coins."""
    for what, number in goods.items():
        seat = game.state["seats"][player]
        if what in seat:
            seat[what] = number
        else:
            seat["rooms"][what] = number


def hold(game: Merkator, player: int, *texts: str) -> None:
    """Let a player hold these contracts, bonus cards or buildings, and no others of the kind."""
    seat = game.state["seats"][player]
    for key, table in (("contracts", CONTRACTS), ("bonus", BONUS), ("buildings", BUILDINGS)):
        held = sorted(table.index(text) for text in texts if text in table)
        if held:
            seat[key] = held


def clear(game: Merkator, *keys: str) -> None:
    """Empty a part of all seats."""
    for seat in game.state["seats"]:
        seat |= {key: [] for key in keys}


def apply(game: Merkator, *texts: str) -> None:
    """Apply actions, each of them legal."""
    for text in texts:
        assert game.canonical(text) in game.legal_actions(), text
        game.apply(text)


def visit(game: Merkator, place: str, *texts: str) -> None:
    """Invest nothing, go to a place and apply more actions."""
    apply(game, "end investing", f"go {place}", *texts)


def finish(game: Merkator) -> None:
    """End the turn; nobody joins."""
    apply(game, "end fulfilling")
    while game.state["phase"] == "joining":
        apply(game, "stay")


def legal(game: Merkator, verb: str) -> list[str]:
    """What follows the verb in the legal actions."""
    return [text.split()[1] for text in game.legal_actions() if text.split()[0] == verb]


def refuses(game: Merkator, text: str, reason: str) -> None:
    """The action is illegal, for the reason given, and leaves the state unharmed."""
    before = game.to_dict()
    assert text not in game.legal_actions()
    with pytest.raises(IllegalAction, match=reason):
        game.apply(text)
    assert game.to_dict() == before


def asked(game: Merkator) -> tuple[Any, ...]:
    """Whose turn it is, who decides, and what."""
    return tuple(game.state[key] for key in ("active_player", "current_player", "phase"))


def rooms(game: Merkator, player: int = 0) -> dict[str, int]:
    """The goods a player has."""
    return {good: n for good, n in game.state["seats"][player]["rooms"].items() if n}


def time(game: Merkator) -> list[int]:
    """The players' time markers."""
    return [seat["time"] for seat in game.state["seats"]]


def chart_game(players: int, *rows: list[str]) -> Merkator:
    """A position with this chart, without cubes lying in Hamburg and Danzig."""
    game = new_game(players)
    game.state |= {"chart": list(rows)}
    game.state["cubes"] |= {"hamburg": 0, "danzig": 0}
    clear(game, "bonus")
    return game
