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
REACHED = [  # in random games; what is rarer has a position of its own
    "1.3 stopped at the first column",
    "1.3 stopped at the last column",
    "3.1.1 all transactions used",
    "3.1.2 buy, token 3",
    "3.1.2 sell, token 2",
    "3.1.3 bank empty refused",
    "3.1.3 item order refused",
    "3.1.3 no debts refused",
    "3.1.3 sales and purchases in one turn",
    "3.1.3 sales before purchases refused",
    "3.1.3 sold and bought refused",
    "3.1.4 item order refused",
    "3.1.4 sold at the start of the turn",
    "3.1.4 sold from Black Market, then buy",
    "3.1.4 token 3 laid",
    "3.1.5 a chamber pays once refused",
    "3.1.5 own shares not needed",
    "3.1.6 Black Market refused",
    "3.1.6 Dividend refused",
    "3.2.2 0 discarded",
    "3.2.2 3 discarded",
    "3.2.2 News and Black Market in one turn",
    "3.2.2 News and Dividend in one turn",
    "3.2.2 ascending refused",
    "3.2.2 drawn from the backup deck",
    "3.2.2 main deck empty",
    "3.3.1 3 cards act",
    "3.3.1 News does nothing",
    "3.3.2 the order matters",
    "3.3.3 News gone",
    "3.4.2 main deck empty",
    "5.2 last card drawn by another seat",
    "5.2 last card drawn by the last seat",
]


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
