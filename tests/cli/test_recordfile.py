"""Files of records: what is finished is kept, and what is there is not lost."""

import os
import subprocess
import sys

import pytest

import merx as engine
from merx_cli.errors import CliError
from merx_cli.recordfile import RecordFile


def test_a_file_made_meanwhile_is_not_overwritten(tmp_path):
    path = tmp_path / "games.jsonl"
    file = RecordFile(str(path))
    file.write("ours")
    path.write_text("theirs\n")
    with pytest.raises(CliError) as caught, file:
        pass
    assert path.read_text() == "theirs\n"
    assert str(path) in caught.value.message
    assert caught.value.hint == f"the records are in {file.path}"
    with open(file.path) as kept:
        assert kept.read() == "ours\n"


def test_a_file_made_meanwhile_is_overwritten_with_force(tmp_path):
    path = tmp_path / "games.jsonl"
    with RecordFile(str(path), force=True) as file:
        file.write("ours")
        path.write_text("theirs\n")
    assert path.read_text() == "ours\n"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name == "nt", reason="needs a limit on the size of files")
def test_on_a_full_disk_whole_records_are_kept_and_counted(tmp_path):
    command = "tournament mercurius --bot random --games 2000 --out games.jsonl"
    done = subprocess.run(
        f"ulimit -f 100; {sys.executable} -m merx_cli {command}",
        shell=True,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    lines = (tmp_path / "games.jsonl").read_text().splitlines()
    for line in lines:
        engine.replay(line)
    assert f"{len(lines)} records in games.jsonl" in done.stderr
    assert f"4 players, {len(lines)} games" in done.stdout
    assert "error: games.jsonl cannot be written: " in done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is full")
def test_a_full_device_is_named(merx):
    done = merx("play", "mercurius", "--seed", 1, "--record", "/dev/full")
    assert done.returncode == 2
    assert "error: /dev/full cannot be written: No space left" in done.stderr


@pytest.mark.parametrize("option", [("play", "--record"), ("tournament", "-b", "random", "--out")])
def test_an_empty_name_is_an_error(merx, option):
    done = merx(option[0], "mercurius", *option[1:], "")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "error: the name of the file for the records is empty" in done.stderr


def test_links_in_a_loop_are_one_line(merx, tmp_path):
    (tmp_path / "loop.jsonl").symlink_to("loop.jsonl")
    for arguments in (
        ["play", "mercurius", "--seed", 1, "--bot", "random", "--record", "loop.jsonl"],
        ["replay", "loop.jsonl"],
    ):
        done = merx(*arguments)
        assert done.returncode == 2
        errors = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
        assert len(errors) == 1
        assert "loop.jsonl" in errors[0]
        assert "bug" not in done.stderr
