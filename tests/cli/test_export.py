"""`merx export`."""

import sys

import pytest

from merx_cli.tournament.reading.run import read_run
from tests.cli.rundirs import drawn, fail, played


@pytest.fixture
def pq():
    return pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")


@pytest.fixture
def rows(merx, tmp_path, pq):
    """Export a run and return the rows of the file."""
    return lambda run: export(merx, tmp_path, pq, run)


def export(merx, tmp_path, pq, run):
    run.write(tmp_path / "run")
    done = merx("export", "run", "--parquet", "games.parquet", "--force")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    table = pq.read_table(tmp_path / "games.parquet")
    assert done.stderr == f"{table.num_rows} rows in games.parquet\n"
    return table.to_pylist()


def test_there_is_a_row_for_each_seat(rows):
    run = played(["greedy", "random"], 3, 12)
    found = rows(run)
    for game in run.games:
        for seat, bot in enumerate(game["seats"]):
            row = found.pop(0)
            assert row["number"] == game["number"] and row["block"] == game["block"]
            assert row["seat"] == seat and row["bot"] == run.bots[bot]
            assert row["rank"] == game["ranks"][seat] and row["score"] == game["scores"][seat]
            won = game["ranks"][seat] == 1
            assert row["win_share"] == (1 / game["ranks"].count(1) if won else 0)
            assert row["verdict"] == "ok" and row["counts"] and not row["failed"]
            assert row["decisions"] == len(game["record"]["actions"])
            assert row["seconds"] is row["moves"] is row["thinking"] is row["slowest"] is None
    assert found == []


def test_times_are_those_of_the_seat(rows):
    run = drawn({"a": 1, "b": 0}, 2, 6)
    run.times[2].pop("thinking")
    found = rows(run)
    for time in run.times:
        for seat in range(2):
            row = found.pop(0)
            moves = time["thinking"][seat] if "thinking" in time else [None] * 3
            assert row["seconds"] == time["seconds"]
            assert [row["moves"], row["thinking"], row["slowest"]] == moves


def test_what_does_not_count_is_there_and_marked(rows):
    run = drawn({"a": 1, "b": 0}, 2, 7)
    fail(run.games[1], "crash", 0, "gone", void=True)
    fail(run.games[2], "timeout", 1, "slow")
    found = rows(run)
    assert [row["counts"] for row in found] == [False] * 4 + [True] * 8 + [False] * 2
    assert [(r["number"], r["seat"], r["verdict"]) for r in found if r["failed"]] == [
        (1, 0, "crash"),
        (2, 1, "timeout"),
    ]
    assert [row["rank"] for row in found[2:4]] == [row["win_share"] for row in found[2:4]]
    assert found[2]["rank"] is None and found[2]["score"] is not None
    assert [row["rank"] for row in found[4:6]] == [1, 2]


def test_a_run_without_games_has_no_rows(rows):
    assert rows(drawn({"a": 1, "b": 0}, 2, 0)) == []


def test_the_configuration_is_in_the_file(rows, tmp_path, pq):
    run = drawn({"a": 1, "ü": 0}, 2, 2)
    rows(run)
    metadata = pq.read_schema(tmp_path / "games.parquet").metadata
    assert metadata[b"merx.config"].decode() == run.config()


@pytest.mark.usefixtures("pq")
def test_a_file_is_not_overwritten_without_force(merx, tmp_path):
    drawn({"a": 1, "b": 0}, 2, 2).write(tmp_path / "run")
    (tmp_path / "games.parquet").write_text("precious")
    done = merx("export", "run", "--parquet", "games.parquet")
    assert done.returncode == 2
    assert done.stderr == "error: games.parquet exists already\nhint: --force overwrites it\n"
    assert (tmp_path / "games.parquet").read_text() == "precious"


def test_without_pyarrow_it_says_how_to_get_it(merx, tmp_path):
    drawn({"a": 1, "b": 0}, 2, 2).write(tmp_path / "run")
    (tmp_path / "pyarrow.py").write_text("raise ImportError\n")
    done = merx("export", "run", "--parquet", "games.parquet", PYTHONPATH=paths(tmp_path))
    assert done.returncode == 2
    assert done.stderr == (
        "error: Parquet files need pyarrow, which is not installed\n"
        "hint: pip install 'merx-cli[parquet]'\n"
    )
    assert not (tmp_path / "games.parquet").exists()


def paths(first):
    """Return where Python shall look, `first` before all that it has now."""
    return ":".join([str(first), *filter(None, sys.path)])


def test_a_run_is_read_where_it_is_written(rows, tmp_path):
    run = drawn({"a": 1, "b": 0}, 2, 4)
    found = rows(run)
    games = read_run(str(tmp_path / "run")).games
    assert [row["score"] for row in found] == games.scores.ravel().tolist()
