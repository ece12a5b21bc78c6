"""Shares and means of bots and seats: small cases by hand, and known truths."""

import numpy as np
import pytest

from merx_cli.tournament.statistics.figures import bot_figures, seat_figures
from merx_cli.tournament.statistics.results import Results
from tests.cli.statistics.simulate import bootstrap_of, results_of, tournament


def figures_of(results):
    return {bot.bot: bot for bot in bot_figures(results.bots, bootstrap_of(results))}


def covers(estimate, truth):
    return estimate.low <= truth <= estimate.high


def test_a_shared_win_is_split():
    table = figures_of(results_of([0], [[0, 1, 2]], [[9, 9, 1]]))
    assert [table[bot].win_share.value for bot in "abc"] == [0.5, 0.5, 0.0]
    assert [table[bot].mean_rank.value for bot in "abc"] == [1, 1, 3]
    three = figures_of(results_of([0], [[0, 1, 2, 3]], [[7, 7, 1, 7]]))
    assert [three[bot].win_share.value for bot in "abcd"] == [1 / 3, 1 / 3, 0.0, 1 / 3]


def test_a_bot_in_two_seats_counts_per_seat():
    table = figures_of(results_of([0], [[0, 0, 1]], [[10, 20, 30]]))
    assert (table["a"].seats, table["b"].seats) == (2, 1)
    assert table["a"].mean_score.value == 15
    assert table["a"].mean_rank.value == 2.5
    assert table["b"].win_share.value == 1


def test_seats_are_told_apart_whoever_sits_there():
    results = results_of([0, 0, 1, 1], [[0, 1], [1, 0]] * 2, [[2, 1], [2, 1], [2, 1], [3, 3]])
    first, second = seat_figures(bootstrap_of(results))
    assert (first.seat, second.seat) == (0, 1)
    assert (first.win_share.value, second.win_share.value) == (7 / 8, 1 / 8)
    assert (first.mean_rank.value, second.mean_rank.value) == (1, 7 / 4)


def test_one_block_gives_no_interval_and_no_game_gives_no_figure():
    seats = [[0, 1], [1, 0]]
    table = figures_of(Results("abc", [3, 3], seats, [[1, 2]] * 2, [[1, 0]] * 2))
    assert table["a"].win_share.value == 0.5
    assert table["a"].win_share.low is None and table["a"].win_share.high is None
    assert (table["c"].seats, table["c"].win_share.value, table["c"].mean_score.value) == (
        0,
        None,
        None,
    )


def test_winning_always_is_no_certainty():
    winner = figures_of(results_of(range(20), [[0, 1]] * 20, [[2, 1]] * 20))["a"]
    assert winner.win_share.value == winner.win_share.high == 1
    # The exact interval of Clopper and Pearson for 20 of 20 begins at 0.83.
    assert 0.8 < winner.win_share.low < 0.88
    assert winner.mean_rank.low == 1 < 1.12 < winner.mean_rank.high < 1.2


def test_one_game_lost_changes_the_interval_little():
    scores = [[2, 1]] * 50
    sweep = figures_of(results_of(range(50), [[0, 1]] * 50, scores))["a"].win_share
    scores[0] = [1, 2]
    nearly = figures_of(results_of(range(50), [[0, 1]] * 50, scores))["a"].win_share
    assert sweep.low - 0.05 < nearly.low < sweep.low
    assert nearly.value < nearly.high <= 1


def test_no_interval_promises_more_wins_than_games():
    seats = [[0, 1, 0, 1], [1, 0, 1, 0]] * 25
    scores = [[9, 1, 5, 2], [1, 9, 2, 5]] * 25
    sweep = figures_of(results_of(np.arange(50) // 2, seats, scores))["a"].win_share
    assert sweep.value == sweep.high == 0.5
    assert 0.4 < sweep.low < 0.5


def test_equal_bots_and_seats_have_the_truth_in_95_of_100_intervals():
    covered = {"win share": [], "mean rank": [], "mean score": [], "seat": []}
    for seed in range(200):
        results = tournament(60, seed)
        bootstrap = bootstrap_of(results, seed, resamples=500)
        for bot in bot_figures(results.bots, bootstrap):
            covered["win share"].append(covers(bot.win_share, 0.25))
            covered["mean rank"].append(covers(bot.mean_rank, 2.5))
            covered["mean score"].append(covers(bot.mean_score, 0))
        covered["seat"] += [covers(seat.win_share, 0.25) for seat in seat_figures(bootstrap)]
    for figure, hits in covered.items():
        # Of the four figures of a seed, three are free: 600 trials, three standard errors.
        assert abs(np.mean(hits) - 0.95) < 3 * np.sqrt(0.95 * 0.05 / 600), figure


@pytest.mark.parametrize("share", [0.02, 0.1, 0.96])
def test_rare_events_are_covered_as_well(share):
    random, hits = np.random.default_rng(1), 0
    for seed in range(200):
        won = random.random(30) < share
        scores = np.stack([won * 2, np.ones(30)], axis=1).astype(int)
        results = results_of(range(30), [[0, 1]] * 30, scores)
        hits += covers(
            bot_figures(results.bots, bootstrap_of(results, seed, 300))[0].win_share, share
        )
    # Plain percentiles cover 0.02 in 45 of 100.
    assert hits / 200 > 0.92


def test_a_handicap_puts_a_bot_last_and_a_head_start_first():
    results = tournament(300, 1, strengths=(0, 0.5, 0, -0.5))
    table = figures_of(results)
    assert table["b"].win_share.low > 0.25 > table["d"].win_share.high
    assert sorted(table, key=lambda bot: table[bot].mean_rank.value)[::3] == ["b", "d"]


def test_a_seat_effect_is_shown_as_one_and_bots_are_not_blamed_for_it():
    results = tournament(300, 2, seat_effect=(0.9, 0, 0, 0))
    first, *others = seat_figures(bootstrap_of(results))
    assert first.win_share.low > 0.3
    assert first.mean_rank.high < 2.4
    assert all(seat.win_share.high < 0.25 for seat in others)
    for bot in figures_of(results).values():
        assert bot.win_share.value == pytest.approx(0.25, abs=0.04)
