from __future__ import annotations

from pathlib import Path

import pytest

import merx

from .helpers import MY_BOX, ROOT, raises

STANDARD = ROOT / "seeds" / "mercurius" / "standard.toml"


def test_games_and_their_editions_are_listed() -> None:
    mercurius, celtic, merkator = merx.games()
    assert (mercurius.name, mercurius.rules_version) == ("mercurius", 1)
    (edition,) = mercurius.editions
    assert (edition.name, edition.players) == ("standard", (3, 4, 5))
    assert edition.hash == merx.load_game("mercurius").edition_hash
    assert edition.reconstructed == ("lanes", "supply", "cards")
    assert (celtic.name, celtic.rules_version) == ("celtic", 1)
    (edition,) = celtic.editions
    assert (edition.name, edition.players) == ("standard", (2, 3, 4))
    assert edition.reconstructed == ("board", "goals", "scoring")
    assert (merkator.name, merkator.rules_version) == ("merkator", 1)
    standard, published = merkator.editions
    assert (standard.name, standard.players) == ("standard", (2, 3, 4, 5))
    assert (published.name, published.players) == ("published", (1, 2, 3, 4))


def test_bots_and_their_parameters_are_listed() -> None:
    kinds = {info.name: info for info in merx.bots()}
    assert kinds["random"].parameters == ()
    assert [parameter.name for parameter in kinds["greedy"].parameters] == ["epsilon"]
    for info in kinds.values():
        values = ",".join(f"{parameter.name}={parameter.default}" for parameter in info.parameters)
        assert merx.make_bot(f"{info.name}:{values}")
        assert info.help.endswith(".")


def test_an_edition_is_checked(my_box: Path) -> None:
    info, *_ = merx.games()
    assert merx.check_edition(STANDARD) == info.editions[0]
    for edition in (merx.check_edition(my_box), merx.check_edition(str(my_box), "mercurius")):
        assert (edition.name, edition.players) == ("my-box", (3, 4, 5))
        assert edition.hash != info.editions[0].hash


def test_a_compiled_in_edition_is_checked_by_name() -> None:
    assert merx.check_edition("standard", "mercurius").name == "standard"


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ('game = "mercurius"\n', "", "[edition] game: this key is missing"),
        ('"mercurius"', '"chess"', '[edition] game: this is an edition of "chess",'),
        ('"mercurius"', "[]", "[edition] game: this must be a name in quotes"),
        ("cash = 100", "cash = = 100", "line 8: extra `=`, expected nothing"),
        ("cash = 100", "cash = 100000", "[setup] cash: 100000 is not in 0 to 10000"),
        ("cash = 100", "cahs = 100", '[setup] cahs: this key is unknown, did you mean "cash"?'),
        ("[setup]", "[stepup]", "[stepup]: this table is unknown"),
        ('"standard"', '"deluxe"', "[edition] extends: not one of standard"),
    ],
)
def test_a_fault_names_file_table_and_key(tmp_path: Path, old: str, new: str, text: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(MY_BOX.replace(old, new))
    with raises(merx.EditionError, f"{path}: {text}"):
        merx.check_edition(path)


def test_a_file_that_cannot_be_read_is_a_fault(tmp_path: Path) -> None:
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe")
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    for path, text in [
        (tmp_path / "none.toml", "cannot be read: No such file or directory"),
        (folder, "cannot be read: it is no regular file"),
        (binary, "cannot be read: stream did not contain valid UTF-8"),
        (tmp_path, "the name of an edition's file ends in .toml"),
    ]:
        with raises(merx.EditionError, f"{path}: {text}"):
            merx.check_edition(path)


def test_a_game_of_the_callers_must_exist(my_box: Path) -> None:
    with raises(merx.GameError, 'there is no game "chess", only mercurius'):
        merx.check_edition(my_box, "chess")
