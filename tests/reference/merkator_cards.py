"""Merkator's edition in plain Python: what the tables say, texts of cards and actions, the deal.

Part of the slow, obvious second implementation of rules.md; the game itself is in `merkator.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from . import common
from .common import Edition, Piles, State

Contract = tuple[int, str | None, dict[str, int]]  # value, place, goods needed

MOST_CUBES = 40  # 1.1: no more cubes lie on a place; rules.md sets it, not the edition
PEACE, TIME = "peace", "time"  # the text of the Peace of Westphalia; markers in an exchange


SET_UP = [  # the clauses that every start position shows
    "2.1 a cube on every major place",
    "2.1 the figure nowhere",
    "2.3 supply tile",
    "2.4 contracts, stacks, discard",
    "2.4 the Peace",
    "2.5 bonus cards and buildings",
    "2.6 seat 0 starts",
]


# --- the edition -------------------------------------------------------------------------------


def load_edition(path: str | Path) -> Edition:
    """Read an edition, extended from the standard where it says so, and check it."""
    return common.load_edition(path, check_edition)


def check_edition(edition: Edition) -> None:
    """Refuse the editions in which a rule could not be kept."""
    setup, chart, kinds = edition["setup"], edition["time_chart"], place_kinds(edition)
    if sorted(good for column in columns(edition).values() for good in column) != sorted(
        goods(edition)
    ):
        raise ValueError("office.columns: every good must have one room")
    if sorted(homes(edition)) != sorted(major_places(edition)):
        raise ValueError("goods.colours: one colour for every major place")  # 1.1
    if any(kinds.get(place) != "major" for line in edition["links"]["lines"] for place in line):
        raise ValueError("links.lines: only major places are joined")  # 3.2.4
    if chart["row_length"] < max(2, *times(edition).values()):  # 3.2.6
        raise ValueError("time_chart.row_length: two rows could be emptied at once")
    if max(times(edition).values()) < 0:  # 3.2.1
        raise ValueError("places.destinations: there must be a place that costs nothing")
    for value, place, needs in contracts(edition)[:-1]:
        if place not in kinds or not set(needs) <= set(goods(edition)):
            raise ValueError(f"contracts.cards: {place}{value} names what there is not")
    for place, good, _ in edition["bonus"]["cards"]:
        if place not in kinds or good not in goods(edition):
            raise ValueError(f"bonus.cards: {place}+{good} names what there is not")
    for players in edition["edition"]["players"]:
        if players == 1:
            if "solo" not in edition:
                raise ValueError("edition.players: one player needs the table solo")  # 6
            continue
        start = sum(start_time(edition, players, seat) for seat in range(players))
        if chart["rows"][str(players)] * chart["row_length"] + start > len(markers(edition)):
            raise ValueError(f"time_chart.rows: not enough markers for {players}")  # 2.2
    if setup["turn_limit"] < 1:  # 4.3
        raise ValueError("setup.turn_limit: at least 1")


def goods(edition: Edition) -> list[str]:
    """1.1: the goods in the order of the table, the two of a colour side by side."""
    return [good for _, _, *pair in edition["goods"]["colours"] for good in pair]


def colours(edition: Edition) -> dict[str, list[str]]:
    """1.1: the two goods of every colour."""
    return {colour: pair for colour, _, *pair in edition["goods"]["colours"]}


def homes(edition: Edition) -> dict[str, list[str]]:
    """1.1: the two goods that the cubes on a major place can become."""
    return {place: pair for _, place, *pair in edition["goods"]["colours"]}


def columns(edition: Edition) -> dict[str, list[str]]:
    """The goods that have a room in each column, by letter."""
    return dict(zip(ascii_uppercase, edition["office"]["columns"], strict=False))


def places(edition: Edition) -> list[str]:
    """The places in the order of the table."""
    return [place for place, _, _, _ in edition["places"]["destinations"]]


def place_kinds(edition: Edition) -> dict[str, str]:
    """Whether a place is major or minor."""
    return {place: kind for place, kind, _, _ in edition["places"]["destinations"]}


def major_places(edition: Edition) -> list[str]:
    """2.1: the places that hold cubes, in the order of the table."""
    return [place for place, kind in place_kinds(edition).items() if kind == "major"]


def times(edition: Edition) -> dict[str, int]:
    """3.2.1, 3.2.5: the markers a place gives, or costs if negative."""
    return {place: time for place, _, time, _ in edition["places"]["destinations"]}


def joined(edition: Edition, place: str) -> list[str]:
    """3.2.4: the places joined to one by a line."""
    lines = edition["links"]["lines"]
    return [end for line in lines if place in line for end in line if end != place]


def markers(edition: Edition) -> list[str]:
    """2.2: every time marker by its letters; a double shows one letter twice."""
    chart = edition["time_chart"]
    return [
        marker
        for letter in columns(edition)
        for marker in [letter] * chart["singles_per_letter"]
        + [2 * letter] * chart["doubles_per_letter"]
    ]


def contracts(edition: Edition) -> list[Contract]:
    """Value, place and goods of every contract; 2.4: the Peace of Westphalia is the last."""
    cards: list[Contract] = [tuple(card) for card in edition["contracts"]["cards"]]
    return [*cards, (edition["contracts"]["peace_of_westphalia"], None, {})]


def contract_values(edition: Edition) -> list[int]:
    """2.4: the different values, ascending; of all but the lowest there is a stack."""
    return sorted({value for value, _, _ in contracts(edition)})


def contract_texts(edition: Edition) -> list[str]:
    """The text of every contract by its number: place and value."""
    cards = edition["contracts"]["cards"]
    return [*common.number_copies([f"{place}{value}" for value, place, _ in cards]), PEACE]


def bonus_texts(edition: Edition) -> list[str]:
    """The text of every bonus card by its number: place and good."""
    cards = edition["bonus"]["cards"]
    return common.number_copies([f"{place}+{good}" for place, good, _ in cards])


def building_texts(edition: Edition) -> list[str]:
    """The text of every building by its number: its name."""
    return common.number_copies([name for name, *_ in edition["buildings"]["cards"]])


def action_texts(edition: Edition) -> list[str]:
    """Every action of the game in the order of the action ids."""
    cards, kinds = contract_texts(edition), goods(edition)
    return (
        [f"sell {card}" for card in cards]
        + [f"buy {card}" for card in bonus_texts(edition) + building_texts(edition)]
        + ["end investing"]
        + [f"go {place}" for place in places(edition)]
        + [f"store {number}" for number in range(MOST_CUBES + 1)]
        + ["turn next", "keep"]
        + [f"lose {good}" for good in kinds]
        + [f"fulfil {card}" for card in cards]
        + [f"exchange {what}" for what in [*kinds, TIME]]
        + [f"unload {good}" for good in kinds]
        + ["end fulfilling", "join", "stay"]
    )


# --- 2 set-up ----------------------------------------------------------------------------------


def start_time(edition: Edition, players: int, seat: int) -> int:
    """2.6: the time markers of a seat at the start; 6: alone none."""
    setup = edition["setup"]
    if players == 1:
        return 0
    if seat == 0:
        return setup["time_start_player"]
    return setup["time_last_player" if seat == players - 1 else "time_others"]


def piles(edition: Edition, players: int) -> Piles:
    """Everything that is shuffled for a game, in the order of the tables: what `deal` wants."""
    table = contracts(edition)
    by_value = {
        value: [number for number, card in enumerate(table) if card[0] == value]
        for value in contract_values(edition)
    }
    buildings = [
        number
        for number, (_, _, effect, _, _) in enumerate(edition["buildings"]["cards"])
        if players > 1 or not effect.startswith("sole_")  # 6
    ]
    return {
        "markers": markers(edition) if players > 1 else [],  # 6: there is no chart
        "contracts": by_value,
        "bonus": list(range(len(edition["bonus"]["cards"]))),
        "buildings": buildings,
    }


def deal(
    edition: Edition,
    players: int,
    markers: Sequence[str],
    contracts: Mapping[int, Sequence[int]],
    bonus: Sequence[int],
    buildings: Sequence[int],
    clauses: Counter[str] | None = None,
) -> State:
    """2: the start position from shuffled piles: markers, contracts of each value, cards.

    `clauses` counts the clauses at work.
    """
    solo = players == 1
    if clauses is not None:
        clauses.update(SET_UP)
        clauses.update(
            ["6 set-up"] if solo else ["2.2 the chart", "2.6 time of the last, of others"]
        )
    start = common.start(edition, players)  # 2.6
    given = {"markers": markers, "contracts": contracts, "bonus": bonus, "buildings": buildings}
    check_piles(given, piles(edition, players))
    hands, contracts_left = deal_contracts(edition, players, contracts)
    bonus_hands, bonus_left = deal_bonus(edition, players, bonus)
    return {
        **start,
        **nothing_begun(),
        "cubes": dict.fromkeys(major_places(edition), edition["setup"]["start_cubes"]),
        "chart": deal_chart(edition, players, markers),
        **contracts_left,
        **deal_displays(edition, bonus_left, buildings),
        "box": edition["solo"]["time_markers"] if solo else None,
        "seats": [
            start_seat(edition, start_time(edition, players, seat), hands[seat], bonus_hands[seat])
            for seat in range(players)
        ],
    }


def check_piles(given: Piles, whole: Piles) -> None:
    """Refuse piles that are not the whole ones, shuffled."""
    for name in ("markers", "bonus", "buildings"):
        if sorted(given[name]) != whole[name]:
            raise ValueError(f"{name}: everything must occur exactly once")
    by_value = {value: sorted(pile) for value, pile in given["contracts"].items()}
    if by_value != whole["contracts"]:
        raise ValueError("contracts: every card must occur exactly once, under its value")


def nothing_begun() -> dict[str, Any]:
    """Return what says that no turn has begun, and no journey."""
    return {
        "phase": "investing",
        "turn": 0,
        "last_turn": None,
        "figure": None,  # 2.1
        "face_up": [],
        "seen": [],
        "sold": None,
        "storing": None,
        "marker": None,
        "loss": None,
        "done": [],
        "unloaded": None,
        "exchange": None,
    }


def start_seat(
    edition: Edition, time: int, contracts: list[int], bonus: list[int]
) -> dict[str, Any]:
    """2: what a player has at the start."""
    setup = edition["setup"]
    return {
        "coins": setup["coins"],
        "time": time,
        "contracts": contracts,
        "bonus": bonus,
        "buildings": [],
        "rooms": dict.fromkeys(goods(edition), 0),
        "tile": dict.fromkeys(colours(edition), setup["supply_tile"]),  # 2.3
    }


def deal_chart(edition: Edition, players: int, markers: Sequence[str]) -> list[list[str]]:
    """2.2: rows of markers, filled from the front; the start markers come from the rest."""
    if players == 1:  # 6
        return []
    length, rows = edition["time_chart"]["row_length"], edition["time_chart"]["rows"][str(players)]
    return [list(markers[row * length : (row + 1) * length]) for row in range(rows)]


def deal_contracts(
    edition: Edition, players: int, piles: Mapping[int, Sequence[int]]
) -> tuple[list[list[int]], dict[str, Any]]:
    """2.4: the contracts of every player, one from each stack named; where the others lie."""
    stacks = {value: list(piles[value]) for value in contract_values(edition)}
    hands = [
        sorted(stacks[value].pop(0) for value in edition["setup"]["contracts"])
        for _ in range(players)
    ]
    discard = sorted(stacks.pop(min(stacks)))
    arrivals: list[int] = []
    for value in sorted(edition["solo"]["stack_values"]) if players == 1 else []:  # 6
        arrivals += stacks[value]
        stacks[value] = []
    left = {str(value): stack for value, stack in stacks.items()}
    return hands, {"stacks": left, "discard": discard, "arrivals": arrivals}


def deal_displays(edition: Edition, bonus: list[int], buildings: Sequence[int]) -> dict[str, Any]:
    """2.5: the first cards of both piles are displayed."""
    bonus_shown = edition["setup"]["faceup_bonus"]
    buildings_shown = edition["setup"]["faceup_buildings"]
    return {
        "bonus_display": sorted(bonus[:bonus_shown]),
        "building_display": sorted(buildings[:buildings_shown]),
        "bonus_pile": bonus[bonus_shown:],
        "building_pile": list(buildings[buildings_shown:]),
    }


def deal_bonus(
    edition: Edition, players: int, order: Sequence[int]
) -> tuple[list[list[int]], list[int]]:
    """2.5: one card of each price to every player, the first ones in the order; the rest."""
    table, rest = edition["bonus"]["cards"], list(order)
    hands: list[list[int]] = [[] for _ in range(players)]
    for price in edition["setup"]["bonus_prices"]:
        dearness: Counter[int] = Counter()
        for card in list(rest):
            if table[card][2] == price and dearness[price] < players:
                hands[dearness[price]].append(card)
                dearness[price] += 1
                rest.remove(card)
    return [sorted(hand) for hand in hands], rest


def piles_of(edition: Edition, state: State) -> Piles:
    """2: shuffled piles that lead to this start position: what `deal` wants."""
    seats, values = state["seats"], contract_values(edition)
    chart = [marker for row in state["chart"] for marker in row]
    rest = Counter(markers(edition)) - Counter(chart) if chart else Counter()
    held = [card for seat in seats for card in seat["contracts"]]
    cards = [*held, *(card for stack in state["stacks"].values() for card in stack)]
    cards += state["discard"] + state["arrivals"]
    return {
        "markers": [*chart, *rest.elements()],
        "contracts": {
            value: [card for card in cards if contracts(edition)[card][0] == value]
            for value in values
        },
        "bonus": [card for seat in seats for card in seat["bonus"]]
        + state["bonus_display"]
        + state["bonus_pile"],
        "buildings": state["building_display"] + state["building_pile"],
    }
