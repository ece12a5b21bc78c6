"""Whole tournaments in this process: the sequential test, our own bugs, and known truths."""

import json
import re
from itertools import islice

import pytest

import merx
from merx_cli.errors import CliError
from merx_cli.limits import Limits
from merx_cli.roster import Roster
from merx_cli.tournament.blackbox import Blackbox
from merx_cli.tournament.books import Books
from merx_cli.tournament.directory import RunDirectory
from merx_cli.tournament.entries import read_head
from merx_cli.tournament.places import InRust
from merx_cli.tournament.referee import EngineError, Outcome, Referee
from merx_cli.tournament.run import Output, run
from merx_cli.tournament.setup import Wanted, resolve
from merx_cli.tournament.stopping import Stopping
from merx_cli.tournament.table import analysis_of, as_json

QUIET = Output(json=True, strict=False)


def config(*bots, games=12, **changes):
    wanted = {
        "game": "mercurius", "players": 3, "edition": "standard", "seed": 1, "step_limit": None,
        "format": "round-robin", "rotation": "cyclic", "policies": [], "limits": Limits(),
        "until": None, "alpha": 0.05, "beta": 0.05, "margin": 0.2,
    }  # fmt: skip
    return resolve(Wanted(bots=bots, games=games, **(wanted | changes)))


def in_rust(config, threads=2):
    return InRust(config, config.played.load(), threads)


def play(config, directory=None, place=None):
    return run(config, directory, lambda: place or in_rust(config), QUIET)


def document(capsys):
    return json.loads(capsys.readouterr().out)


def figures(config):
    """Play a tournament and return its figures by bot."""
    books = Books(config, None, print)
    for batch in in_rust(config).play(books.missing()):
        books.take(batch)
    return {bot["bot"]: bot for bot in as_json(books, analysis_of(books))["bots"]}


class Shuffled:
    """Plays like `InRust`, and lets games finish in another order."""

    def __init__(self, config, size):
        self.config, self.size = config, size

    def play(self, fixtures):
        fixtures = iter(fixtures)
        while batch := list(islice(fixtures, self.size)):
            for fixture in reversed(batch):
                yield list(next(iter(in_rust(self.config).play([fixture]))))

    def close(self):
        pass


UNTIL = {"games": 3000, "until": "greedy>random"}


def test_the_sequential_test_ends_the_run_at_the_same_game_for_any_order(tmp_path, capsys):
    kept = []
    for name, place in (
        ("a", in_rust),
        ("b", lambda c: Shuffled(c, 7)),
        ("c", lambda c: Shuffled(c, 50)),
    ):
        ours = config("greedy", "random", **UNTIL)
        with RunDirectory.create(str(tmp_path / name), ours) as directory:
            assert play(ours, directory, place(ours)) == 0
        test = document(capsys)["until"]
        assert test["decision"] == "accepted"
        assert test["log_ratios"][0] >= test["bounds"][0]
        kept.append((tmp_path / name / "games.jsonl").read_text())
        assert kept[-1].count("\n") == test["blocks"] * 3 < 3000
    assert kept[0] == kept[1] == kept[2]


def test_the_other_claim_is_rejected(capsys):
    play(config("greedy", "random", **UNTIL | {"until": "random>greedy"}))
    assert document(capsys)["until"]["decision"] == "rejected"


def test_a_decided_run_is_not_resumed(tmp_path, capsys):
    ours = config("greedy", "random", **UNTIL)
    with RunDirectory.create(str(tmp_path / "run"), ours) as directory:
        play(ours, directory)
    before = document(capsys)
    with RunDirectory.resume(str(tmp_path / "run")) as directory:
        run(directory.config, directory, lambda: pytest.fail("nothing is to be played"), QUIET)
    assert document(capsys) == before


