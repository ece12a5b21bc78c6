"""The bootstrap: its draws, its sums, its intervals."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from merx_cli.tournament.statistics.analysis import analyse
from merx_cli.tournament.statistics.estimate import Estimate, estimate, tail_of
from merx_cli.tournament.statistics.resampling import Resampler
from merx_cli.tournament.statistics.results import Results
from merx_cli.tournament.statistics.sums import parts_of_a_win, sum_units, units_of
from tests.cli.statistics.simulate import bootstrap_of, results_of, tournament

WEIGHTS = [[0, 1, 1, 1, 1, 0, 3], [0, 1, 1, 1, 0, 0, 4], [1, 2, 1, 0, 1, 2, 0]]
VIRTUAL = [[0, 1], [0, 0], [1, 1], [1, 0], [1, 3], [0, 1], [0, 2], [1, 0]]


@st.composite
def some_results(draw):
    players, bots = draw(st.integers(2, 5)), draw(st.integers(1, 6))
    games = draw(st.integers(1, 12))
    row = st.lists(st.integers(0, 4), min_size=players, max_size=players)
    rows = st.lists(row, min_size=games, max_size=games)
    seats = np.minimum(draw(rows), bots - 1)
    block = draw(st.lists(st.integers(0, 5), min_size=games, max_size=games))
    return results_of(block, seats, draw(rows))


def shuffled(results, seed):
    order = np.random.default_rng(seed).permutation(results.games)
    arrays = (results.block, results.seats, results.ranks, results.scores)
    return Results(results.bots, *(array[order] for array in arrays))


def all_estimates(analysis):
    for bot in analysis.bots:
        yield from (bot.win_share, bot.mean_rank, bot.mean_score)
    for seat in analysis.seats:
        yield from (seat.win_share, seat.mean_rank)
    yield from analysis.ratings.elo


def test_the_draws_never_change():
    weights = Resampler(7, seed=42, resamples=3).weights
    assert weights.tolist() == WEIGHTS
    virtual = Resampler(7, seed=42, resamples=8).virtual((2,), stream=1)
    assert virtual.tolist() == VIRTUAL


def test_every_resample_has_as_many_units_as_there_are():
    weights = Resampler(313, seed=1, resamples=1000).weights
    assert (weights.sum(axis=1) == 313).all()
    assert weights.var() == pytest.approx(1 - 1 / 313, abs=0.02)
    assert abs(weights.mean(axis=0) - 1).max() < 5 / np.sqrt(1000)


def test_a_virtual_block_goes_into_a_resample_once_on_average():
    resampler = Resampler(2, seed=3, resamples=10_000)
    drawn, other = (resampler.virtual((3,), stream) for stream in (1, 2))
    assert drawn.shape == (10_000, 3)
    assert drawn.mean(axis=0) == pytest.approx(np.ones(3), abs=0.04)
    assert drawn.var(axis=0) == pytest.approx(np.ones(3), abs=0.06)
    assert abs(np.corrcoef(drawn[:, 0], other[:, 0])[0, 1]) < 0.04


def test_sums_of_resamples_are_the_sums_of_their_units():
    results = tournament(40, 3)
    bootstrap = bootstrap_of(results, resamples=20)
    weights = bootstrap.resampler.weights
    for name in ("games", "wins", "scores", "points", "seat_ranks"):
        of_units = getattr(bootstrap.units, name)
        expected = np.tensordot(weights, of_units, axes=1)
        assert (getattr(bootstrap.resampled, name) == expected).all(), name


@settings(deadline=None, max_examples=60)
@given(some_results())
def test_sums_count_everything_once(results):
    unit, units = units_of(results.block)
    total = sum_units(results, unit, units).total()
    assert total.games.tolist() == [results.games]
    assert total.seats.sum() == results.games * results.players
    assert total.wins.sum() == total.seat_wins.sum()
    assert total.wins.sum() == results.games * parts_of_a_win(results.players)
    assert total.ranks.sum() == total.seat_ranks.sum() == results.ranks.sum()
    assert total.scores.sum() == results.scores.sum()
    met = (results.seats[:, :, None] != results.seats[:, None, :]).sum()
    assert total.points.sum() == met
    for bot in range(len(results.bots)):
        assert total.played[bot] == (results.seats == bot).any(axis=1).sum()


@settings(deadline=None, max_examples=60)
@given(some_results(), st.integers(0, 2**64 - 1))
def test_figures_lie_in_their_intervals_and_the_order_of_games_means_nothing(results, seed):
    once = analyse(results, seed, resamples=50)
    again = analyse(shuffled(results, 1), seed, resamples=50)
    assert (once.bots, once.seats, once.ratings.elo) == (again.bots, again.seats, again.ratings.elo)
    np.testing.assert_array_equal(once.ratings.superiority, again.ratings.superiority)
    for figure in all_estimates(once):
        if figure.low is None:
            assert figure.high is None
        else:
            assert np.isfinite([figure.low, figure.high]).all()
            assert figure.low <= figure.value <= figure.high


def test_another_seed_gives_other_intervals_of_the_same_figures():
    results = tournament(30, 5)
    one, two = analyse(results, 1), analyse(results, 2)
    assert one.bots == analyse(results, 1).bots
    assert one.bots[0].win_share.low != two.bots[0].win_share.low
    assert one.bots[0].win_share.value == two.bots[0].win_share.value


def test_many_blocks_are_pooled_with_their_neighbours():
    unit, units = units_of(np.repeat(np.arange(100, 107), 2), most=3)
    assert units == 3
    assert unit.tolist() == [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]
    results = tournament(1000, 4)
    spread = []
    for most in (200, 1000):
        unit, units = units_of(results.block, most)
        sums = sum_units(results, unit, units)
        weights = Resampler(units, 1, 1000).weights
        spread.append((weights @ sums.wins[:, 0]).std())
    # 200 units tell a standard deviation to 1 / sqrt(2 * 200), or 5 %.
    assert spread[0] == pytest.approx(spread[1], rel=0.15)


def test_the_interval_of_few_units_is_as_wide_as_students():
    # t of 9 degrees is 2.262; as one of 10 units is lost to the mean, times sqrt(10 / 9).
    assert tail_of(10) == pytest.approx(0.00855, abs=1e-4)
    assert tail_of(100_000) == pytest.approx(0.025, abs=1e-5)


def test_the_interval_is_made_of_percentiles():
    resampled = np.arange(1001) / 1000
    figure = estimate(0.5, resampled, 10**6)
    assert (figure.low, figure.high) == pytest.approx((0.025, 0.975), abs=1e-4)
    assert estimate(2.0, resampled, 10**6).high == 2.0
    assert estimate(0.5, resampled, 1) == Estimate(0.5)
    assert estimate(0.5, np.full(9, np.nan), 5) == Estimate(0.5)
    assert estimate(np.nan, resampled, 5) == Estimate(None)


def test_no_games_are_refused():
    nothing = Results("ab", [], np.empty((0, 2), int), np.empty((0, 2), int), np.empty((0, 2), int))
    with pytest.raises(ValueError, match="no games"):
        analyse(nothing, 1)


def test_scipy_and_choix_are_not_loaded_before_they_are_needed():
    program = (
        "import sys; import merx_cli.tournament.statistics.analysis;"
        "sys.exit(bool({'choix', 'scipy'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
