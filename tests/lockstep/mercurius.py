"""Mercurius for the lock-step walks.

Uniform play rarely reaches the rare places, so courses lead there: a hoarder empties the bank,
News without a discard ends the game in mid-round, and so on.
"""

from __future__ import annotations

import random

from tests.lockstep.kit import Course, Dict, Edition, Kit
from tests.lockstep.policies import bot, prefer, uniform
from tests.reference import mercurius


def odd_numbers(rng: random.Random) -> str:
    """Write tables with other numbers, as far as they may differ."""
    price = sorted(rng.sample(range(4, 60), 20))
    dividend = sorted(rng.choices(range(20), k=20))
    hand = rng.randint(3, 8)
    setup = {
        "cash": rng.choice([0, 30, 70, 10_000]),
        "hand": hand,
        "backup_deck": rng.randint(10, 71 - 5 * hand),
        "card_spaces": rng.randint(1, 3),
        "transactions_per_turn": rng.randint(1, 3),
        "final_rounds": rng.randint(0, hand - 1),
        "share_price": rng.choice(price),
        "good_price": rng.choice(price),
        "share_step": rng.randint(1, 3),
        "good_step": rng.randint(1, 9),
        "black_market": rng.randint(1, 4),
        "news_discards": rng.randint(1, 3),
        "repeat_surcharge": rng.randint(0, 1),
    }
    lines = ["[setup]", *(f"{key} = {value}" for key, value in setup.items())]
    lines += ["[supply]", *(f"{n} = {rng.randint(1, 12)}" for n in (3, 4, 5))]
    return "\n".join([*lines, "[lanes]", f"price = {price}", f"dividend = {dividend}"])


def equal_cash(rng: random.Random, _edition: Dict, position: Dict) -> Dict | None:
    """5.4: before the last card of the game, nobody holds tokens and some have equal cash."""
    last = position["players"] - 1
    if position["round"] != position["last_round"] or position["active_player"] != last:
        return None
    if position["phase"] != "card":
        return None
    for seat in position["seats"]:
        for place in ("tokens", "black_market"):
            for item, tokens in seat[place].items():
                position["bank"][item] += tokens
                seat[place][item] = 0
        seat["cash"] = rng.choice([50, 60])
    return position


KIT = Kit(
    game="mercurius",
    reference=mercurius.Mercurius,
    load_edition=mercurius.load_edition,
    deal=mercurius.deal,
    piles_of=mercurius.piles_of,
    editions={
        "standard": Edition((3, 4, 5)),
        "odd numbers": Edition((3, 4, 5), odd_numbers),
    },
    courses={
        "uniform": Course(uniform),
        "plays well": Course(bot("greedy")),
        "hoards, so that the bank is emptied": Course(prefer("buy", "play")),
        "sells the same item again and again": Course(
            prefer("sell", "buy silk", "buy hoorn", "play")
        ),
        "plays News at once and keeps its cards": Course(
            prefer("end discarding", "play news", "buy")
        ),
        "discards all it may": Course(prefer("discard", "play news", "sell")),
        "lays on Black Market, pays dividends": Course(
            prefer("lay", "dividend", "buy", otherwise=0.3)
        ),
        "pays dividends for what lies on Black Market": Course(
            prefer("lay hoorn", "dividend hoorn", "buy hoorn", otherwise=0.4)
        ),
        "keeps special cards for the end": Course(
            prefer("buy", "end", "play a", "play h", "play d")
        ),
        "ends with equal cash": Course(uniform, equal_cash),
    },
    refused={
        "1.2 a start price twice in the row": "[setup]\nshare_price = 5\n",
        "3.1.2 a sale below 0": "[setup]\nrepeat_surcharge = 2\n",
        "3.2.2 backup deck too small": "[setup]\nbackup_deck = 9\n",
    },
    rounds=2,
)
