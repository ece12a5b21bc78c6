"""The directory of a run."""

import json
import subprocess
import sys

import pytest

from merx_cli.errors import CliError
from merx_cli.limits import Limits
from merx_cli.tournament.config import Config
from merx_cli.tournament.directory import RunDirectory
from merx_cli.tournament.setup import Wanted, resolve
from merx_cli.tournament.statistics.until import Claim


def config(**changes):
    wanted = {
        "game": "mercurius", "players": 3, "edition": "standard", "bots": ["greedy", "random"],
        "games": 6, "seed": 2**64 - 1, "format": "round-robin", "rotation": "cyclic",
        "policies": ["timeout=void"], "limits": Limits(0.1, 2.5, 30.0), "step_limit": None,
        "until": None, "alpha": 0.05, "beta": 0.1, "margin": 0.2,
    }  # fmt: skip
    return resolve(Wanted(**(wanted | changes)))


def entry(number):
    head = {"number": number, "block": 0, "seats": [0, 1, 0], "verdict": "ok", "ranks": [1, 2, 3]}
    return json.dumps(
        head | {"scores": [3, 2, 1], "decisions": 9, "record": {}}, separators=(",", ":")
    )


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"step_limit": 50, "until": "greedy>random", "rotation": "all"},
        {"bots": ['py:a "b"\\c\x7fé\n.py:Bot', "random", "random"], "format": "match"},
    ],
)
def test_the_configuration_is_read_back_as_it_was_written(changes):
    written = config(**changes)
    assert Config.from_toml(written.to_toml()) == written


def test_the_configuration_holds_what_was_resolved():
    resolved = config(
        bots=["greedy:epsilon=0.5,", "random", "random"], until="random > greedy:epsilon=0.5"
    )
    assert resolved.bots == ("greedy:epsilon=0.5", "random")
    assert resolved.schedule.given == (0, 1, 1)
    assert resolved.until.claim == Claim("random", "greedy:epsilon=0.5")
    assert resolved.policies["timeout"] == "void"


@pytest.mark.parametrize("text", ["", "run = 3", "run =", 'run = "merx-run/9"'])
def test_what_is_no_configuration_is_told(text):
    with pytest.raises(CliError, match=r"config\.toml is not that of a run"):
        Config.from_toml(text)


@pytest.mark.parametrize("old", ['"round-robin"', '"cyclic"', 'timeout = "void"'])
def test_a_configuration_that_was_spoilt_is_told(old):
    text = config().to_toml()
    assert old in text
    with pytest.raises(CliError):
        Config.from_toml(text.replace(old, old[:-2] + '_"'))


@pytest.mark.parametrize(
    "torn", ["", '{"number":1,"blo', '{"number":1,"blo\n', entry(1), "\n", "x" * 200_000]
)
def test_half_a_line_at_the_end_is_dropped(tmp_path, torn):
    with RunDirectory.create(str(tmp_path / "run"), config()) as run:
        run.add([entry(0)], ['{"number":0,"seconds":1}'])
    for name in ("games.jsonl", "times.jsonl"):
        with (tmp_path / "run" / name).open("a") as file:
            file.write(torn)
    with RunDirectory.resume(str(tmp_path / "run")) as run:
        run.add([entry(2)], [])
        assert [head["number"] for head in run.heads()] == [0, 2]
        assert run.config == config()
    assert (tmp_path / "run" / "games.jsonl").read_text() == f"{entry(0)}\n{entry(2)}\n"
    assert (tmp_path / "run" / "times.jsonl").read_text() == '{"number":0,"seconds":1}\n'


def test_a_line_in_the_middle_that_is_no_game_is_told(tmp_path):
    with RunDirectory.create(str(tmp_path / "run"), config()) as run:
        run.add([entry(0), "{}", entry(1)], [])
        with pytest.raises(CliError, match=r"games\.jsonl, line 2, is no finished game"):
            list(run.heads())


def test_a_game_that_is_there_twice_is_told(tmp_path):
    with RunDirectory.create(str(tmp_path / "run"), config()) as run:
        run.add([entry(0), entry(0)], [])
        with pytest.raises(CliError, match="line 2: game 0 again"):
            list(run.heads())


def test_the_lock_keeps_a_second_process_out(tmp_path):
    program = (
        "import sys; from merx_cli.__main__ import run;"
        f"sys.exit(run(['tournament', '--resume', {str(tmp_path / 'run')!r}]))"
    )
    command = [sys.executable, "-c", program]
    with RunDirectory.create(str(tmp_path / "run"), config()) as run:
        run.add([entry(0)], [])
        for refused in (
            RunDirectory.resume,
            lambda p: RunDirectory.create(p, config(), force=True),
        ):
            with pytest.raises(CliError, match="is in use by another merx that runs"):
                refused(str(tmp_path / "run"))
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert done.stderr == f"error: {tmp_path}/run is in use by another merx that runs\n"
    assert (tmp_path / "run" / "games.jsonl").read_text() == f"{entry(0)}\n"
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


def test_a_run_that_fails_before_its_first_game_leaves_nothing_behind(tmp_path):
    (tmp_path / "there").mkdir()
    for name in ("new", "there"):
        with pytest.raises(RuntimeError), RunDirectory.create(str(tmp_path / name), config()):
            raise RuntimeError
    assert [str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")] == ["there"]


def test_a_run_is_not_overwritten_unless_forced(tmp_path):
    path = str(tmp_path / "run")
    with RunDirectory.create(path, config()) as run:
        run.add([entry(0)], [])
    with pytest.raises(CliError, match="holds a run already"):
        RunDirectory.create(path, config())
    with RunDirectory.create(path, config(games=9), force=True) as run:
        assert list(run.heads()) == []
    with RunDirectory.resume(path) as run:
        assert run.config.schedule.games == 9


def test_lines_are_added_as_a_whole_or_not_at_all(tmp_path):
    file = tmp_path / "lines"
    file.write_text("1\n")
    program = f"""
import resource
from pathlib import Path
from merx_cli.tournament.directory import AppendedFile
lines = AppendedFile(Path({str(file)!r}))
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
try:
    lines.add(["2", "3" * 200])
except OSError:
    lines.add(["4"])
"""
    subprocess.run([sys.executable, "-c", program], check=True)
    assert file.read_text() == "1\n4\n"
