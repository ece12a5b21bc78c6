"""One version for all: crates, both packages, and what the engine writes into records."""

from __future__ import annotations

import tomllib
from pathlib import Path

import merx

ROOT = Path(__file__).resolve().parents[2]


def test_every_part_has_the_version_of_the_workspace() -> None:
    workspace = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
    cli = tomllib.loads((ROOT / "cli" / "pyproject.toml").read_text())["project"]
    assert merx.__version__ == workspace
    assert cli["version"] == workspace
    assert f"merx=={workspace}" in cli["dependencies"]
    for crate in ("engine", "python"):
        manifest = tomllib.loads((ROOT / "rust" / crate / "Cargo.toml").read_text())
        assert manifest["package"]["version"] == {"workspace": True}
