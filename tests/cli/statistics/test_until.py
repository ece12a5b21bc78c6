"""Reading `--until`."""

import pytest

from merx_cli.errors import CliError
from merx_cli.tournament.statistics.until import Claim, parse_claim

BOTS = ("greedy", "greedy:epsilon=0.2", "mcts:simulations=50", "py:a>b.py:Bot")


@pytest.mark.parametrize(
    ("text", "stronger", "weaker"),
    [
        ("greedy>mcts:simulations=50", "greedy", "mcts:simulations=50"),
        (" greedy:epsilon=0.2 > greedy ", "greedy:epsilon=0.2", "greedy"),
        ("py:a>b.py:Bot>greedy", "py:a>b.py:Bot", "greedy"),
        ("greedy>py:a>b.py:Bot", "greedy", "py:a>b.py:Bot"),
    ],
)
def test_a_claim_names_two_bots(text, stronger, weaker):
    assert parse_claim(text, BOTS) == Claim(stronger, weaker)


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("greedy", "--until 'greedy' is not of the form 'a>b'", "for example 'greedy>"),
        ("", "--until '' is not of the form", "for example"),
        ("gredy>greedy", "no bot 'gredy' in this", "did you mean 'greedy'?"),
        ("greedy>mcts:simulations=5", "no bot 'mcts:simulations=5'", "'mcts:simulations=50'?"),
        ("greedy>", "no bot ''", "the bots are greedy, greedy:epsilon"),
        ("zzz>greedy", "no bot 'zzz'", "the bots are greedy"),
        ("greedy>greedy", "compares 'greedy' with itself", "the bots are"),
        ("gree\ndy>greedy", "no bot 'gree dy'", "did you mean 'greedy'?"),
    ],
)
def test_what_is_no_claim_is_explained_in_one_line(text, message, hint):
    with pytest.raises(CliError) as caught:
        parse_claim(text, BOTS)
    assert message in caught.value.message
    assert hint in caught.value.hint
    assert "\n" not in caught.value.message + caught.value.hint
    assert caught.value.code == 2
