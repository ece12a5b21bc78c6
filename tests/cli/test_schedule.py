"""The schedule of a tournament."""

from collections import Counter
from itertools import islice

import pytest

import merx
from merx_cli.errors import CliError
from merx_cli.tournament.schedule import Schedule, meetings, rotations

GIVEN = [
    ((0, 1, 2, 3), 4),
    ((0, 1), 4),
    ((0, 1), 3),
    ((0,), 5),
    ((0, 1, 2, 3, 4), 3),
    ((0, 0, 1, 2), 3),
]
KINDS = [
    (given, players, format, rotation)
    for given, players in GIVEN
    for format in ("round-robin", "gauntlet", "match")
    for rotation in ("cyclic", "all")
    if not (format == "gauntlet" and len(given) < 2)
    if not (format == "match" and len(given) > players)
]


def of(given, players, games=10**9, seed=0, **kind):
    return Schedule(tuple(given), players, games, seed, **kind)


def first(schedule, count):
    return list(schedule.fixtures(0, count))


def test_the_schedule_is_a_pure_function_of_its_arguments():
    shorter = first(of(range(3), 3, 20, 7), 20)
    assert shorter == first(of(range(3), 3, 20, 7), 20)
    assert first(of(range(3), 3, 50, 7), 50)[:20] == shorter
    assert first(of(range(3), 3, 20, 8), 20) != shorter


@pytest.mark.parametrize(("given", "players", "format", "rotation"), KINDS)
def test_ranges_are_disjoint_and_make_up_the_whole(given, players, format, rotation):
    schedule = of(given, players, 200, 3, format=format, rotation=rotation)
    whole = list(schedule.fixtures())
    assert [fixture.number for fixture in whole] == list(range(200))
    parts = [list(schedule.fixtures(a, b)) for a, b in ((0, 1), (1, 77), (77, 150), (150, 999))]
    assert [fixture for part in parts for fixture in part] == whole


@pytest.mark.parametrize(("given", "players", "format", "rotation"), KINDS)
def test_after_a_round_every_bot_has_sat_in_every_seat_equally_often(
    given, players, format, rotation
):
    schedule = of(given, players, format=format, rotation=rotation)
    games = first(schedule, schedule.games_per_round())
    assert games[-1].block != next(schedule.fixtures(len(games))).block
    for bot in set(given):
        by_seat = Counter(seat for game in games for seat, b in enumerate(game.seats) if b == bot)
        assert len(by_seat) == players
        assert len(set(by_seat.values())) == 1


@pytest.mark.parametrize(("given", "players", "format", "rotation"), KINDS)
def test_no_game_is_played_twice(given, players, format, rotation):
    games = first(of(given, players, format=format, rotation=rotation), 300)
    assert len({(game.seed, game.seats) for game in games}) == 300


def test_the_games_of_a_block_share_a_seed_that_is_derived_from_the_run():
    for game in first(of(range(3), 3, seed=99), 30):
        assert game.seed == merx.derive_seed(99, game.block)


def test_more_bots_than_seats_meet_in_all_combinations():
    line_ups = [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    assert list(meetings(range(4), 3)) == line_ups
    assert [game.seats for game in first(of(range(4), 3), 12)[::3]] == line_ups


def test_in_a_gauntlet_the_first_bot_meets_the_pool():
    schedule = of(range(4), 3, format="gauntlet")
    assert list(schedule.line_ups()) == [(0, 1, 2), (0, 1, 3), (0, 2, 3)]
    assert schedule.games_per_round() == 9
    assert list(of(range(2), 4, format="gauntlet").line_ups()) == [(0, 1, 1, 1)]


def test_a_gauntlet_needs_a_pool():
    with pytest.raises(CliError, match="a gauntlet needs a pool"):
        of([0], 3, format="gauntlet")


def test_a_match_has_one_line_up_which_has_to_fit():
    assert list(of((2, 0, 1), 3, format="match").line_ups()) == [(2, 0, 1)]
    with pytest.raises(CliError, match="4 bots are given for a match of 3 players"):
        of(range(4), 3, format="match")


def test_fewer_bots_than_seats_take_turns():
    assert list(meetings([0, 1, 2], 5)) == [(0, 1, 2, 0, 1)]


def test_rotations_end_when_the_line_up_looks_the_same_again():
    assert rotations((0, 1, 2)) == ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    assert rotations((0, 1, 0, 1)) == ((0, 1, 0, 1), (1, 0, 1, 0))
    assert rotations((0, 0, 0)) == ((0, 0, 0),)


def test_all_rotations_are_all_seatings():
    games = first(of(range(3), 3, rotation="all"), 6)
    assert len({game.seats for game in games}) == 6
    assert {game.block for game in games} == {0}
    assert first(of(range(3), 3, rotation="all"), 7)[-1].block == 1


def test_a_schedule_of_many_bots_begins_at_once():
    schedule = of(range(200), 5)
    assert len(list(islice(schedule.fixtures(), 10))) == 10
    assert schedule.games_per_round() == 2_535_650_040 * 5
