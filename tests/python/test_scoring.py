from __future__ import annotations

from hypothesis import given

import merx
from merx.scoring import Line, PlayerSheet, ScoreSheet

from .helpers import finished, states


@given(states)
def test_totals_are_the_scores(state: merx.State) -> None:
    assert state.score_sheet().totals == state.scores()


def test_totals_are_the_scores_with_an_edition_of_ones_own(my_box: object) -> None:
    game = merx.load_game("mercurius", 4, my_box)  # type: ignore[arg-type]
    assert game.new_initial_state().score_sheet().totals == [100, 100, 100, 100]


def test_the_engine_is_not_asked() -> None:
    """The sheet of a state dict follows from what lies open: hidden cards do not matter."""
    state = finished()
    sampled = state.observation(0).sample_state(1)
    assert sampled.score_sheet() == state.score_sheet()


def test_a_sheet_adds_up() -> None:
    sheet = ScoreSheet(
        (
            PlayerSheet((Line("cash", 70), Line("silk at 15", 30))),
            PlayerSheet((Line("cash", 8), Line("silk at 15", 0))),
        )
    )
    assert sheet.totals == [100, 8]
    assert str(sheet) == (
        "           |     P0     P1\n"
        "cash       |     70      8\n"
        "silk at 15 |     30      0\n"
        "total      |    100      8"
    )


def test_a_sheet_is_a_table() -> None:
    lines = str(finished(players=5).score_sheet()).splitlines()
    assert lines[0].split() == ["|", "P0", "P1", "P2", "P3", "P4"]
    assert lines[1].startswith("cash")
    assert lines[-1].startswith("total")
    assert len({len(line) for line in lines}) == 1
