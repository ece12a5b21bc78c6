from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import merx

from .helpers import finished, raises, state_after

SPECS = ["random", "greedy", "random", "random"]
SEED = 11
(LINE,) = merx.play_many(merx.load_game("mercurius", 4), [(SEED, SPECS)])

Dict = dict[str, Any]


def test_a_record_is_replayed(game: merx.Game) -> None:
    replay = merx.replay(LINE)
    assert replay.game == game
    assert replay.seed == SEED
    assert replay.bots == SPECS
    assert replay.record == json.loads(LINE)
    assert replay.scores == replay.record["scores"]
    assert replay.ranks == replay.record["ranks"]
    assert [game.action_to_string(action) for action in replay.actions] == replay.record["actions"]
    assert game.record(SEED, SPECS, replay.actions) == LINE


def test_states_are_those_of_the_game(game: merx.Game) -> None:
    replay = merx.replay(LINE)
    states = list(replay.states())
    assert len(states) == len(replay.actions) + 1
    assert states[0] == game.new_initial_state(SEED)
    assert states[-1].is_terminal()
    assert states[-1].state_hash() == replay.record["final_hash"]
    for i, state in enumerate(states):
        assert state.history() == replay.actions[:i]
        assert i % 16 or i == 0 or state.state_hash() == replay.record["hashes"][i // 16 - 1]


def _set(key: str, value: Any) -> Callable[[Dict], None]:
    return lambda record: record.update({key: value})


def _edit(key: str, index: int, value: Any) -> Callable[[Dict], None]:
    return lambda record: record[key].__setitem__(index, value)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (_set("format", "merx-record/9"), 'format is "merx-record/9"; this version reads'),
        (lambda record: record.pop("format"), "it has no format, so it is not a record of merx"),
        (_set("game", "chess"), 'there is no game "chess", only mercurius'),
        (_set("rules", 2), "it follows rules version 2, this is 1"),
        (_set("edition", "my-box"), 'it was played with edition "my-box"; give the file of that'),
        (_set("edition_hash", "0" * 16), "of hash 0000000000000000, this is "),
        (_set("players", 3), "it names 3 players and 4 bots"),
        (_set("players", 9), "mercurius is played with 3, 4, 5 players, not with 9"),
        (_set("seed", SEED + 1), "decision "),
        (_set("seed", -1), "seed: invalid value: integer `-1`"),
        (_set("bots", SPECS[1:]), "it names 4 players and 3 bots"),
        (_set("bots", "random"), "bots: invalid type: string"),
        (_edit("actions", 5, "jump"), 'decision 6: "jump" is not an action'),
        (_edit("actions", 0, "sell tea"), 'decision 1: "sell tea" is not legal'),
        (lambda record: record["actions"].pop(), "it ends after "),
        (lambda record: record["actions"].append("buy tea"), "the game was over before it"),
        (_edit("hashes", 1, "0" * 16), "decision 32: the state is not the recorded one"),
        (lambda record: record["hashes"].pop(), "the state is not the recorded one"),
        (lambda record: record["hashes"].append("0" * 16), "hashes, there are "),
        (_set("final_hash", "0" * 16), "the state is not the recorded one"),
        (_edit("scores", 2, 10_000), "the scores are ["),
        (_edit("ranks", 2, 9), "the ranks are ["),
        (_set("winner", 0), "unknown field `winner`"),
        (lambda record: record.pop("ranks"), "missing field `ranks`"),
    ],
)
def test_a_record_that_was_changed_is_refused(change: Callable[[Dict], object], text: str) -> None:
    record = json.loads(LINE)
    change(record)
    with raises(merx.RecordError, text):
        merx.replay(json.dumps(record))


@given(st.integers(0, len(LINE) - 1))
def test_a_record_that_is_cut_off_is_refused(length: int) -> None:
    with raises(merx.RecordError, "this is not JSON, or cut off: "):
        merx.replay(LINE[:length])


def test_what_is_no_record_is_refused() -> None:
    for line in ("[]", "3", "null", '{"format": 3}'):
        with raises(merx.RecordError, "it has no format, so it is not a record of merx"):
            merx.replay(line)
    with pytest.raises(TypeError):
        merx.replay(LINE.encode())  # type: ignore[arg-type]


def test_a_record_of_another_edition_needs_its_file(my_box: Path) -> None:
    game = merx.load_game("mercurius", 4, my_box)
    (line,) = merx.play_many(game, [(1, SPECS)])
    assert merx.replay(line, my_box).game == game
    assert merx.replay(line, edition=str(my_box)).scores == json.loads(line)["scores"]
    with raises(merx.RecordError, 'it was played with edition "my-box"; give the file of that'):
        merx.replay(line)
    with raises(merx.RecordError, 'it was played with edition "my-box" of hash '):
        merx.replay(line, "standard")
    with raises(merx.RecordError, 'it was played with edition "standard" of hash '):
        merx.replay(LINE, my_box)
    renamed = json.dumps({**json.loads(line), "edition": "your-box"})
    with raises(merx.RecordError, 'it was played with edition "your-box" of hash '):
        merx.replay(renamed, my_box)
    with raises(merx.EditionError, "none.toml: cannot be read: "):
        merx.replay(line, "none.toml")


def test_a_record_is_not_trusted_to_name_files(my_box: Path) -> None:
    record = json.dumps({**json.loads(LINE), "edition": str(my_box)})
    with raises(merx.RecordError, "give the file of that edition"):
        merx.replay(record)


def test_many_games_come_in_the_order_of_the_jobs(game: merx.Game) -> None:
    jobs = [(seed, SPECS if seed % 2 else SPECS[::-1]) for seed in range(20)]
    lines = merx.play_many(game, jobs)
    assert [(record["seed"], record["bots"]) for record in map(json.loads, lines)] == jobs
    assert lines == merx.play_many(game, jobs, threads=2)
    assert merx.play_many(game, []) == []


@pytest.mark.parametrize(
    ("jobs", "threads", "error", "text"),
    [
        ([(0, ["random"] * 3)], 1, merx.BotError, "job 0 names 3 bots, and there are 4 players"),
        ([(0, SPECS), (1, [])], 1, merx.BotError, "job 1 names 0 bots, and there are 4 players"),
        ([(0, ["x"] * 4)], 1, merx.BotError, 'bot "x": there is no bot "x"'),
        ([(-1, SPECS)], 1, merx.GameError, "seed is -1, it must be 0 to 18446744073709551615"),
        ([(0, SPECS)], 0, merx.GameError, "threads is 0, it must be 1 to 256"),
        ([0], 1, TypeError, "'int' object is not an instance of 'tuple'"),
        ("random", 1, TypeError, ""),
    ],
)
def test_jobs_that_cannot_be_played_are_refused(
    game: merx.Game, jobs: Any, threads: int, error: type[Exception], text: str
) -> None:
    with raises(error, text):
        merx.play_many(game, jobs, threads)


def test_a_game_written_down_by_hand_is_replayed(game: merx.Game) -> None:
    end = finished(seed=2)
    replay = merx.replay(game.record(2, ["Ann", "Bob", "Cy", "Dee"], end.history()))
    assert replay.bots == ["Ann", "Bob", "Cy", "Dee"]
    assert list(replay.states())[30] == state_after(30, seed=2)
