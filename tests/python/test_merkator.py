from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import merx
from merx import merkator
from merx.merkator import (
    BuyBonus,
    BuyBuilding,
    EndFulfilling,
    EndInvesting,
    Exchange,
    ExchangeTime,
    Fulfil,
    Go,
    Good,
    Join,
    Keep,
    Lose,
    Move,
    Place,
    Sell,
    Stay,
    Store,
    TurnNext,
    Unload,
)

from .helpers import advance, raises


@pytest.fixture(scope="module")
def game() -> merx.Game:
    """Merkator for three."""
    return merx.load_game("merkator", 3)


def _state(edition: str, players: int, seed: int, decisions: int) -> merx.State:
    state = merx.load_game("merkator", players, edition).new_initial_state(seed)
    advance(state, decisions, seed)
    return state


#: States of all phases, of both editions.
states = st.one_of(
    st.builds(
        _state, st.just("standard"), st.integers(2, 5), st.integers(0, 999), st.integers(0, 700)
    ),
    st.builds(
        _state, st.just("published"), st.integers(1, 4), st.integers(0, 999), st.integers(0, 700)
    ),
)

#: The first id of each block.
IDS = [
    (0, Sell(0), "sell danzig2"),
    (78, BuyBonus(0), "buy russia+fabric"),
    (94, BuyBuilding(0), "buy alsterhaus"),
    (120, EndInvesting(), "end investing"),
    (121, Go(Place.HAMBURG), "go hamburg"),
    (133, Store(0), "store 0"),
    (174, TurnNext(), "turn next"),
    (175, Keep(), "keep"),
    (176, Lose(Good.LIVESTOCK), "lose livestock"),
    (192, Fulfil(0), "fulfil danzig2"),
    (270, Exchange(Good.LIVESTOCK), "exchange livestock"),
    (286, ExchangeTime(), "exchange time"),
    (287, Unload(Good.LIVESTOCK), "unload livestock"),
    (303, EndFulfilling(), "end fulfilling"),
    (304, Join(), "join"),
    (305, Stay(), "stay"),
]


@pytest.mark.parametrize(("action", "move", "text"), IDS)
def test_the_action_space_is_pinned(game: merx.Game, action: int, move: Move, text: str) -> None:
    assert game.num_distinct_actions() == 306
    assert game.action_to_move(action) == move
    assert game.action_to_string(action) == text


def test_every_kind_of_move_is_in_the_union() -> None:
    kinds: list[Any] = [type(move) for _, move, _ in IDS]
    assert list(get_args(Move)) == kinds
    assert len({kind.kind for kind in kinds}) == 16
    assert all("(rules.md " in (kind.__doc__ or "") for kind in kinds)


def test_ids_moves_and_texts_convert_into_each_other(game: merx.Game) -> None:
    moves = [game.action_to_move(action) for action in range(306)]
    assert len(set(moves)) == 306
    assert [game.move_to_action(move) for move in moves] == list(range(306))
    texts = [game.action_to_string(game.move_to_action(move)) for move in moves]
    assert [game.string_to_action(text) for text in texts] == list(range(306))


def test_goods_and_places_are_those_of_the_standard_edition(game: merx.Game) -> None:
    tables = game.edition_tables()
    goods = [good for row in tables["goods"]["colours"] for good in row[2:]]
    assert [good.name.lower() for good in Good] == goods
    places = [row[0] for row in tables["places"]["destinations"]]
    assert [place.name.lower() for place in Place] == places


def test_a_turn_in_typed_moves(game: merx.Game) -> None:
    state = game.new_initial_state(2)
    state.apply(EndInvesting())
    assert Go(Place.SPAIN) in state.legal_moves(), "seat 0 has a time marker"
    assert Go(Place.ITALY) not in state.legal_moves()
    state.apply(Go(Place.RUSSIA))
    assert state.legal_moves() == [Store(0), Store(1)]
    state.apply(Store(1))
    assert state.to_dict()["seats"][0]["rooms"]["ham"] == 1
    with raises(merx.IllegalAction, "is not legal"):
        state.apply(Store(1))
    state.apply(EndFulfilling())
    assert (state.active_player(), state.current_player()) == (0, 1)
    assert state.legal_moves() == [Join(), Stay()]


