"""Fixtures of the tests of merx."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import merx

from .helpers import MY_BOX


@pytest.fixture(scope="session")
def game() -> merx.Game:
    """Mercurius for four."""
    return merx.load_game("mercurius", players=4)


@pytest.fixture(scope="session")
def my_box(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an edition that is not compiled in."""
    path = tmp_path_factory.mktemp("editions") / "my-box.toml"
    path.write_text(MY_BOX)
    return path


@pytest.fixture
def python(tmp_path: Path) -> Callable[..., str]:
    """Run code in an interpreter of its own and return what it prints."""

    def run(code: str, *arguments: str) -> str:
        command = [sys.executable, "-c", code, *arguments]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=60, cwd=tmp_path, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
