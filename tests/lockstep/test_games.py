"""Engine and reference walk the same games, decision by decision.

`python -m tests.lockstep --games 10000` walks more of them.
"""

from __future__ import annotations

import pytest

from tests.lockstep.jobs import KITS, played, refuse_editions, sample

WHERE = {(job.game, job.edition, job.players): None for game in KITS for job in sample(game)}


@pytest.mark.parametrize(("game", "edition", "players"), WHERE)
def test_engine_and_reference_agree(game: str, edition: str, players: int) -> None:
    for job in sample(game):
        if (job.edition, job.players) == (edition, players):
            assert played(job).difference == ""


@pytest.mark.parametrize("game", KITS)
def test_both_refuse_the_editions_that_a_clause_forbids(game: str) -> None:
    assert len(refuse_editions(game)) == len(KITS[game].refused)
