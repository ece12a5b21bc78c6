"""`make strength` says in one line what is wrong with its arguments."""

from __future__ import annotations

import json

import pytest

import merx
from benches import strength


@pytest.fixture(autouse=True)
def release(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merx, "build_profile", "release")


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ("--bot gredy", 'did you mean "greedy"?'),
        ("--bot greedy --rivals gredy", 'did you mean "greedy"?'),
        ("--bot greedy --rivals greedy", "cannot be measured against itself"),
        ("--bot greedy", "cannot be measured against itself"),
        ("--rivals greedy", "--rivals needs --bot"),
        ("--threads 0", "threads is 0, it must be 1 to"),
        ("--threads two", "argument --threads: invalid int value: 'two'"),
        ("--blocks 0", "blocks is 0, it must be at least 1"),
        ("--seed -1", "seed is -1, it must be 0 to"),
        ("--game chess", "argument --game: invalid choice: 'chess'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    arguments: str, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = strength.main(arguments.split())
    except SystemExit as exit:
        code = exit.code
    assert code == 2
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert line.startswith("error: ") and what in line


def test_a_block_is_a_deal_with_every_seat(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = "--game celtic --bot greedy --rivals random --blocks 2 --threads 1 --json"
    assert strength.main(chosen.split()) == 0
    (match,) = json.loads(capsys.readouterr().out)["matches"]
    assert (match["bot"], match["rivals"], match["games"]) == ("greedy", "random", 2 * 3)
