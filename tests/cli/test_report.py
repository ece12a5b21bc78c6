"""`merx report`."""

import json
import os
import re
import shutil
import subprocess
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from merx_cli.errors import CliError
from merx_cli.tournament.reading.run import read_run
from merx_cli.tournament.report.page import SECTIONS, make_page
from merx_cli.tournament.statistics.analysis import analyse
from tests.cli.rundirs import RunDir, drawn, fail, finished, played

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
NASTY = "</code></style><script>alert(1)</script>\"'&<img src=x onerror=alert(2)>"
LONG = "exec:python3 /opt/" + "very_" * 60 + "long.py --level 3"
STRENGTHS = {"greedy": 1.0, "greedy:epsilon=0.2": 0.6, "random": 0.0, "mcts:simulations=500": 2.0}
VOID = {"meta", "line", "circle", "rect", "polyline"}


class Page(HTMLParser):
    """Reads a page and holds what is in it; an element that is not closed in turn is an error."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.tags, self.attributes = [], [], [], []
        self.texts, self.rows, self.captions, self.titles = [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        self.ids += [value for key, value in attrs if key == "id"]
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in {"td", "th"}:
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        if {"td", "th"} & set(self.open) and "svg" not in self.open:
            gap = " " if self.open[-1] == "small" else ""
            self.rows[-1][-1] += gap + data
        if self.open and self.open[-1] not in {"style"}:
            self.texts.append(data)

    @property
    def text(self):
        return " ".join(self.texts)


def make(run, path):
    return make_page(read_run(str(run.write(path))))


def cases():
    four = drawn(STRENGTHS, 4, 400)
    fail(four.games[7], "crash", 1, NASTY)
    fail(four.games[300], "timeout", 0, "no answer within 10 s", void=True)
    without_times = drawn({f"bot-{i}": i / 4 for i in range(8)}, 3, 56 * 3)
    without_times.times = None
    apart = drawn({"a": 1, "b": 0}, 2, 8)
    apart.bots += ["c", "d", "absent"]
    for game in drawn({"a": 1, "b": 0}, 2, 8).games:
        moved = {"number": game["number"] + 8, "block": game["block"] + 4}
        apart.games.append(game | moved | {"seats": [seat + 2 for seat in game["seats"]]})
    seven = drawn({"a": 0, "b": 0}, 2, 2)
    seven.games[1]["verdict"] = "a_new_one"
    return {
        "four": four,
        "eight bots, no times": without_times,
        "one bot": played(["random"], 4, 12),
        "two players": played(["greedy", "random"], 3, 30),
        "five players": played(["greedy", "random"], 5, 20),
        "nasty": drawn({NASTY: 0, LONG: 1, "\u202eright\x1b[0m": 0}, 3, 30),
        "groups": apart,
        "one block": drawn({"a": 1, "b": 0}, 2, 2),
        "never lost": sweep(),
        "seventeen": drawn({f"bot-{i}": 0 for i in range(17)}, 2, 17 * 16),
        "unknown verdict": seven,
    }


def sweep():
    run = RunDir(["a", "b"], 2)
    for number in range(20):
        scores = [5, 5]
        seats = [0, 1] if number % 2 else [1, 0]
        ranks = [1, 2] if number % 2 else [2, 1]
        run.games.append(finished(number, number // 2, seats, ranks, scores, 80, {}))
    return run


@pytest.mark.parametrize("name", cases())
def test_every_page_is_whole_and_needs_nothing_else(tmp_path, name):
    text = make(cases()[name], tmp_path)
    page = Page(text)
    assert [identity for identity in page.ids if identity in SECTIONS] == list(SECTIONS)
    assert len(set(page.ids)) == len(page.ids)
    assert not {"script", "link", "img", "iframe", "object", "image", "use"} & set(page.tags)
    for key, value in page.attributes:
        assert not key.startswith("on")
        if key in {"href", "src", "action", "data"}:
            assert value.startswith("#") and value[1:] in page.ids
    assert "url(" not in text and "@import" not in text
    assert "nan" not in re.sub(r"<style>.*?</style>", "", text, flags=re.S).lower()
    # Every drawing has words, and is hidden from readers if it has none.
    drawings = re.findall(r"<svg[^>]*>(?:<title>[^<]+)?", text)
    assert drawings and all('aria-hidden="true"' in d or "<title>" in d for d in drawings)
    for table in re.findall(r"<table.*?</table>", text, re.S):
        assert table.count("<caption>") == 1
        assert 'scope="col"' in table and 'scope="row"' in table


def test_the_figures_are_those_of_the_statistics(tmp_path):
    run = drawn(STRENGTHS, 4, 400)
    page = Page(make(run, tmp_path))
    results = read_run(str(tmp_path)).games.results(run.bots)
    found = analyse(results, run.seed)
    best = int(np.argmax([elo.value for elo in found.ratings.elo]))
    share, elo = found.bots[best].win_share, found.ratings.elo[best]
    rows = [row for row in page.rows if row[0] == f"1 {run.bots[best]}"]
    standings, ratings, superiority = rows[:3]
    assert standings[1] == f"{share.value:.1%} {share.low:.1%} to {share.high:.1%}"
    assert standings[4].startswith(f"{found.bots[best].mean_score.value:.1f} ")
    assert standings[-1] == "400"
    assert ratings[1] == f"+{elo.value:.0f} +{elo.low:.0f} to +{elo.high:.0f}"
    assert superiority[2:] == [">99.9%"] * 3
    seats = [row for row in page.rows if row[0] in {"0, moves first", "3"}]
    for row, figures in zip(seats, (found.seats[0], found.seats[3]), strict=True):
        assert row[1].startswith(f"{figures.win_share.value:.1%} ")


def test_bars_are_as_wide_and_as_many_as_the_scores(tmp_path):
    run = RunDir(["a"], 2)
    for number, scores in enumerate([[0, 1], [1, 1], [3, 1]]):
        ranks = [1 + (scores[1] > scores[0]), 1 + (scores[0] > scores[1])]
        run.games.append(finished(number, number, [0, 0], ranks, scores, 9, {}))
    text = make(run, tmp_path)
    scores = text[text.index('id="scores"') : text.index('id="history"')]
    bars = re.findall(r'<rect x="([\d.]+)%" width="([\d.]+)%" y="[\d.]+" height="([\d.]+)"', scores)
    places = [float(x) for x, _, _ in bars]
    heights = [float(height) for *_, height in bars]
    assert places == pytest.approx([0, 25, 75])
    assert {width for _, width, _ in bars} == {"25.000"}
    assert np.divide(heights, max(heights)) == pytest.approx([1 / 4, 1, 1 / 4], abs=1e-3)


def test_failures_are_told(tmp_path):
    page = Page(make(cases()["four"], tmp_path))
    assert ["crash", "A bot ended or raised an error", "1", "0.2%"] in page.rows
    assert "Not in the figures: 4 games in void blocks." in page.text
    assert [row[-1] for row in page.rows if row[0] == "7"] == [NASTY]


def test_what_the_run_lacks_is_said(tmp_path):
    one = Page(make(cases()["one bot"], tmp_path / "one")).text
    assert "has no rating" in one and "No times were kept." in one
    groups = Page(make(cases()["groups"], tmp_path / "groups"))
    assert "cannot be compared" in groups.text
    assert not any("absent" in row[0] for row in groups.rows)
    lost = Page(make(cases()["never lost"], tmp_path / "lost"))
    assert "* Some of these bots never lost" in lost.text
    assert lost.text.count("*") == 3  # of either rating, and of the note


def test_the_same_run_gives_the_same_page(tmp_path):
    run = cases()["four"]
    first = make(run, tmp_path / "a")
    run.games.reverse()
    assert first == make(run, tmp_path / "a")


def test_a_run_that_says_nothing_is_an_error(tmp_path):
    run = drawn({"a": 1, "b": 0}, 2, 4)
    fail(run.games[0], "crash", 0, "gone", void=True)
    del run.games[3]
    words = r"no game that counts \(2 games in void blocks and 1 game in incomplete blocks\)"
    with pytest.raises(CliError, match=words):
        make(run, tmp_path / "left")
    with pytest.raises(CliError, match=r"no game that counts$"):
        make(RunDir(["a"], 2, asked=3), tmp_path / "empty")
    with pytest.raises(CliError, match="single player"):
        make(RunDir(["a"], 1, asked=3), tmp_path / "solo")


def test_the_command_writes_where_it_says(merx, tmp_path):
    run = drawn({"a": 1, "b": 0}, 2, 5)
    run.write(tmp_path / "run")
    done = merx("report", "run")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == (
        "note: not in the figures: 1 game in incomplete blocks\nreport in run/report.html\n"
    )
    page = (tmp_path / "run" / "report.html").read_text()
    assert page == make_page(read_run(str(tmp_path / "run")))
    assert merx("report", "run").returncode == 0
    assert merx("report", "run", "-o", "page.html").returncode == 0
    assert (tmp_path / "page.html").read_text() == page


def test_a_file_is_not_overwritten_without_force(merx, tmp_path):
    drawn({"a": 1, "b": 0}, 2, 4).write(tmp_path / "run")
    (tmp_path / "page.html").write_text("precious")
    done = merx("report", "run", "-o", "page.html")
    assert done.returncode == 2
    assert done.stderr == "error: page.html exists already\nhint: --force overwrites it\n"
    assert (tmp_path / "page.html").read_text() == "precious"
    assert merx("report", "run", "-o", "page.html", "--force").returncode == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["page.html", "run"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["absent"], "absent is no directory"),
        (["."], "it has no config.toml"),
        (["run", "-o", "absent/page.html"], "absent/page.html cannot be written"),
        (["run", "-o", "run"], "run is a directory"),
        (["run", "-o", ""], "the name of the file is empty"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_a_hint(merx, tmp_path, arguments, words):
    drawn({"a": 1, "b": 0}, 2, 4).write(tmp_path / "run")
    done = merx("report", *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("error: ") and words in done.stderr.splitlines()[0]


def browser():
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip(f"no browser is installed (looked for {', '.join(BROWSERS)})")
    return found


def browse(page: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Open a page in headless Chromium. Nothing but the file itself can be reached."""
    options = (
        *("--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr"),
        *("--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={page.parent / 'profile'}"),
        *options,
    )
    return subprocess.run(
        [browser(), *options, page.as_uri()],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        env=os.environ | {"HOME": str(page.parent)},
    )


