"""The schedule of a tournament."""

from collections import Counter
from itertools import islice

import pytest

import merx
from merx_cli.tournament.schedule import games_per_round, line_ups, rotations, schedule

LINE_UPS = [
    (["a", "b", "c", "d"], 4),
    (["a", "b"], 4),
    (["a", "b"], 3),
    (["a"], 5),
    (["a", "b", "c", "d", "e"], 3),
    (["a", "a", "b", "c"], 3),
]


def test_the_schedule_is_a_pure_function_of_its_arguments():
    arguments = (["a", "b", "c"], 3, 20, 7)
    assert list(schedule(*arguments)) == list(schedule(*arguments))
    longer = list(schedule(["a", "b", "c"], 3, 50, 7))
    assert longer[:20] == list(schedule(*arguments))


def test_as_many_games_as_asked_for_are_played():
    for games in (1, 4, 7):
        assert len(list(schedule(["a", "b"], 4, games, 0))) == games


@pytest.mark.parametrize(("bots", "players"), LINE_UPS)
def test_after_a_round_every_bot_has_sat_in_every_seat_equally_often(bots, players):
    games = list(schedule(bots, players, games_per_round(bots, players), 1))
    for bot in set(bots):
        by_seat = Counter(seat for game in games for seat, b in enumerate(game.seats) if b == bot)
        assert len(by_seat) == players
        assert len(set(by_seat.values())) == 1


def test_the_games_of_a_block_share_a_seed_that_is_derived_from_the_run():
    for game in schedule(["a", "b", "c"], 3, 30, 99):
        assert game.seed == merx.derive_seed(99, game.block)


def test_no_game_is_played_twice():
    for bots, players in LINE_UPS:
        games = list(schedule(bots, players, 200, 5))
        assert len({(game.seed, game.seats) for game in games}) == 200


def test_more_bots_than_seats_meet_in_all_combinations():
    assert list(line_ups("abcd", 3)) == [tuple("abc"), tuple("abd"), tuple("acd"), tuple("bcd")]
    blocks = [g.seats for g in schedule("abcd", 3, 12, 0)][::3]
    assert blocks == list(line_ups("abcd", 3))


def test_fewer_bots_than_seats_take_turns():
    assert list(line_ups(["a", "b", "c"], 5)) == [("a", "b", "c", "a", "b")]


def test_rotations_end_when_the_line_up_looks_the_same_again():
    assert rotations(tuple("abc")) == [tuple("abc"), tuple("bca"), tuple("cab")]
    assert rotations(tuple("abab")) == [tuple("abab"), tuple("baba")]
    assert rotations(tuple("aaa")) == [tuple("aaa")]


def test_a_schedule_of_many_bots_begins_at_once():
    bots = [f"bot{i}" for i in range(200)]
    assert len(list(islice(schedule(bots, 5, 10**9, 0), 10))) == 10
    assert games_per_round(bots, 5) == 2_535_650_040 * 5
