"""What docs/analysis.md shows works: its SQL, its Python, its tables and its links."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from merx_cli.tournament.reading.run import read_run
from tests.cli.rundirs import RunDir, drawn, fail, line, played

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "analysis.md").read_text()
HEADINGS = {"games.jsonl": 4, "times.jsonl": 1, "Parquet": 4}
"""How many examples in SQL stand under each."""


def section(heading: str) -> str:
    """Return what stands under a heading."""
    return TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def examples(heading: str) -> list[str]:
    found = re.findall(r"^```sql\n(.*?)^```", section(heading), re.MULTILINE | re.DOTALL)
    assert len(found) == HEADINGS[heading]
    return found


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunDir:
    """A run in the folder `run`, with a failure and a line that is just being written."""
    made = played(["greedy", "random"], 3, 30)
    fail(made.games[4], "timeout", 1, "no answer")
    made.times = drawn({"greedy": 1, "random": 0}, 3, 30).times
    path = made.write(tmp_path / "run")
    with (path / "games.jsonl").open("a") as file:
        file.write(line(made.games[0])[:300])
    monkeypatch.chdir(tmp_path)
    return made


@pytest.fixture
def parquet(run: RunDir, tmp_path: Path) -> None:
    """`games.parquet`, as the page's command makes it."""
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    (command,) = re.findall(r"`merx (export [^`]*)`", section("Parquet"))
    words = [sys.executable, "-m", "merx_cli", *command.split()]
    subprocess.run(words, check=True, timeout=60, cwd=tmp_path)


def answers(heading: str) -> list[list[tuple[Any, ...]]]:
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed")
    with duckdb.connect() as database:
        return [database.execute(example).fetchall() for example in examples(heading)]


def test_duckdb_reads_the_games(run: RunDir) -> None:
    _, verdicts, winners, first = answers("games.jsonl")
    assert [row[:2] for row in verdicts] == [("ok", 29), ("timeout", 1)]
    best = [max(game["scores"]) for game in run.games if game["verdict"] == "ok"]
    assert winners[0][0] == pytest.approx(sum(best) / 29, abs=0.05)
    assert sum(games for *_, games in first) <= 30
    assert {bot for bot, *_ in first} == {"greedy", "random"}


def test_duckdb_reads_the_times(run: RunDir) -> None:
    (slowest,) = answers("times.jsonl")
    assert run.times is not None
    seconds = sorted((time["seconds"] for time in run.times), reverse=True)
    assert [row[1] for row in slowest] == seconds[:5]


@pytest.mark.usefixtures("parquet")
def test_duckdb_reads_the_parquet_file(run: RunDir) -> None:
    standings, seats, times, config = answers("Parquet")
    games = read_run("run").games
    for bot, count, _, mean_rank, mean_score in standings:
        sat = games.seats == run.bots.index(bot)
        assert count == sat.sum()
        assert mean_rank == pytest.approx(games.ranks[sat].mean())
        assert mean_score == pytest.approx(games.scores[sat].mean())
    assert sum(count * share for _, count, share, *_ in standings) == pytest.approx(30)
    assert [len(row) for row in seats] == [4, 4]
    assert [bot for bot, *_ in times] == ["greedy", "random"]
    assert config == [(run.config(),)]


@pytest.mark.usefixtures("parquet")
@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_the_python_examples_run(library: str) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    (code,) = (block for block in blocks if f"import {library}" in block)
    if importlib.util.find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "greedy" in done.stdout and "win_share" in done.stdout


@pytest.mark.usefixtures("run")
def test_the_table_has_the_columns_there_are() -> None:
    pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    from merx_cli.tournament.export import to_table

    told = re.findall(r"^\| `([a-z_]+)` \| ([a-z0-9]+) \|", section("Parquet"), re.MULTILINE)
    schema = to_table(read_run("run")).schema
    assert told == [
        (field.name, str(getattr(field.type, "value_type", field.type))) for field in schema
    ]
    strings = [field.name for field in schema if pa.types.is_dictionary(field.type)]
    assert strings == [name for name, kind in told if kind == "string"]


def test_the_links_lead_somewhere() -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", TEXT) if "://" not in link]
    assert len(links) >= 2
    for target in links:
        assert (ROOT / "docs" / target).exists(), target