MEASURE = """<script>
const root = document.documentElement, style = getComputedStyle(root);
const box = element => element.getBoundingClientRect();
const drawings = [...document.querySelectorAll("td > svg")];
const sticksOut = [...document.querySelectorAll("body *")].filter(element =>
  !element.closest(".wide") && box(element).right > root.clientWidth + 1);
const colour = name => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = `var(--${name})`;
  return getComputedStyle(probe).color.match(/[0-9]+/g).map(Number);
};
document.title = JSON.stringify({
  width: innerWidth, overflow: root.scrollWidth - root.clientWidth, sticks_out: sticksOut.length,
  drawings: drawings.length, flat: drawings.filter(svg => box(svg).width < 80).length,
  colours: ["paper", "ink", "quiet", "accent"].map(colour),
});
</script>"""


def measure(text: str, folder: Path, *options: str) -> dict:
    """Return what Chromium says of a page."""
    # Measuring takes a script, and the page forbids all scripts.
    allowed = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", text)
    assert allowed != text
    page = folder / "page.html"
    page.write_text(allowed.replace("</body>", f"{MEASURE}</body>"))
    shown = browse(page, *options, "--dump-dom").stdout
    return json.loads(unescape(re.search(r"<title>(.*?)</title>", shown)[1]))


@pytest.mark.parametrize("width", [500, 1200])
@pytest.mark.parametrize("name", ["four", "nasty", "one bot", "seventeen"])
def test_chromium_shows_the_page_without_overflow(tmp_path, name, width):
    text = make(cases()[name], tmp_path / "run")
    found = measure(text, tmp_path, f"--window-size={width},900")
    assert found["width"] == width
    assert (found["overflow"], found["sticks_out"], found["flat"]) == (0, 0, 0)
    assert found["drawings"] > 5


