"""The table of a tournament."""

import json
from random import Random

import pytest

from merx_cli.tournament.schedule import Pairing
from merx_cli.tournament.standings import Standings, read_result


def record(scores, ranks):
    head = {"format": "merx-record/1", "bots": ['"scores":'], "actions": ["end finance"] * 3}
    return json.dumps(head | {"scores": scores, "ranks": ranks}, separators=(",", ":"))


def standings_of(games, bots):
    standings = Standings(bots)
    for block, seats, scores, ranks in games:
        standings.add(Pairing(block, 0, tuple(seats)), record(scores, ranks))
    return {standing.bot: standing for standing in standings.best_first()}


def test_scores_and_ranks_are_read_from_the_end_of_a_record():
    assert read_result(record([3, -1], [1, 2])) == ([3, -1], [1, 2])


def test_a_shared_win_is_split():
    table = standings_of([(0, "abc", [9, 9, 1], [1, 1, 3])], "abc")
    assert [table[bot].win_share for bot in "abc"] == [0.5, 0.5, 0.0]
    assert table["c"].mean_rank == 3


def test_a_bot_in_two_seats_counts_per_seat():
    table = standings_of([(0, "aab", [10, 20, 30], [3, 2, 1])], "ab")
    assert (table["a"].games, table["a"].seats) == (1, 2)
    assert table["a"].mean_score == 15
    assert table["a"].mean_rank == 2.5
    assert table["b"].win_share == 1


def test_the_best_comes_first():
    table = standings_of([(0, "ab", [1, 2], [2, 1])], "ab")
    assert list(table) == ["b", "a"]


def test_one_block_says_nothing_of_the_spread():
    table = standings_of([(0, "ab", [1, 2], [2, 1]), (0, "ba", [1, 2], [2, 1])], "ab")
    assert table["a"].interval() is None


def test_winning_always_is_no_certainty():
    games = [(block, "ab", [2, 1], [1, 2]) for block in range(20)]
    low, high = standings_of(games, "ab")["a"].interval()
    assert 0.8 < low < 0.9
    assert high == pytest.approx(1)


def two_of_four_seats(wins):
    """Fifty games in blocks of two, in which `a` has two seats and wins so many."""
    games = []
    for number in range(50):
        seats = "abab" if number % 2 else "baba"
        winner = seats.index("a" if number < wins else "b")
        ranks = [1 if seat == winner else 2 for seat in range(4)]
        games.append((number // 2, seats, [0] * 4, ranks))
    return standings_of(games, "ab")["a"]


def test_no_interval_promises_more_wins_than_games():
    sweep = two_of_four_seats(50)
    low, high = sweep.interval()
    assert sweep.win_share == 0.5
    assert 0.45 < low < 0.5
    assert high == pytest.approx(0.5)


def test_one_game_lost_changes_the_interval_little():
    sweep, nearly = two_of_four_seats(50).interval(), two_of_four_seats(49).interval()
    assert 0.43 < nearly[0] < sweep[0]
    assert nearly[1] == pytest.approx(0.5, abs=0.002)
    assert two_of_four_seats(0).interval() == (0, pytest.approx(0.5 - sweep[0]))


def test_the_interval_covers_the_true_share():
    # Blocks of two games whose results depend on each other, as those of one deal do.
    random, covered = Random(1), 0
    for _ in range(300):
        games = []
        for block in range(60):
            luck = random.random()
            for seats in ("ab", "ba"):
                first = random.random() < (0.9 if luck < 0.3 else 0.3)
                ranks = [1, 2] if first == (seats == "ab") else [2, 1]
                games.append((block, seats, [0, 0], ranks))
        low, high = standings_of(games, "ab")["a"].interval()
        covered += low <= 0.48 <= high
    assert 0.91 <= covered / 300 <= 0.99
