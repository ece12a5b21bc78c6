"""Ratings: equal to choix, finite, fair to ties."""

import choix
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from merx_cli.tournament.statistics.fit import fit, fit_with_choix, reachable, separated
from merx_cli.tournament.statistics.ratings import ELO, rate, rating_history
from tests.cli.statistics.simulate import bootstrap_of, results_of, tournament


def ratings_of(results, **options):
    return rate(bootstrap_of(results, **options))


def elo_of(results):
    return np.array([rating.value for rating in ratings_of(results, resamples=10).elo])


def listed(results):
    """Each comparison of two players as choix wants it: the winner's index, the loser's index."""
    return [
        (seats[i], seats[j])
        for seats, ranks in zip(results.seats.tolist(), results.ranks.tolist(), strict=True)
        for i in range(len(seats))
        for j in range(len(seats))
        if ranks[i] < ranks[j]
    ]


@st.composite
def wins_of_bots(draw):
    bots = draw(st.integers(2, 6))
    number = st.sampled_from([0, 0, 0.5, 1, 3, 40, 1e5])
    rows = draw(
        st.lists(st.lists(number, min_size=bots, max_size=bots), min_size=bots, max_size=bots)
    )
    wins = np.array(rows)
    np.fill_diagonal(wins, 0)
    return wins


@pytest.mark.parametrize("seed", range(5))
def test_without_ties_the_ratings_are_those_of_choix(seed):
    results = tournament(30, seed, strengths=(0, 0.3, -0.5, 0.8))
    assert all(len(set(row)) == 4 for row in results.ranks.tolist())
    expected = choix.ilsr_pairwise(4, listed(results))
    assert elo_of(results) == pytest.approx(ELO * expected, abs=1e-4)


def test_two_bots_are_as_far_apart_as_their_odds():
    scores = [[1, 0]] * 10 + [[0, 1]]
    ahead, behind = elo_of(results_of(range(11), [[0, 1]] * 11, scores))
    assert ahead - behind == pytest.approx(400)
    assert ahead + behind == pytest.approx(0)


@settings(deadline=None, max_examples=150)
@given(wins_of_bots())
def test_both_fits_agree_and_are_finite_for_any_wins(wins):
    met = (wins + wins.T) > 0
    one, many = fit_with_choix(wins, met), fit(np.stack([wins, wins.T]), met)
    assert np.isfinite(many).all()
    assert many[0] == pytest.approx(one, abs=1e-6)
    assert many[1] == pytest.approx(-many[0], abs=1e-6)
    together = reachable(met)
    assert together @ many[0] == pytest.approx(np.zeros(len(wins)), abs=1e-6)


def test_the_fit_ends_where_expected_wins_are_the_wins_where_plain_newton_gets_lost():
    wins = np.zeros((5, 5))
    wins[0, [1, 3, 4]] = 1e5, 3, 40
    wins[1, [3, 4]] = 1e7, 3
    wins[2, [1, 4]] = 1e5, 0.5
    wins[3, [1, 2]] = 3, 3
    wins[4, [0, 2, 3]] = 1, 40, 1e5
    games = wins + wins.T
    strengths = fit(wins, games > 0)
    chance = 1 / (1 + np.exp(strengths - strengths[:, None]))
    assert not separated(wins, games > 0).any()
    assert (games * chance).sum(axis=1) == pytest.approx(wins.sum(axis=1), rel=1e-9, abs=1e-6)


def test_where_choix_does_not_settle_the_fit_stands(monkeypatch):
    def gives_up(wins, **options):
        raise RuntimeError("Did not converge after 100 iterations")

    monkeypatch.setattr(choix, "ilsr_pairwise_dense", gives_up)
    wins = np.array([[0, 3], [1, 0.0]])
    expected = [np.log(3) / 2, -np.log(3) / 2]
    assert fit_with_choix(wins, wins > 0) == pytest.approx(expected)


@settings(deadline=None, max_examples=100)
@given(st.lists(st.permutations([0, 1, 2, 3]), min_size=1, max_size=30), st.data())
def test_where_all_meet_alike_more_points_never_rate_lower(orders, data):
    scores = np.array(orders)
    scores = np.where(scores == 3, data.draw(st.integers(2, 3)), scores)
    results = results_of(range(len(orders)), np.tile(np.arange(4), (len(orders), 1)), scores)
    points = bootstrap_of(results, resamples=1).units.points.sum(axis=(0, 2))
    elo = elo_of(results)
    for a in range(4):
        for b in range(4):
            if points[a] > points[b]:
                assert elo[a] > elo[b]
            elif points[a] == points[b]:
                assert elo[a] == pytest.approx(elo[b], abs=1e-4)


def test_joint_winners_are_rated_alike_and_above_the_third():
    results = results_of(
        range(9), [[0, 1, 2], [1, 2, 0], [2, 0, 1]] * 3, [[7, 7, 3], [7, 3, 7], [3, 7, 7]] * 3
    )
    first, second, third = elo_of(results)
    assert first == pytest.approx(second)
    assert first > third + 100


