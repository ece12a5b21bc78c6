from __future__ import annotations

import merx
from merx.registry import MODULES, module_of


def test_every_game_has_its_module() -> None:
    assert list(MODULES) == [info.name for info in merx.games()]


def test_a_module_makes_every_move_of_its_game() -> None:
    for name in MODULES:
        game = merx.load_game(name)
        make_move = module_of(name).make_move
        moves = [make_move(*game._action_to_parts(a)) for a in range(game.num_distinct_actions())]
        assert len(set(moves)) == game.num_distinct_actions()
