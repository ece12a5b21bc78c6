"""Scoring Merkator in plain Python: rules.md 5 and the building effects of 8.

Part of the slow, obvious second implementation of rules.md; the game itself is in `merkator.py`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from .common import Edition, State
from .merkator_cards import (
    building_texts,
    colours,
    columns,
    contract_texts,
    contracts,
    goods,
    place_kinds,
)

Seat = dict[str, Any]


def sheet(edition: Edition, state: State) -> list[list[tuple[str, int]]]:
    """5.1: for every player the most valuable contracts, the others, the buildings."""
    return [
        contract_entries(edition, seat) + building_entries(edition, state, number)
        for number, seat in enumerate(state["seats"])
    ]


def contract_entries(edition: Edition, seat: Seat) -> list[tuple[str, int]]:
    """5.1: the most valuable contracts in full, of the sum of the others half, rounded down."""
    scoring, texts = edition["scoring"], contract_texts(edition)
    best_first = sorted(seat["contracts"], key=lambda card: value(edition, card), reverse=True)
    full, others = (
        best_first[: scoring["full_contracts"]],
        best_first[scoring["full_contracts"] :],
    )
    entries = [(f"contract {texts[card]}", value(edition, card)) for card in full]
    if others:
        total, divisor = sum(value(edition, card) for card in others), scoring["rest_divisor"]
        text = f"other contracts: {total} divided by {divisor}"
        entries.append((text, total // divisor))
    return entries


def building_entries(edition: Edition, state: State, player: int) -> list[tuple[str, int]]:
    """8: what each building of a player counts."""
    texts = building_texts(edition)
    return [
        (f"building {texts[card]}", building_points(edition, state, player, card))
        for card in state["seats"][player]["buildings"]
    ]


def building_points(edition: Edition, state: State, player: int, card: int) -> int:
    """8: the lesser of the most and the points each time the count."""
    _, _, effect, each, most = edition["buildings"]["cards"][card]
    seat = state["seats"][player]
    if effect == "bonus_sets":
        sets, others = bonus_sets(edition, seat)
        return min(most, each * sets + others)
    return min(most, each * count(edition, state, player, effect))


def count(edition: Edition, state: State, player: int, effect: str) -> int:
    """8: how often an effect counts for a player."""
    seat = state["seats"][player]
    if effect.startswith("kinds:"):
        named = effect.partition(":")[2].split("+")
        return sum(seat["rooms"][good] > 0 for colour in named for good in colours(edition)[colour])
    if effect in SOLE:
        amount = SOLE[effect]
        others = [seat for number, seat in enumerate(state["seats"]) if number != player]
        return int(all(amount(edition, seat) > amount(edition, other) for other in others))
    return COUNTS[effect](edition, seat)


# --- what is counted ---


def value(edition: Edition, card: int) -> int:
    """The value of a contract."""
    return contracts(edition)[card][0]


def kinds_of_goods(edition: Edition, seat: Seat) -> int:
    """8: each good with at least one cube."""
    return sum(seat["rooms"][good] > 0 for good in goods(edition))


def cubes(_: Edition, seat: Seat) -> int:
    """The cubes in rooms."""
    return sum(seat["rooms"].values())


def cubes_per_two(edition: Edition, seat: Seat) -> int:
    """8: each two cubes in the office."""
    return cubes(edition, seat) // 2


def fullest_column(edition: Edition, seat: Seat) -> int:
    """8: each cube in the fullest column."""
    return max(sum(seat["rooms"][good] for good in column) for column in columns(edition).values())


def full_columns(edition: Edition, seat: Seat) -> int:
    """8: each column without an empty room."""
    return sum(all(seat["rooms"][good] for good in column) for column in columns(edition).values())


def goods_with_three(edition: Edition, seat: Seat) -> int:
    """8: each good with at least three cubes."""
    return sum(seat["rooms"][good] >= 3 for good in goods(edition))


def colours_with_both(edition: Edition, seat: Seat) -> int:
    """8: each colour with both goods present."""
    return sum(all(seat["rooms"][good] for good in pair) for pair in colours(edition).values())


def contracts_held(_: Edition, seat: Seat) -> int:
    """8: each contract, the Peace of Westphalia too."""
    return len(seat["contracts"])


def contracts_from_seven(edition: Edition, seat: Seat) -> int:
    """8: each contract of value 7 or more, the Peace too."""
    return sum(value(edition, card) >= 7 for card in seat["contracts"])


def places_named(edition: Edition, seat: Seat) -> list[str]:
    """The place of every contract held; the Peace names none."""
    named = [contracts(edition)[card][1] for card in seat["contracts"]]
    return [place for place in named if place is not None]


def destinations(edition: Edition, seat: Seat) -> int:
    """8: each different place on contracts."""
    return len(set(places_named(edition, seat)))


def minor_contracts(edition: Edition, seat: Seat) -> int:
    """8: each contract naming a minor place."""
    return sum(place_kinds(edition)[place] == "minor" for place in places_named(edition, seat))


def major_contracts(edition: Edition, seat: Seat) -> int:
    """8: each contract naming a major place."""
    return sum(place_kinds(edition)[place] == "major" for place in places_named(edition, seat))


def contract_pairs(edition: Edition, seat: Seat) -> int:
    """8: for every value half the number of contracts of it, rounded down."""
    held = Counter(value(edition, card) for card in seat["contracts"])
    return sum(number // 2 for number in held.values())


def bonus_cards(_: Edition, seat: Seat) -> int:
    """8: each bonus card."""
    return len(seat["bonus"])


def bonus_sets(edition: Edition, seat: Seat) -> tuple[int, int]:
    """8: the minor places of which both bonus cards are held, and the other bonus cards."""
    table = edition["bonus"]["cards"]
    held = Counter(table[card][0] for card in seat["bonus"])
    whole = [
        place
        for place, kind in place_kinds(edition).items()
        if kind == "minor" and held[place] == 2
    ]
    return len(whole), len(seat["bonus"]) - 2 * len(whole)


def time_markers(_: Edition, seat: Seat) -> int:
    """8: each time marker."""
    return seat["time"]


def coins_per_two(_: Edition, seat: Seat) -> int:
    """8: each two coins."""
    return seat["coins"] // 2


def other_buildings(_: Edition, seat: Seat) -> int:
    """8: each other building."""
    return len(seat["buildings"]) - 1


def best_contract(edition: Edition, seat: Seat) -> int:
    """The value of the best contract held."""
    return max((value(edition, card) for card in seat["contracts"]), default=0)


COUNTS = {
    "kinds_of_goods": kinds_of_goods,
    "fullest_column": fullest_column,
    "cubes_per_two": cubes_per_two,
    "full_columns": full_columns,
    "goods_with_three": goods_with_three,
    "colours_with_both": colours_with_both,
    "contracts": contracts_held,
    "contracts_from_seven": contracts_from_seven,
    "destinations": destinations,
    "minor_contracts": minor_contracts,
    "major_contracts": major_contracts,
    "contract_pairs": contract_pairs,
    "bonus_cards": bonus_cards,
    "time_markers": time_markers,
    "coins_per_two": coins_per_two,
    "other_buildings": other_buildings,
}
SOLE = {  # 8: once, if strictly more than every other player
    "sole_most_time": time_markers,
    "sole_best_contract": best_contract,
    "sole_most_cubes": cubes,
    "sole_most_minor_contracts": minor_contracts,
    "sole_most_bonus": bonus_cards,
}
