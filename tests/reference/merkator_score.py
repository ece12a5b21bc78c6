"""Scoring Merkator in plain Python: rules.md 5 and the building effects of 8.

Part of the slow, obvious second implementation of rules.md; the game itself is in `merkator.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from .common import Edition, State
from .merkator_cards import (
    building_texts,
    colours,
    columns,
    contracts,
    goods,
    place_kinds,
)

Seat = dict[str, Any]


def sheet(edition: Edition, state: State) -> list[list[tuple[str, int]]]:
    """5.1: for every player the most valuable contracts, the others, the buildings of all."""
    owned = sorted(card for seat in state["seats"] for card in seat["buildings"])
    names = building_texts(edition)
    return [
        contract_entries(edition, seat)
        + [(names[card], building_points(edition, state, player, card)) for card in owned]
        for player, seat in enumerate(state["seats"])
    ]


def values_held(edition: Edition, seat: Seat) -> tuple[list[int], list[int]]:
    """5.1: the values of the contracts that count in full, best first; those of the others."""
    held = sorted((value(edition, card) for card in seat["contracts"]), reverse=True)
    full = edition["scoring"]["full_contracts"]
    return held[:full], held[full:]


def contract_entries(edition: Edition, seat: Seat) -> list[tuple[str, int]]:
    """5.1: the most valuable contracts in full, of the sum of the others half, rounded down."""
    scoring, (best, others) = edition["scoring"], values_held(edition, seat)
    best += [0] * (scoring["full_contracts"] - len(best))
    entries = [(f"contract {place}", points) for place, points in enumerate(best, 1)]
    return [*entries, ("other contracts", sum(others) // scoring["rest_divisor"])]


def building_points(edition: Edition, state: State, player: int, card: int) -> int:
    """8: the lesser of the most and the points each time the count; 0 for who has it not."""
    if card not in state["seats"][player]["buildings"]:
        return 0
    return min(edition["buildings"]["cards"][card][4], whole_points(edition, state, player, card))


def whole_points(edition: Edition, state: State, player: int, card: int) -> int:
    """8: the points each time the count, without the most."""
    _, _, effect, each, _ = edition["buildings"]["cards"][card]
    if effect == "bonus_sets":
        sets, others = bonus_sets(edition, state["seats"][player])
        return each * sets + others
    return each * count(edition, state, player, effect)


def parts_shown(edition: Edition, state: State) -> Iterator[str]:
    """5, 8: the parts of clauses that a final position shows."""
    for player, seat in enumerate(state["seats"]):
        full, others = values_held(edition, seat)
        yield "5.1 contracts in full"
        if edition["contracts"]["peace_of_westphalia"] in full:
            yield "5.1 the Peace in full"
        if others:
            rest = sum(others) % edition["scoring"]["rest_divisor"]
            yield f"5.1 others half, {'rounded down' if rest else 'no rest'}"
        if any(seat["tile"].values()):
            yield "3.3.4 cubes left on the tile"
        for card in seat["buildings"]:
            _, _, effect, _, most = edition["buildings"]["cards"][card]
            points = whole_points(edition, state, player, card)
            yield f"8 {'kinds:X+Y' if effect.startswith('kinds:') else effect}"
            yield "5.1 building points"
            if points > most:
                yield "8 at most"
            if effect in SOLE:
                yield f"8 {'strictly' if points else 'not'} more than every other"


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
