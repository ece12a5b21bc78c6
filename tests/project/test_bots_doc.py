"""What docs/bots.md shows is true: its dialogue, its Python, its limits and its links."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import merx
from merx_cli.limits import Limits
from merx_cli.programs.program import SECONDS_TO_QUIT
from merx_cli.roster import Roster, play

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "bots.md").read_text()
FIRST = ROOT / "examples" / "bots" / "first.sh"


def dialogue() -> list[tuple[str, str]]:
    lines = re.findall(r"^([<>]) (\{.*)$", TEXT, re.MULTILINE)
    assert [way for way, _ in lines] == list("><>><><>>")
    return lines


def test_the_shell_example_answers_as_in_the_dialogue() -> None:
    sent = "".join(f"{line}\n" for way, line in dialogue() if way == ">")
    done = subprocess.run([FIRST], input=sent, capture_output=True, text=True, timeout=20)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [line for way, line in dialogue() if way == "<"]


def test_merx_sends_what_the_dialogue_says(tmp_path: Path) -> None:
    log = tmp_path / "sent"
    pipe = f"tee {shlex.quote(str(log))} | {shlex.quote(str(FIRST))}"
    spec = f"exec:sh -c {shlex.quote(pipe)}"
    with Roster([spec, "random"]) as roster, roster.seated([spec, "random"], 3) as bots:
        play(merx.load_game("celtic", players=2), bots, 3)
    sent = log.read_text().splitlines()
    assert f"of its {len(sent) - 4} questions" in TEXT
    shown = [without_the_moment(line) for way, line in dialogue() if way == ">"]
    assert [without_the_moment(line) for line in sent[:4] + sent[-2:]] == shown


def without_the_moment(line: str) -> str:
    """Return a message without what changes with every run and version, and without tables."""
    line = re.sub(r'"time_left":[0-9.]+', '"time_left":300.0', line)
    line = re.sub(r'"merx":"[^"]*"', '"merx":"0"', line)
    return re.sub(r'"tables":\{.*\}\}$', '"tables":{...}}', line)


def test_the_python_example_runs() -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "[0, 1] [2, 1]\n"


def test_the_limits_are_those_that_hold() -> None:
    limits = Limits()
    rows = dict(re.findall(r"^\| ([a-z ]+) \| (?:`--[a-z-]+`)? ?\| ([0-9]+) s \|", TEXT, re.M))
    assert {name: float(seconds) for name, seconds in rows.items()} == {
        "start": limits.start,
        "an answer": limits.move,
        "a game": limits.game,
        "end": SECONDS_TO_QUIT,
    }


def test_the_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", TEXT)
    assert len(links) > 5
    for target in links:
        assert (ROOT / "docs" / target).exists(), target
