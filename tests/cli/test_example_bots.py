"""The bots in `examples/bots`: sound, and as good as the documents say."""

import json
import shlex
import sys
from pathlib import Path

import pytest

import merx as engine

BOTS = Path(__file__).parents[2] / "examples" / "bots"
TRADER = f"py:{BOTS / 'trader.py'}:Trader"
SAMPLER = f"py:{BOTS / 'sampler.py'}:Sampler"
FIRST = f"exec:{shlex.quote(str(BOTS / 'first.sh'))}"
BUYER = f"exec:{shlex.quote(str(BOTS / 'buyer.py'))}"
ALL_GAMES = ["mercurius", "celtic", "merkator"]


@pytest.mark.parametrize(
    ("spec", "games"),
    [(TRADER, ["mercurius"]), (SAMPLER, ALL_GAMES), (FIRST, ALL_GAMES), (BUYER, ALL_GAMES)],
    ids=["trader", "sampler", "first", "buyer"],
)
def test_an_example_is_sound_and_repeats(merx, spec, games):
    chosen = [word for game in games for word in ("--game", game)]
    done = merx("bots", "check", spec, *chosen, "--strict", "--json")
    assert done.returncode == 0, done.stdout
    assert done.stderr == ""
    assert [game["repeats"] for game in json.loads(done.stdout)["games"]] == [True] * len(games)


def win_share(merx, game, spec, games):
    done = merx("tournament", game, "-b", spec, *["-b", "random"] * 3, "-n", games, "--json")
    standings = {bot["bot"]: bot["win_share"]["value"] for bot in json.loads(done.stdout)["bots"]}
    return standings[spec]


def test_the_rule_beats_random(merx):
    assert win_share(merx, "mercurius", TRADER, 400) > 0.33


@pytest.mark.parametrize("game", ALL_GAMES)
def test_sampling_beats_random_in_every_game(merx, game):
    assert win_share(merx, game, SAMPLER, 12) > 0.7


def test_the_program_in_python_needs_no_merx(merx):
    # Without site-packages and PYTHONPATH there is no merx to import.
    command = [sys.executable, "-I", "-S", str(BOTS / "buyer.py")]
    done = merx("play", "mercurius", "--seed", 1, "--bot", f"exec:{shlex.join(command)}", "--json")
    assert done.returncode == 0, done.stderr
    engine.replay(done.stdout)


def test_the_shell_script_plays_the_first_legal_action(merx):
    record = json.loads(
        merx("play", "celtic", "-p", 2, "--seed", 3, "--bot", FIRST, "--json").stdout
    )
    state = engine.load_game("celtic", 2).new_initial_state(3)
    for text in record["actions"]:
        if state.current_player() == 0:
            assert text == state.action_to_string(state.legal_actions()[0])
        state.apply_action(state.string_to_action(text))