def test_a_bot_that_never_loses_has_a_finite_rating_that_is_marked():
    games = 20
    ratings = ratings_of(results_of(range(games), [[0, 1]] * games, [[1, 0]] * games))
    best = ratings.elo[0]
    assert ratings.separated == (True, True)
    # As if there were half a win more for either side.
    assert best.value == pytest.approx(ELO * np.log(2 * games + 1) / 2)
    assert 0 < best.low < best.value
    assert ratings.superiority[0, 1] > 0.999


def test_one_bot_without_loss_does_not_spoil_the_order_of_the_others():
    results = tournament(100, 3, strengths=(50, 0.5, 0, -0.5))
    elo = elo_of(results)
    assert np.isfinite(elo).all()
    assert elo.argsort()[::-1].tolist() == [0, 1, 2, 3]


def test_bots_that_never_met_are_not_compared():
    block, seats = range(40), [[0, 1]] * 20 + [[2, 3]] * 20
    scores = [[1, 0], [0, 1], [1, 0], [1, 0]] * 10
    results = results_of(block, seats, scores)
    ratings = ratings_of(results)
    assert ratings.group == (0, 0, 2, 2)
    assert ratings.separated == (False,) * 4
    assert [r.value for r in ratings.elo] == pytest.approx(
        [ELO * np.log(3) / 2, -ELO * np.log(3) / 2] * 2
    )
    assert np.isnan(ratings.superiority[:2, 2:]).all()
    assert ratings.superiority[0, 1] > 0.9


def test_a_bot_that_met_only_itself_has_no_rating():
    results = results_of([0, 1], [[0, 0], [1, 2]], [[1, 0], [1, 0]])
    assert ratings_of(results).elo[0].value is None
    assert ratings_of(results).elo[1].low is None


def test_superiority_is_a_chance_and_its_opposite():
    ratings = ratings_of(tournament(200, 8, strengths=(0, 0, 0.6, 0)))
    matrix = ratings.superiority
    assert matrix + matrix.T == pytest.approx(np.ones((4, 4)))
    assert np.diag(matrix).tolist() == [0.5] * 4
    assert (matrix[2, [0, 1, 3]] > 0.99).all()


def test_superiority_of_equal_bots_is_spread_evenly():
    shares = [
        ratings_of(tournament(40, s), seed=s, resamples=300).superiority[0, 1] for s in range(100)
    ]
    # Evenly between 0 and 1, the mean is 1/2 and the standard deviation 0.289.
    assert np.mean(shares) == pytest.approx(0.5, abs=0.1)
    assert np.std(shares) == pytest.approx(0.289, abs=0.06)


def test_bots_that_always_tie_are_equally_likely_the_stronger():
    ratings = ratings_of(results_of(range(30), [[0, 1]] * 30, [[1, 1]] * 30))
    assert [rating.value for rating in ratings.elo] == pytest.approx([0, 0], abs=1e-6)
    assert ratings.superiority[0, 1] == pytest.approx(0.5, abs=0.06)


def test_a_known_advantage_is_in_the_interval_of_the_rating():
    # The first comes in first with odds of 3 to 1, in blocks of two games.
    random, hits = np.random.default_rng(0), 0
    for seed in range(100):
        won = random.random(80) < 0.75
        scores = np.stack([won, ~won], axis=1).astype(int)
        results = results_of(np.arange(80) // 2, [[0, 1]] * 80, scores)
        rating = ratings_of(results, seed=seed, resamples=300).elo[0]
        hits += rating.low <= ELO * np.log(3) / 2 <= rating.high
    assert 89 <= hits <= 100


def test_strengths_are_separated_unless_wins_lead_from_each_to_each():
    met = np.ones((3, 3), dtype=bool)
    circle = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    ladder = np.array([[0, 1, 1], [0, 0, 1], [0, 1, 0]])
    assert not separated(circle, met).any()
    assert separated(ladder, met).all()


def test_the_history_ends_at_the_rating_and_begins_early():
    results = tournament(120, 6, strengths=(0, 0.3, -0.5, 0.8))
    games, elo = rating_history(bootstrap_of(results, resamples=1).units, steps=10)
    assert games.tolist() == list(range(48, 481, 48))
    assert elo[-1] == pytest.approx(elo_of(results), abs=1e-4)
    first = tournament(120, 6, strengths=(0, 0.3, -0.5, 0.8))
    assert elo[0] == pytest.approx(
        elo_of(results_of(first.block[:48], first.seats[:48], first.scores[:48])), abs=1e-4
    )


@pytest.mark.parametrize("blocks", [1, 7, 49, 50, 51, 120])
def test_the_history_of_few_blocks_has_each_of_them_once(blocks):
    results = tournament(blocks, 6, strengths=(0, 0.3, -0.5, 0.8))
    games, elo = rating_history(bootstrap_of(results, resamples=1).units)
    assert len(games) == len(elo) == min(blocks, 50)
    assert (np.diff(games) > 0).all()
    assert games[0] >= 4 and games[-1] == 4 * blocks
