"""Set positions of Mercurius for the tests of its reference."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .mercurius import (
    IllegalAction,
    Mercurius,
    card_texts,
    deal,
    items,
    load_edition,
)

STANDARD = Path(__file__).parents[2] / "seeds" / "mercurius" / "standard.toml"
EDITION = load_edition(STANDARD)
CARDS = card_texts(EDITION)
ITEMS = items(EDITION)
SHARES, GOODS = ITEMS[:6], ITEMS[6:]
PRICE, DIVIDEND = EDITION["lanes"]["price"], EDITION["lanes"]["dividend"]
LAST_COLUMN = len(PRICE) - 1
TURNS = {3: 17, 4: 12, 5: 9}  # 5.2
RANDOM_GAMES = 5  # for each number of players


def new_game(players: int = 3, **changes: Any) -> Mercurius:
    """The position after dealing the cards in the order of the table, with changes."""
    return Mercurius(EDITION, deal(EDITION, players, range(72)) | changes)


def give(game: Mercurius, seat: int, *tokens: str) -> None:
    """Move tokens from the bank to a seat."""
    for item in tokens:
        game.state["bank"][item] -= 1
        game.state["seats"][seat]["tokens"][item] += 1


def set_price(game: Mercurius, item: str, price: int) -> None:
    game.state["columns"][item] = PRICE.index(price)


def apply(game: Mercurius, *texts: str) -> None:
    for text in texts:
        assert game.canonical(text) in game.legal_actions(), text
        game.apply(text)


def skip_turn(game: Mercurius) -> None:
    """Do nothing, then play the first card of the hand."""
    apply(game, "end finance", f"play {game.seat()['hand'][0]}")


def legal(game: Mercurius, verb: str) -> list[str]:
    return [text.split()[1] for text in game.legal_actions() if text.split()[0] == verb]


def card_number(text: str) -> int:
    return CARDS.index(text)


def refuses(game: Mercurius, text: str, reason: str) -> None:
    """The action is illegal, for the reason given, and leaves the state unharmed."""
    before = game.to_dict()
    assert text not in game.legal_actions()
    with pytest.raises(IllegalAction, match=reason):
        game.apply(text)
    assert game.to_dict() == before
