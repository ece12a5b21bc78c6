"""`merx bench`."""

import json

import pytest

import merx as engine

KEYS = {
    "playout_decisions_per_second",
    "python_decisions_per_second",
    "clone_nanoseconds",
    "import_milliseconds",
}


def test_figures_are_measured(merx):
    if engine.build_profile != "release":
        pytest.skip("a debug build refuses to be measured")
    done = merx("bench", "--json")
    document = json.loads(done.stdout)
    assert done.returncode == 0
    assert set(document) == KEYS | {"game", "edition", "players"}
    assert all(document[key] > 0 for key in KEYS)
    assert document["playout_decisions_per_second"] > document["python_decisions_per_second"]


def test_a_debug_build_is_refused(monkeypatch):
    from merx_cli.commands.bench import bench
    from merx_cli.errors import CliError

    monkeypatch.setattr(engine, "build_profile", "debug")
    with pytest.raises(CliError, match="debug build") as raised:
        bench("mercurius")
    assert "--release" in raised.value.hint
