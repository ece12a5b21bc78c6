from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import merx
from merx import celtic
from merx.celtic import (
    Along,
    Announce,
    Count,
    EndTurn,
    From,
    Fulfil,
    Good,
    Move,
    Space,
    Take,
    To,
)

from .helpers import advance, raises


@pytest.fixture(scope="module")
def game() -> merx.Game:
    """Celtic for three."""
    return merx.load_game("celtic", players=3)


def after(decisions: int, seed: int, players: int) -> merx.State:
    state = merx.load_game("celtic", players).new_initial_state(seed)
    advance(state, decisions, seed)
    return state


#: States of all phases.
states = st.builds(
    after,
    decisions=st.integers(0, 1200),
    seed=st.integers(0, 2**64 - 1),
    players=st.sampled_from([2, 3, 4]),
)

IDS: list[tuple[int, Move, str]] = [
    (0, Fulfil(0), "fulfil pigs+fish_trap"),
    (20, Take(Good.TIN), "take tin"),
    (27, From(Space.VILLAGE), "from village"),
    (85, To(Space.VILLAGE), "to village"),
    (143, Count(1), "move 1"),
    (151, Along(0), "along 0"),
    (160, Announce(), "announce"),
    (161, EndTurn(), "end turn"),
]


@pytest.mark.parametrize(("action", "move", "text"), IDS)
def test_the_action_space_is_pinned(game: merx.Game, action: int, move: Move, text: str) -> None:
    assert game.num_distinct_actions() == 162
    assert game.action_to_move(action) == move
    assert game.action_to_string(action) == text


def test_every_kind_of_move_is_in_the_union() -> None:
    kinds = [type(move) for _, move, _ in IDS]
    assert list(get_args(Move)) == kinds
    assert len({kind.kind for kind in kinds}) == 8
    assert all("(rules.md " in (kind.__doc__ or "") for kind in kinds)


def test_ids_moves_and_texts_convert_into_each_other(game: merx.Game) -> None:
    moves = [game.action_to_move(action) for action in range(162)]
    assert len(set(moves)) == 162
    assert [game.move_to_action(move) for move in moves] == list(range(162))
    texts = [game.action_to_string(game.move_to_action(move)) for move in moves]
    assert [game.string_to_action(text) for text in texts] == list(range(162))


def test_spaces_and_goods_are_those_of_the_standard_edition(game: merx.Game) -> None:
    rows = game.edition_tables()["board"]["spaces"]
    assert [space.name.lower() for space in Space] == [row[0] for row in rows]
    trade = [row[0] for row in rows if row[1] == "trade"]
    assert [good.name.lower() for good in Good] == trade


def test_moves_of_one_game_are_none_of_another(game: merx.Game) -> None:
    with raises(merx.GameError, "Sell(item=<Item.TEA: 11>) is not a move of celtic"):
        game.move_to_action(merx.mercurius.Sell(merx.mercurius.Item.TEA))
    with raises(merx.GameError, "Count(pieces=9) is not a move of celtic"):
        game.move_to_action(Count(9))


def test_a_turn_in_typed_moves(game: merx.Game) -> None:
    state = game.new_initial_state(2)
    assert state.legal_moves() == [From(Space.VILLAGE)]
    for move in (From(Space.VILLAGE), To(Space.SPEAR), Count(3)):
        state.apply(move)
    assert (state.active_player(), state.current_player()) == (0, 1)
    assert state.legal_moves() == [Along(pieces) for pieces in range(9)]
    state.apply(Along(8))
    state.apply(Along(0))
    assert (state.active_player(), state.current_player()) == (0, 0)
    assert state.legal_moves() == [EndTurn()]
    with raises(merx.IllegalAction, '"take tin" is not legal: the player has no piece on tin'):
        state.apply(Take(Good.TIN))


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
        assert sample.score_sheet() == state.score_sheet(), "goods were taken before all eyes"


def worked_example(game: merx.Game) -> merx.State:
    """Build rules.md 6.3: three goals, and goods 6, 4, 2, 1."""
    position = game.new_initial_state().to_dict()
    position["turn"] = 60
    first, *others = position["seats"]
    for kind, cards in {"wine": 6, "tin": 4, "glass": 2, "furs": 1}.items():
        first["goods"][kind] = cards
        position["stocks"][kind] -= cards
    first["fulfilled"] = [0, 1, 14]
    left = [goal for goal in range(20) if goal not in first["fulfilled"]]
    for seat in (first, *others):
        seat["goals"], left = left[:2], left[2:]
    position["deck"] = left
    return game.new_state(position)


def test_the_sheet_shows_each_kind_with_its_rank_counted_cards_and_points(game: merx.Game) -> None:
    state = worked_example(game)
    lines = state.score_sheet().players[0].lines
    assert [(line.label, str(line)) for line in lines] == [
        ("goals", "15 + 15 + 20 = 50"),
        ("tin", "2nd: 4 x 2 = 8"),
        ("amber", "0"),
        ("furs", "4th: 1 x 4 = 4"),
        ("coral", "0"),
        ("wine", "1st: 4 x 1 = 4"),
        ("olive_oil", "0"),
        ("glass", "3rd: 2 x 3 = 6"),
    ]
    assert state.score_sheet().players[0].total == 50 + 22


def test_the_sheet_is_a_table(game: merx.Game) -> None:
    text = str(worked_example(game).score_sheet())
    lines = text.splitlines()
    assert lines[0].split() == ["|", "P0", "P1", "P2"]
    assert lines[1].startswith("goals     |  15 + 15 + 20 = 50")
    assert lines[-1].split()[:3] == ["total", "|", "72"]
    assert len({len(line) for line in lines}) == 1


def test_score_lines_follow_cap_and_rank(game: merx.Game) -> None:
    position = game.new_initial_state().to_dict()
    position["seats"][1]["goods"].update(tin=2, wine=3, glass=2)
    lines = celtic.score_lines(position, game.edition_tables(), 1)
    points = {line.label: str(line) for line in lines if line.points}
    assert points == {"wine": "1st: 1 x 1 = 1", "tin": "2nd: 1 x 2 = 2", "glass": "3rd: 1 x 3 = 3"}


def test_greedy_beats_random_and_games_are_recorded(game: merx.Game) -> None:
    result = merx.play_game(game, ["greedy", "random", "random"], seed=1)
    assert result.ranks[0] == 1
    (line,) = merx.play_many(game, [(1, ["greedy", "random", "random"])])
    assert merx.replay(line).scores == result.scores