@pytest.mark.parametrize("dark", [False, True])
def test_chromium_shows_text_one_can_read_in_light_and_dark(tmp_path, dark):
    text = make(cases()["one block"], tmp_path / "run")
    found = measure(text, tmp_path, *(["--force-dark-mode"] if dark else []))
    paper, *inks = map(luminance, found["colours"])
    assert paper < 0.05 if dark else paper > 0.9
    for ink in inks:  # as WCAG 2 wants it, level AA
        assert (max(paper, ink) + 0.05) / (min(paper, ink) + 0.05) >= 4.5


def luminance(colour: list[int]) -> float:
    """Return the relative luminance of a colour of sRGB, as WCAG 2 has it."""
    parts = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return float(np.dot(parts, [0.2126, 0.7152, 0.0722]))


def test_chromium_runs_nothing_and_asks_for_nothing(tmp_path):
    page = tmp_path / "page.html"
    page.write_text(make(cases()["nasty"], tmp_path / "run"))
    done = browse(page, "--dump-dom")
    assert "CONSOLE" not in done.stderr
    assert all(f'id="{anchor}"' in done.stdout for anchor in SECTIONS)
    # The policy holds even if a script gets into the page.
    page.write_text(page.read_text().replace("</body>", "<script>document.title=1</script></body>"))
    done = browse(page, "--dump-dom")
    assert "CONSOLE" in done.stderr and "<title>Mercurius tournament</title>" in done.stdout


