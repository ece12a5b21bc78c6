"""Engine and reference walk the same games, decision by decision.

`python -m tests.lockstep --games 10000` walks more of them.
"""

from __future__ import annotations

import dataclasses

import pytest

from tests.lockstep.jobs import KITS, Job, play, played, refuse_editions, sample
from tests.lockstep.walk import Difference
from tests.reference import mercurius

WHERE = {(job.game, job.edition, job.players): None for game in KITS for job in sample(game)}


@pytest.mark.parametrize(("game", "edition", "players"), WHERE)
def test_engine_and_reference_agree(game: str, edition: str, players: int) -> None:
    for job in sample(game):
        if (job.edition, job.players) == (edition, players):
            assert played(job).difference == ""


# Of each game, a course that a bot plays by chance.
SLIPS = [
    Job("mercurius", "standard", 3, "plays well"),
    Job("celtic", "short", 2, "plays well"),
    Job("merkator", "many cubes", 2, "plans with slips"),
]


@pytest.mark.parametrize("job", SLIPS, ids=lambda job: job.game)
def test_a_walk_repeats_whatever_was_walked_before(job: Job) -> None:
    first = play(job)
    play(dataclasses.replace(job, number=1))
    again = play(job)
    assert (again.decisions, again.clauses) == (first.decisions, first.clauses)


@pytest.mark.parametrize("game", KITS)
def test_both_refuse_the_editions_that_a_clause_forbids(game: str) -> None:
    assert len(refuse_editions(game)) == len(KITS[game].refused)


DIVIDENDS = Job("mercurius", "standard", 3, "pays dividends for what lies on Black Market")


def test_a_difference_is_told_with_the_way_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mercurius.Mercurius, "dividend", lambda *_: 100)
    where, what, actions, start = play(DIVIDENDS).difference.splitlines()
    assert where == repr(DIVIDENDS)
    assert what.startswith("state, seats: the engine says [{'cash': ")
    assert actions.startswith("actions: ['") and actions.rpartition("'dividend ")[2].count("'") == 1
    assert start.startswith("from: {'game': 'mercurius'")


def test_an_exception_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mercurius.Mercurius, "pay_dividend", lambda *_: 1 // 0)
    assert "ZeroDivisionError" in play(DIVIDENDS).difference


def test_an_action_that_one_side_does_not_refuse_is_a_difference(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    apply = mercurius.Mercurius.apply

    def lenient(game: mercurius.Mercurius, text: str) -> None:
        if text in game.legal_actions():
            apply(game, text)

    monkeypatch.setattr(mercurius.Mercurius, "apply", lenient)
    assert "is refused: the engine says (True, False)" in play(DIVIDENDS).difference


def test_an_edition_that_one_side_takes_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.reference.mercurius_cards.check_edition", lambda _: None)
    with pytest.raises(Difference, match=r"1\.2 .*: the reference takes the edition"):
        refuse_editions("mercurius")
