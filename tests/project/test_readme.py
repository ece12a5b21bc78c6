"""What the README shows works: its Python runs, and its commands and links exist."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()


def test_the_python_examples_run_in_order() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 3
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "\n".join(blocks)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "silk" in done.stdout


def test_the_make_verbs_exist() -> None:
    verbs = re.findall(r"^make ([a-z]+)", README, re.MULTILINE)
    assert verbs[:2] == ["demo", "test"]
    makefile = (ROOT / "Makefile").read_text()
    for verb in verbs:
        assert re.search(rf"^{verb}:", makefile, re.MULTILINE), verb


def test_the_links_lead_somewhere() -> None:
    for document in [ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\(([^)#]+)\)", document.read_text()):
            if not target.startswith("http"):
                assert (ROOT / target).exists(), f"{document.name}: {target}"
