"""Files of records: what is finished is kept, and what is there is not lost."""

import os

import pytest

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


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is full")
def test_a_full_device_is_named(merx):
    done = merx("play", "mercurius", "--seed", 1, "--record", "/dev/full")
    assert done.returncode == 2
    assert "error: /dev/full cannot be written: No space left" in done.stderr


def test_an_empty_name_is_an_error(merx):
    done = merx("play", "mercurius", "--record", "")
    assert (done.returncode, done.stdout) == (2, "")
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
