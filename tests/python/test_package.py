from __future__ import annotations

import doctest
import re
import subprocess
import sys
from collections.abc import Callable

import pytest

import merx

from .helpers import ROOT


def test_the_docstring_is_true() -> None:
    assert doctest.testmod(merx).failed == 0


def test_every_public_name_is_there_and_listed() -> None:
    for name in merx.__all__:
        assert getattr(merx, name) is not None
        assert name in dir(merx)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'merx' has no attribute 'monopoly'"):
        _ = merx.monopoly


@pytest.mark.parametrize(
    "code",
    [
        "merx.mercurius.Item.SILK",
        "merx.scoring.ScoreSheet",
        "merx.games()",
        "merx.play_game",
        "merx.replay.__module__.startswith('merx')",
        "merx.playouts(merx.load_game('mercurius'), 1).scores.shape",
    ],
)
def test_lazy_names_work_in_any_order(python: Callable[..., str], code: str) -> None:
    assert python(f"import merx; print({code})").strip()


def test_functions_stay_functions_after_all_modules_are_imported(
    python: Callable[..., str],
) -> None:
    python(
        "import merx, merx.records, merx.play, merx.catalog, merx.simulation, merx.moves\n"
        "for name in ('replay', 'play_game', 'games', 'bots', 'rules', 'playouts'):\n"
        "    assert callable(getattr(merx, name)), name\n"
    )


def test_import_is_quick() -> None:
    def microseconds() -> int:
        command = [sys.executable, "-X", "importtime", "-c", "import merx"]
        report = subprocess.run(command, capture_output=True, text=True, check=True).stderr
        (cumulative,) = re.findall(r"\| +(\d+) \| merx$", report, re.MULTILINE)
        return int(cumulative)

    assert min(microseconds() for _ in range(5)) < 120_000


def test_import_leaves_heavy_modules_alone(python: Callable[..., str]) -> None:
    heavy = "{'numpy', 'inspect', 'dataclasses', 'tomllib', 'json'}"
    assert python(f"import sys, merx; print({heavy} & set(sys.modules))") == "set()\n"


def test_numpy_comes_with_the_first_array(python: Callable[..., str]) -> None:
    code = (
        "import sys, merx\n"
        "state = merx.load_game('mercurius').new_initial_state()\n"
        "state.apply(state.legal_moves()[0]); state.score_sheet(); state.serialize()\n"
        "print('numpy' in sys.modules)\n"
        "state.observation(0).tensor()\n"
        "print('numpy' in sys.modules)\n"
    )
    assert python(code) == "False\nTrue\n"


def test_version_and_build_profile() -> None:
    cargo = (ROOT / "Cargo.toml").read_text()
    assert f'\nversion = "{merx.__version__}"\n' in cargo
    assert merx.build_profile in ("release", "debug")
    assert merx.TERMINAL == -4


def test_every_class_is_known_by_its_public_name() -> None:
    for cls in (merx.Game, merx.State, merx.Observation, merx.Bot):
        assert cls.__module__ == "merx"
        with pytest.raises(TypeError, match="cannot create"):
            cls()


def test_the_stub_says_what_the_compiled_module_has() -> None:
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy.stubtest", "merx._native"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout
