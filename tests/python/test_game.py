from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import merx

from .helpers import finished, raises


def test_four_play_if_nothing_is_said() -> None:
    game = merx.load_game("mercurius")
    assert (game.name, game.players, game.edition) == ("mercurius", 4, "standard")
    assert game.num_players() == 4


@pytest.mark.parametrize(
    ("players", "default"), [([3], 3), ([3, 5], 5), ([3, 4, 5], 4), ([5], 5), ([4], 4)]
)
def test_the_default_is_four_or_the_next_larger_number_or_the_largest(
    tmp_path: Path, players: list[int], default: int
) -> None:
    path = tmp_path / "other.toml"
    head = f'game = "mercurius"\nname = "other"\nextends = "standard"\nplayers = {players}\n'
    path.write_text(f"[edition]\n{head}")
    assert merx.load_game("mercurius", edition=path).players == default


def test_what_is_the_same_for_all_states() -> None:
    game = merx.load_game("mercurius", 3)
    assert game.num_distinct_actions() == 190
    assert game.rules_version == 1
    assert len(game.edition_hash) == 16
    assert game.max_game_length() >= len(finished(players=3).history())
    assert game.observation_tensor_size() > 0
    assert repr(game) == "<merx.Game mercurius, 3 players, edition standard>"


def test_the_tables_are_those_of_the_file(game: merx.Game, my_box: Path) -> None:
    tables = game.edition_tables()
    assert tables["setup"]["cash"] == 70
    assert len(tables["cards"]["deck"]) == 72
    assert merx.load_game("mercurius", edition=my_box).edition_tables()["setup"]["cash"] == 100


def test_an_edition_is_loaded_from_a_file(my_box: Path) -> None:
    for edition in (my_box, str(my_box)):
        game = merx.load_game("mercurius", 4, edition)
        assert game.edition == "my-box"
        assert game.new_initial_state().scores() == [100] * 4


def test_games_are_equal_if_rules_edition_and_players_are(game: merx.Game, my_box: Path) -> None:
    same = merx.load_game("mercurius", 4)
    others = [merx.load_game("mercurius", 3), merx.load_game("mercurius", 4, my_box)]
    assert game == same
    assert hash(game) == hash(same)
    for other in [*others, "mercurius", None]:
        assert game != other


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda g: pickle.loads(pickle.dumps(g))]
)
def test_games_are_copied_and_pickled(
    again: Callable[[merx.Game], merx.Game], my_box: Path
) -> None:
    for edition in ("standard", my_box):
        game = merx.load_game("mercurius", 5, edition)
        assert again(game) == game


def test_a_pickled_game_brings_its_edition(my_box: Path, python: Callable[..., str]) -> None:
    data = pickle.dumps(merx.load_game("mercurius", 3, my_box)).hex()
    code = (
        "import pickle, sys; game = pickle.loads(bytes.fromhex(sys.argv[1]))\n"
        "print(game, game.new_initial_state().scores())\n"
    )
    expected = "<merx.Game mercurius, 3 players, edition my-box> [100, 100, 100]\n"
    assert python(code, data) == expected


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        (
            ("merkurius",),
            merx.GameError,
            'there is no game "merkurius", only mercurius, celtic, merkator, did',
        ),
        (("mercurius", 7), merx.GameError, "mercurius is played with 3, 4, 5 players, not with 7"),
        (("mercurius", 0), merx.GameError, "mercurius is played with 3, 4, 5 players, not with 0"),
        (("mercurius", -1), merx.GameError, "mercurius is not played with -1 players"),
        (("mercurius", 2**64), merx.GameError, "mercurius is not played with 1844674407370955"),
        (("mercurius", "4"), TypeError, "players must be a whole number, not str"),
        (("mercurius", 4.0), TypeError, "players must be a whole number, not float"),
        (("mercurius", 4, "deluxe"), merx.EditionError, "deluxe: mercurius has no edition of this"),
        (("mercurius", 4, "no.toml"), merx.EditionError, "no.toml: cannot be read: "),
        (("mercurius", 4, 3), TypeError, "expected str, bytes or os.PathLike object, not int"),
        ((3,), TypeError, "'int' object is not an instance of 'str'"),
    ],
)
def test_a_game_that_cannot_be_loaded_is_explained(
    arguments: tuple[Any, ...], error: type[Exception], text: str
) -> None:
    with raises(error, text):
        merx.load_game(*arguments)


def test_a_fault_in_an_edition_names_file_table_and_key(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('[edition]\ngame="mercurius"\nname="x"\nextends="standard"\n[setup]\ncash=-1\n')
    with raises(merx.EditionError, f"{path}: [setup] cash: -1 is not in 0 to 10000"):
        merx.load_game("mercurius", edition=path)


def test_a_seed_is_a_deal(game: merx.Game) -> None:
    assert game.new_initial_state() == game.new_initial_state(0) == game.new_initial_state(seed=0)
    assert game.new_initial_state(np.uint64(7)) == game.new_initial_state(7)
    hashes = {game.new_initial_state(seed).state_hash() for seed in (0, 1, 2**63, 2**64 - 1)}
    assert len(hashes) == 4


def test_a_seed_has_64_bits(game: merx.Game) -> None:
    for seed, shown in [(-1, "-1"), (2**64, "18446744073709551616"), (10**5000, "<int>")]:
        with raises(merx.GameError, f"seed is {shown}, it must be 0 to 18446744073709551615"):
            game.new_initial_state(seed)


def test_a_seed_is_a_whole_number(game: merx.Game) -> None:
    with raises(TypeError, "seed must be a whole number, not float"):
        game.new_initial_state(1.0)  # type: ignore[arg-type]


def test_every_id_has_a_text_that_leads_back(game: merx.Game) -> None:
    texts = [game.action_to_string(action) for action in range(game.num_distinct_actions())]
    assert len(set(texts)) == 190
    assert [game.string_to_action(text) for text in texts] == list(range(190))
    assert game.string_to_action("  BUY   Silk ") == game.string_to_action("buy silk") == 18


@pytest.mark.parametrize("action", [-1, 190, 2**16, 2**70])
def test_an_unknown_id_is_a_game_error(game: merx.Game, action: int) -> None:
    text = f"there is no action {action}; action ids of mercurius are 0 to 189"
    with raises(merx.GameError, text):
        game.action_to_string(action)
    with raises(merx.GameError, text):
        game.action_to_move(action)


def test_a_text_that_is_no_action_is_a_game_error(game: merx.Game) -> None:
    with raises(merx.GameError, 'there is no item "slik", did you mean "silk"?'):
        game.string_to_action("buy slik")


def test_a_record_is_written_from_actions(game: merx.Game) -> None:
    end = finished(seed=5)
    record = json.loads(game.record(5, ["a", "b", "c", "d"], end.history()))
    assert record["format"] == "merx-record/1"
    assert record["seed"] == 5
    assert record["bots"] == ["a", "b", "c", "d"]
    assert record["scores"] == end.scores()
    assert record["ranks"] == end.ranks()
    assert record["final_hash"] == end.state_hash()


def test_a_game_that_was_not_played_has_no_record(game: merx.Game) -> None:
    bots, actions = ["bot"] * 4, finished(seed=5).history()
    for wrong_bots, wrong_actions, text in [
        (bots, actions[:-1], "the game is not over after"),
        (bots, [189, *actions], 'decision 1: "end discarding" is not legal'),
        (bots, [*actions, 0], "is not legal: the game is over"),
        (bots, [-1, *actions], 'decision 1: "-1" is not legal: action ids of mercurius are 0'),
        (bots, [], "the game is not over after 0 decisions"),
        (bots[1:], actions, "3 bots are named, and there are 4 players"),
    ]:
        with raises(merx.RecordError, text):
            game.record(5, wrong_bots, wrong_actions)


def test_a_transcript_tells_a_random_game(game: merx.Game) -> None:
    text = game.transcript(3)
    assert text == game.transcript(3)
    assert text.startswith("mercurius, edition standard, 4 players, seed 3")
    assert "\nscores [" in text


def test_rules_are_text() -> None:
    assert merx.rules("mercurius").startswith("# Mercurius\n")
    with raises(merx.GameError, 'there is no game "chess", only mercurius'):
        merx.rules("chess")


def test_the_open_text_of_an_action_hides_what_is_not_shown(game: merx.Game) -> None:
    for action in range(game.num_distinct_actions()):
        text, shown = game.action_to_string(action), game.action_to_open_string(action)
        assert shown == ("discard ..." if text.startswith("discard") else text)
