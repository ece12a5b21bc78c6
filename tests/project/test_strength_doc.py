"""What docs/strength.md shows was measured with bots that there are."""

import re
from pathlib import Path

import merx

TEXT = (Path(__file__).parents[2] / "docs" / "strength.md").read_text()
ROW = re.compile(
    r"^\| (mercurius|celtic|merkator) \| (\S+) \| \d (\S+) \| ([\d,]+) \| ([\d.]+)%", re.M
)


def test_every_row_is_about_bots_that_there_are() -> None:
    rows = ROW.findall(TEXT)
    assert {game for game, *_ in rows} == {info.name for info in merx.games()}
    for _, bot, rivals, games, share in rows:
        assert [merx.check_bot_spec(spec) for spec in (bot, rivals)] == [bot, rivals]
        assert int(games.replace(",", "")) >= 30
        assert 0 <= float(share) <= 100


def test_what_is_said_to_be_the_default_is() -> None:
    said = dict(re.findall(r"\*\* \(`(\w+)=([^`]+)`\)", TEXT))
    (mcts,) = (bot for bot in merx.bots() if bot.name == "mcts")
    defaults = {parameter.name: parameter.default for parameter in mcts.parameters}
    assert said.keys() == {"opponents", "rounds", "rollout", "candidates", "widening", "prior"}
    assert said.items() <= defaults.items()