def test_a_run_stopped_in_the_middle_of_a_block_comes_to_the_same_decision(tmp_path, capsys):
    ours = config("greedy", "random", **UNTIL)
    path = tmp_path / "run"
    with RunDirectory.create(str(path), ours) as directory:
        play(ours, directory)
    whole, before = (path / "games.jsonl").read_text(), document(capsys)
    lines = whole.splitlines(keepends=True)
    (path / "games.jsonl").write_text("".join(lines[: len(lines) // 2 + 1]))
    with RunDirectory.resume(str(path)) as directory:
        play(ours, directory)
    assert document(capsys) == before
    assert (path / "games.jsonl").read_text() == whole


def test_blocks_that_are_not_whole_are_not_fed(capsys):
    play(config("greedy", "random", games=7, until="greedy>random"))
    assert document(capsys)["until"]["blocks"] == 2


def test_void_blocks_tell_the_test_nothing():
    ours = config("greedy", "random", **UNTIL)
    stopping = Stopping(ours, [])
    outcomes = [o for batch in in_rust(ours).play(ours.schedule.fixtures(0, 9)) for o in batch]
    second = re.sub(r'"ranks":.*?]', '"ranks":null', outcomes[4].entry, count=1)
    outcomes[4] = Outcome(second)
    assert list(stopping.let_through(outcomes)) == outcomes
    assert stopping.test.blocks == 2


class PanicError(BaseException):
    pass


@pytest.fixture
def broken(monkeypatch):
    """An engine that fails in every game dealt from one seed; returns that game's number."""
    ours = config("greedy", "random")
    (bad,) = (f for f in ours.schedule.fixtures() if f.number == 7)
    play_many = merx.play_many

    def play_most(game, jobs, threads=1):
        if (bad.seed, [ours.bots[bot] for bot in bad.seats]) in [(s, list(b)) for s, b in jobs]:
            raise PanicError("index out of bounds")
        return play_many(game, jobs, threads)

    monkeypatch.setattr(merx, "play_many", play_most)
    return bad


def test_our_own_bug_stops_the_run_and_saves_what_is_needed_to_see_it(tmp_path, broken, capsys):
    ours, path = config("greedy", "random"), tmp_path / "run"
    with (
        pytest.raises(CliError) as raised,
        RunDirectory.create(str(path), ours) as directory,
    ):
        play(ours, directory)
    assert raised.value.code == 3
    assert (
        raised.value.message == "this is a bug in merx, in game 7: PanicError: index out of bounds"
    )
    assert f"{path}/engine-error-7.json" in raised.value.hint
    saved = json.loads((path / "engine-error-7.json").read_text())
    assert (saved["seed"], saved["bots"]) == (broken.seed, ours.names(broken.seats))
    assert saved["edition_hash"] == ours.played.edition_hash
    numbers = [
        read_head(line)["number"] for line in (path / "games.jsonl").read_text().splitlines()
    ]
    assert 7 not in numbers


def test_our_own_bug_without_a_directory_is_told_with_the_game(broken):
    with pytest.raises(CliError) as raised:
        play(config("greedy", "random"))
    assert raised.value.code == 3
    assert f'"seed": {broken.seed}' in raised.value.hint


def test_a_bug_in_a_workers_game_is_ours_too(monkeypatch):
    ours = config("greedy", "random")
    referee = Referee(ours, ours.played.load(), Roster(ours.bots), Blackbox([0] * 1000))
    fixture = next(ours.schedule.fixtures())
    assert isinstance(referee.play(fixture), Outcome)

    def fail(*_):
        raise PanicError("index out of bounds")

    monkeypatch.setattr(merx, "play_game", fail)
    with pytest.raises(EngineError, match="index out of bounds"):
        referee.play(fixture)


def test_equal_bots_have_equal_shares_within_the_interval():
    covered = 0
    bots = ("random", "greedy:epsilon=1", "greedy:epsilon=0.999999")  # as good as one another
    for seed in range(20):
        ours = config(*bots, games=90, seed=seed)
        for bot in figures(ours).values():
            covered += bot["win_share"]["low"] <= 1 / 3 <= bot["win_share"]["high"]
    assert 52 <= covered <= 60


def test_bots_come_in_the_order_of_their_handicaps():
    bots = ("greedy:epsilon=0.9", "greedy", "greedy:epsilon=0.5")
    ranking = figures(config(*bots, games=300))
    assert list(ranking) == ["greedy", "greedy:epsilon=0.5", "greedy:epsilon=0.9"]
    ratings = [bot["rating"]["value"] for bot in ranking.values()]
    assert ratings == sorted(ratings, reverse=True)
