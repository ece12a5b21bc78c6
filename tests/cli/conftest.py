"""The command line as a user has it: a process of its own."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.cli.programs import processes

Merx = Callable[..., subprocess.CompletedProcess[str]]

PYTHON_BOTS = """\
class First:
    def choose(self, observation):
        return observation.legal_actions()[0]

class Raises:
    def choose(self, observation):
        raise RuntimeError("out of ideas")

class Nonsense:
    def choose(self, observation):
        return "buy everything"

class Illegal:
    def choose(self, observation):
        return 10_000

class Leaves:
    def choose(self, observation):
        raise SystemExit

class Late:
    made = 0

    def __init__(self):
        Late.made += 1
        self.number = Late.made

    def choose(self, observation):
        if self.number > 4:
            raise RuntimeError("tired")
        return observation.legal_actions()[0]

class Unmakable:
    def __init__(self, size):
        pass

class Mute:
    pass

number = 3
"""


@pytest.fixture
def merx(tmp_path: Path) -> Merx:
    """Run `merx` with arguments in an empty folder; no call takes longer than 30 seconds."""

    def run(
        *arguments: object, stdin: str = "", **variables: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "merx_cli", *map(str, arguments)],
            input=stdin,
            env=environment(**variables),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )

    return run


@pytest.fixture
def python_bots(tmp_path: Path) -> Path:
    """A file of bots in Python, most of them bad."""
    file = tmp_path / "mybots.py"
    file.write_text(PYTHON_BOTS)
    return file


def environment(**variables: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in {"MERX_DEBUG", "NO_COLOR"}}
    return {**kept, **variables}


@pytest.fixture
def marker() -> Iterator[str]:
    """A word for the command lines of a test's programs; none of their processes may be left."""
    word = f"marker-{uuid4()}"
    yield word
    assert processes(word) == []