@given(states)
def test_totals_are_the_scores(state: merx.State) -> None:
    assert state.score_sheet().totals == state.scores()


@given(states)
def test_states_are_saved_and_observations_sampled(state: merx.State) -> None:
    assert merx.deserialize_state(state.serialize()) == state
    assert state.game.new_state(state.to_dict()) == state
    for player in range(state.num_players()):
        observation = state.observation(player)
        sample = observation.sample_state(1)
        assert sample.observation(player) == observation
        assert sample.score_sheet() == state.score_sheet(), "all that counts lies open"


def with_cards(game: merx.Game, contracts: list[int], buildings: list[int]) -> merx.State:
    """Give seat 0 these cards and nothing else of their kinds."""
    position: dict[str, Any] = game.new_initial_state().to_dict()
    first, *others = position["seats"]
    for card in first["contracts"]:
        value = str(game.edition_tables()["contracts"]["cards"][card][0])
        pile = position["discard"] if value == "2" else position["stacks"][value]
        pile.append(card)
    position["discard"].sort()
    first["contracts"] = contracts
    for pile in (position["discard"], *position["stacks"].values()):
        pile[:] = [card for card in pile if card not in contracts]
    for seat in others:
        assert not set(seat["contracts"]) & set(contracts)
    for pile in (position["building_pile"], position["building_display"]):
        pile[:] = [card for card in pile if card not in buildings]
    while len(position["building_display"]) < 4:
        position["building_display"].append(position["building_pile"].pop(0))
    position["building_display"].sort()
    first["buildings"] = buildings
    return game.new_state(position)


def test_the_sheet_shows_each_contract_and_each_building_with_its_working(game: merx.Game) -> None:
    tables = game.edition_tables()["contracts"]["cards"]
    fives = [card for card, row in enumerate(tables) if row[0] >= 5]
    contracts = [fives[0], fives[1], fives[15], fives[25], fives[35], fives[40], fives[-1]]
    values = sorted((tables[card][0] for card in contracts), reverse=True)
    state = with_cards(game, contracts, [11, 13, 20])
    sheet = state.score_sheet()
    assert sheet.totals == state.scores()
    lines = {line.label: str(line) for line in sheet.players[0].lines}
    assert lines["contract 1"] == "italy = 10"
    assert lines["other contracts"] == f"({values[5]} + {values[6]}) / 2 = {sum(values[5:]) // 2}"
    assert lines["exchange"].endswith(f"= {2 * sum(value >= 7 for value in values)}")
    assert lines["cathedral"] == "2 x 3 = 6"
    assert {line.label: str(line) for line in sheet.players[1].lines}["cathedral"] == "0"


def test_every_effect_of_the_edition_is_known(game: merx.Game) -> None:
    effects = {row[2] for row in game.edition_tables()["buildings"]["cards"]}
    known = {*merkator._COUNTS, *merkator._SOLE, "bonus_sets"}
    assert {effect for effect in effects if not effect.startswith("kinds:")} == known


def test_the_sheet_is_a_table(game: merx.Game) -> None:
    state = game.new_initial_state(1)
    advance(state, 10_000, 1)
    lines = str(state.score_sheet()).splitlines()
    assert lines[0].split() == ["|", "P0", "P1", "P2"]
    assert lines[1].startswith("contract 1")
    assert lines[-1].startswith("total")
    assert len({len(line) for line in lines}) == 1


def test_greedy_beats_random_and_games_are_recorded(game: merx.Game) -> None:
    result = merx.play_game(game, ["greedy", "random", "random"], seed=1)
    assert result.ranks[0] == 1
    (line,) = merx.play_many(game, [(1, ["greedy", "random", "random"])])
    assert merx.replay(line).scores == result.scores


def test_the_solo_game_is_played_and_returns_nothing() -> None:
    state = merx.load_game("merkator", 1, "published").new_initial_state(4)
    advance(state, 10_000, 4)
    assert state.is_terminal()
    assert list(state.returns()) == [0.0]
    assert state.to_dict()["turn"] == 16
