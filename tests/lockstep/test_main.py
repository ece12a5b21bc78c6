"""`make lockstep`: what it prints at the end, and its exit code."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.lockstep import __main__ as lockstep
from tests.lockstep.coverage import parts_of
from tests.lockstep.jobs import Job, Result

JOB = Job("celtic", "standard", 2, "uniform")
DIFFERENT = Result(JOB, difference="state, turn: the engine says 1, the reference 2")


def everything() -> Result:
    """A walk on which every part of every clause was at work."""
    result = Result(JOB)
    for number, parts in parts_of("celtic").items():
        result.clauses.update(f"{number} {part}" for part in parts)
    return result


@pytest.mark.parametrize(
    ("results", "interrupted", "code", "last_line"),
    [
        ([everything()], False, 0, "0 differences, 0 faults of coverage"),
        ([everything()], True, 130, "0 differences, coverage not judged"),
        ([everything(), DIFFERENT], False, 1, "1 differences, 0 faults of coverage"),
        ([DIFFERENT], True, 1, "1 differences, coverage not judged"),
        ([Result(JOB)], True, 130, "0 differences, coverage not judged"),
    ],
)
def test_the_end_of_a_run(
    results: list[Result],
    interrupted: bool,
    code: int,
    last_line: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def run(_chosen: list[Job], _workers: int) -> Iterator[Result]:
        yield from results
        if interrupted:
            raise KeyboardInterrupt

    monkeypatch.setattr(lockstep, "run", run)
    assert lockstep.main(["--game", "celtic"]) == code
    out = capsys.readouterr().out
    assert out.splitlines()[-1] == last_line
    assert "not exercised" not in out


def test_what_is_missing_fails_a_run_that_was_not_interrupted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lockstep, "run", lambda _chosen, _workers: iter([Result(JOB)]))
    assert lockstep.main(["--game", "celtic"]) == 1
    out = capsys.readouterr().out
    assert f"0 differences, {out.count('not exercised: ')} faults of coverage" in out