def test_a_tournament_is_reported_and_can_be_repeated(merx, tmp_path):
    options = ["--players", 3, "--games", 24, "--rotation", "all", "--step-limit", 900]
    bots = ["--bot", "greedy", "--bot", "random", "--bot", "greedy"]
    done = merx("tournament", "mercurius", *options, *bots, "--format", "match", "--out", "run")
    assert done.returncode == 0, done.stderr
    assert merx("report", "run").returncode == 0
    run = read_run(str(tmp_path / "run"))
    assert run.games.counted.sum() == 24
    assert (run.times.moves.sum(axis=1) == run.games.decisions).all()
    again = merx(*run.config.command()[1:], "--out", "again")
    assert again.returncode == 0, again.stderr
    for name in ("config.toml", "games.jsonl"):
        lines = [sorted((tmp_path / r / name).read_text().splitlines()) for r in ("run", "again")]
        assert lines[0] == lines[1]


@pytest.mark.parametrize("name", ["games.jsonl", "config.toml", "link"])
def test_the_run_itself_is_never_written_over(merx, tmp_path, name):
    played(["greedy", "random"], 3, 12).write(tmp_path / "run")
    (tmp_path / "link").symlink_to(tmp_path / "run" / "games.jsonl")
    target = name if name == "link" else f"run/{name}"
    before = (tmp_path / target).read_bytes()
    for command in (["report", "run", "-o"], ["export", "run", "--parquet"]):
        done = merx(*command, target, "--force")
        assert done.returncode == 2
        assert done.stderr.startswith(f"error: {target} is a part of the run")
    assert (tmp_path / target).read_bytes() == before


@pytest.mark.parametrize("key", ["ranks", "seats"])
def test_a_run_that_was_tampered_with_is_not_resumed(merx, tmp_path, key):
    options = ["--players", 3, "--games", 6, "--bot", "greedy", "--bot", "random", "--out", "run"]
    assert merx("tournament", "mercurius", *options).returncode == 0
    games = tmp_path / "run" / "games.jsonl"
    games.write_text(re.sub(rf'"{key}":\[\d', f'"{key}":[77', games.read_text(), count=1))
    done = merx("tournament", "--resume", "run")
    assert done.returncode == 2
    assert "games.jsonl" in done.stderr
    assert len(done.stderr.splitlines()) <= 2
