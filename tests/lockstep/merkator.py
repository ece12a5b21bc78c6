"""Merkator for the lock-step walks.

Uniform play seldom fulfils a contract, so courses lead to the rare places: planning play for dear
contracts and exchanges, hoarding for full rooms, journeys that empty the chart or never touch it,
joiners who follow everywhere. Editions with other numbers bring empty piles and rows of two
markers; set positions bring the Peace of Westphalia and ties.
"""

from __future__ import annotations

import random

from tests.lockstep.kit import Course, Dict, Edition, Kit
from tests.lockstep.policies import bot, prefer, uniform
from tests.reference import merkator

# Games this short still reach the end by the limit; the longer ones end by the chart.
OTHER_NUMBERS = {
    "rows of two": "[setup]\nturn_limit = 12\n[time_chart]\nrow_length = 2\n",
    "cheap exchanges": (
        "[setup]\nturn_limit = 12\ncoins = 5\n"
        "[limits]\nexchange = 2\njoin_major = 2\ncontracts = 2\ncoins = 5\n"
    ),
    "many cubes": "[setup]\nturn_limit = 10\nstart_cubes = 20\nsupply_tile = 1\ncoins = 15\n",
}


TENS = ("go hamburg", "go danzig", "go denmark", "go italy")  # where the contracts of value 10 go


def numbers(text: str) -> Edition:
    """An edition with these tables."""
    return Edition((2, 3, 4, 5), lambda _: text)


def near_the_peace(rng: random.Random, edition: Dict, position: Dict) -> Dict | None:
    """Tens in hand and goods for them: at the start, and alone in the last turn."""
    tens, alone = position["stacks"]["10"], position["players"] == 1
    turn = edition["solo"]["turns"] - 1 if alone else 0
    if (position["turn"], position["phase"], len(tens)) != (turn, "investing", 4):
        return None
    for seat in rng.sample(position["seats"], position["players"]):
        seat["contracts"] += [tens.pop() for _ in range(min(4 if alone else 2, len(tens)))]
        seat["contracts"].sort()
        seat["rooms"] = dict.fromkeys(seat["rooms"], 12)
    return position


def empty_piles(_rng: random.Random, edition: Dict, position: Dict) -> Dict | None:
    """At the start: the players own all cards that lie in piles, and coins, which solo has none."""
    if position["turn"] > 0 or not position["building_pile"]:
        return None
    for pile, where in (("bonus_pile", "bonus"), ("building_pile", "buildings")):
        for number, card in enumerate(position[pile]):
            position["seats"][number % position["players"]][where].append(card)
        position[pile] = []
    for seat in position["seats"]:
        seat["coins"] = edition["limits"]["coins"] if position["players"] > 1 else 0
        seat["bonus"].sort()
        seat["buildings"].sort()
    return position


def one_marker_left(_rng: random.Random, _edition: Dict, position: Dict) -> Dict | None:
    """Before a journey: one marker in the first row of the chart that holds any."""
    front: list[str] = next((row for row in position["chart"] if row), [])
    if position["phase"] != "going" or position["turn"] == 0 or len(front) < 2:
        return None
    del front[:-1]
    position["face_up"] = [
        row for row in position["face_up"] if position["chart"][row] is not front
    ]
    return position


KIT = Kit(
    game="merkator",
    reference=merkator.Merkator,
    load_edition=merkator.load_edition,
    deal=merkator.deal,
    piles_of=merkator.piles_of,
    editions={
        "standard": Edition((2, 3, 4, 5)),
        "published": Edition((1, 2, 3, 4)),
        **{name: numbers(text) for name, text in OTHER_NUMBERS.items()},
    },
    courses={
        "uniform": Course(uniform),
        "plans": Course(bot("greedy")),
        "plans with slips": Course(bot("greedy:epsilon=0.2")),
        "fulfils, joins and buys": Course(
            prefer("fulfil", "exchange", "join", "buy", "unload", "store 1")
        ),
        "sells and turns markers": Course(
            prefer("sell", "turn next", "go hamburg", "go sweden", "stay")
        ),
        "hoards time and empties the chart": Course(
            prefer("go hamburg", "go danzig", "keep", "join")
        ),
        "never takes time": Course(
            prefer("end investing", "go russia", "go england", "go france", "stay")
        ),
        "travels far": Course(
            prefer("go newfoundland", "go italy", "go spain", "join", "fulfil", "unload")
        ),
        "gains the Peace": Course(
            prefer("fulfil", "exchange", "join", TENS, "sell", otherwise=0.2), near_the_peace
        ),
        "gains the Peace and keeps all": Course(
            prefer("fulfil", "join", "end investing", TENS), near_the_peace
        ),
        "buys where no card follows": Course(prefer("buy", "fulfil", "end investing"), empty_piles),
        "gains the Peace alone": Course(
            prefer("fulfil", "end investing", TENS, otherwise=0), near_the_peace, players=(1,)
        ),
        "sells and buys alone": Course(prefer("sell", "buy", "fulfil"), players=(1,)),
        "takes the last marker of row after row": Course(
            prefer("turn next", "end investing", "go hamburg", "stay", otherwise=0.02),
            one_marker_left,
            players=(2, 3, 4, 5),
        ),
    },
    refused={"3.2.6 rows of one marker": "[time_chart]\nrow_length = 1\n"},
)
