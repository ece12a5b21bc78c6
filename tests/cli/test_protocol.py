"""The messages of merx-bot/1."""

import json

import pytest

import merx
from merx_cli.limits import Limits
from merx_cli.programs import protocol
from merx_cli.programs.protocol import NoMessage, bot_seed


@pytest.fixture(params=["mercurius", "celtic", "merkator"])
def game(request):
    return merx.load_game(request.param)


def test_a_message_is_a_line_of_ascii_without_spaces():
    line = protocol.encode({"type": "x", "list": [1, 2], "text": "\u00e4 b"})
    assert line == b'{"type":"x","list":[1,2],"text":"\\u00e4 b"}\n'


def test_a_new_game_tells_the_game_and_nothing_of_its_deal(game):
    messages = {
        protocol.encode(protocol.new_game(game, 1, bot_seed(7, 1), Limits())) for _ in range(2)
    }
    (line,) = messages
    message = json.loads(line)
    assert list(message) == [
        "type", "game", "rules", "edition", "edition_hash", "players", "seat", "seed",
        "move_time", "game_time", "tables",
    ]  # fmt: skip
    assert message["tables"] == game.edition_tables()
    assert message["edition_hash"] == game.edition_hash
    assert (message["seat"], message["players"]) == (1, game.players)


def test_a_question_has_the_texts_of_the_legal_actions_first(game):
    state = game.new_initial_state(5)
    while not state.is_terminal():
        observation = state.observation(state.current_player())
        line = protocol.encode(protocol.choose(observation, 10.0, 299.98765, text=False))
        assert line.startswith(b'{"type":"choose","legal":["')
        assert line.count(b'"legal":') == 1
        message = json.loads(line)
        assert list(message) == ["type", "legal", "move_time", "time_left", "observation"]
        assert message["observation"] == observation.to_dict()
        assert message["time_left"] == 299.988
        legal = observation.legal_actions()
        assert [observation.string_to_action(text) for text in message["legal"]] == legal
        # So that a script need not know JSON's escapes.
        assert not set('"\\') & set("".join(message["legal"]))
        state.apply_action(legal[-1])


def test_the_table_as_text_comes_on_demand(game):
    observation = game.new_initial_state(5).observation(0)
    message = protocol.choose(observation, 10.0, 300.0, text=True)
    assert message["text"] == observation.text()


def test_an_answer_is_an_actions_text():
    assert protocol.read_answer(b'{"action":"buy silk"}') == "buy silk"
    assert (
        protocol.read_answer(b' {"thought":1,"action":"buy silk","type":"action"}\r') == "buy silk"
    )
    assert protocol.read_answer(b'{"action":"\\ud800"}') == "\\ud800"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (b"", "no JSON"),
        (b"buy silk", "no JSON"),
        (b'{"action":"buy silk"', "no JSON"),
        (b'{"action":"\xff"}', "no JSON"),
        (b"1" * 5000, "no JSON"),
        (b"[" * 60_000, "no JSON"),
        (b'"buy silk"', "no JSON object"),
        (b"[]", "no JSON object"),
        (b"{}", 'no "action"'),
        (b'{"action":18}', 'no "action"'),
        (b'{"action":null}', 'no "action"'),
        (b'{"type":"hello","action":"buy silk"}', 'another "type" than "action"'),
        (b'{"type":[],"action":"buy silk"}', 'another "type" than "action"'),
    ],
)
def test_what_is_no_answer(line, text):
    with pytest.raises(NoMessage, match=text):
        protocol.read_answer(line)


def test_a_hello_has_a_name_and_perhaps_wants_the_table_as_text():
    start = b'{"type":"hello","protocol":"merx-bot/1","name":"me"'
    assert protocol.read_hello(start + b"}") == protocol.Hello("me", text=False)
    assert protocol.read_hello(start + b',"text":true,"x":{}}') == protocol.Hello("me", text=True)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (b"hello", "no JSON"),
        (b'{"protocol":"merx-bot/1","name":"me"}', '"type":"hello"'),
        (b'{"type":"hello","name":"me"}', '"protocol" is null, it must be "merx-bot/1"'),
        (b'{"type":"hello","protocol":"merx-bot/2","name":"me"}', '"merx-bot/2"'),
        (b'{"type":"hello","protocol":"merx-bot/1"}', 'no "name"'),
        (b'{"type":"hello","protocol":"merx-bot/1","name":""}', 'no "name"'),
        (b'{"type":"hello","protocol":"merx-bot/1","name":7}', 'no "name"'),
    ],
)
def test_what_is_no_hello(line, text):
    with pytest.raises(NoMessage, match=text):
        protocol.read_hello(line)


def test_a_bots_seed_repeats_and_fits_every_json_reader():
    seeds = [bot_seed(seed, seat) for seed in (0, 1, 2**64 - 1) for seat in range(5)]
    assert len(set(seeds)) == 15
    assert all(0 <= seed < 2**53 for seed in seeds)
    # Pinned, as a bot's games must repeat in every version.
    assert seeds[:2] == [605339524838313, 1790254573300229]


def test_a_bots_seed_is_not_of_the_family_of_the_deals():
    # `derive_seed` can be turned round: whoever had one of its family had the deal.
    seed = 7
    family = {merx.derive_seed(seed, index) for index in range(1000)}
    for seat in range(5):
        assert bot_seed(seed, seat) not in family | {number >> 11 for number in family}
