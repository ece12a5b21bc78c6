"""Celtic for the lock-step walks.

Aimless play hardly ever fulfils a goal, so courses lead to the rare places: goals, empty stocks,
the fifth goal, the announcement, the last collection.
"""

from __future__ import annotations

import functools
import random
from collections import Counter

import merx
from tests.lockstep.kit import Course, Dict, Edition, Kit
from tests.lockstep.policies import Policy, bot, prefer, uniform
from tests.reference import celtic

GOODS = ["tin", "amber", "furs", "coral", "wine", "olive_oil", "glass"]
# Few cards and turns: games end by announcements, empty stocks, the limit; then all collect.
SHORT = "[setup]\nturn_limit = 30\nfinal_collect = true\n[goods]\ncards_per_kind = 2\n"


def short(_rng: random.Random) -> str:
    """Write the tables of a short game."""
    return SHORT


def seeker(rng: random.Random) -> Policy:
    """Send pieces one by one to the trading places of kinds not yet held, and announce."""
    return functools.partial(seek, rng)


def seek(rng: random.Random, legal: list[str], state: merx.State) -> str:
    """Choose as a `seeker` does."""
    seat = state.to_dict()["seats"][state.current_player()]
    missing = [good for good in GOODS if not seat["goods"][good]]
    takes = [text for text in legal if text.removeprefix("take ") in missing]
    for preferred in (["announce"], takes, ["end turn"], ["along 0"], ["move 1"]):
        if found := [text for text in preferred if text in legal]:
            return found[0]
    away = distances(state.game, tuple(missing))
    if state.to_dict()["phase"] == "before":
        away |= dict.fromkeys(missing, 99)  # who stands there waits for a card
    moves = [text for text in legal if text.startswith(("from ", "to "))]
    return min(moves, key=lambda text: (away[text.split()[1]], rng.random()))


def distances(game: merx.Game, places: tuple[str, ...]) -> dict[str, int]:
    """Count the roads from every space to the nearest of these places."""
    spaces, roads = board(game)
    away = {name: 0 if name in places else 99 for name in spaces}
    for _ in away:
        for one, other in roads:
            away[one] = min(away[one], away[other] + 1)
            away[other] = min(away[other], away[one] + 1)
    return away


@functools.lru_cache(maxsize=8)
def board(game: merx.Game) -> tuple[list[str], list[list[str]]]:
    """The spaces and the roads."""
    tables = game.edition_tables()["board"]
    return [name for name, *_ in tables["spaces"]], tables["roads"]


def pieces_of_use(rng: random.Random, edition: Dict, position: Dict) -> Dict | None:
    """Now and then, put all pieces of who decides onto places of own goals and trading places.

    Turn 20 is the first: by then every place can be reached.
    """
    if position["turn"] == 0:
        position["turn"] = 20 * position["players"]
        return position
    in_window = position["phase"] in ("before", "after", "collect")
    if not in_window or position["taken"] is not None or rng.random() < 0.6:
        return None
    put_pieces(rng, edition, position["seats"][position["current_player"]])
    return position


def put_pieces(rng: random.Random, edition: Dict, seat: Dict) -> None:
    """Put a piece onto each place of the goals in hand, the others onto two trading places."""
    goals = rng.sample(seat["goals"], len(seat["goals"]))
    places = [place for goal in goals for place in edition["goals"]["deck"][goal][1]]
    places += rng.choices(rng.sample(GOODS, 2), k=edition["setup"]["pieces"])
    standing = Counter(places[: edition["setup"]["pieces"]])
    order = [name for name, *_ in edition["board"]["spaces"]]
    seat["pieces"] = {name: standing[name] for name in order if standing[name]}


def late(
    rng: random.Random, edition: Dict, position: Dict, *, fulfilled: tuple[int, ...]
) -> Dict | None:
    """At the start: few turns left, goals fulfilled, pieces of use, all kinds, many of one."""
    if position["turn"] > 0:
        return pieces_of_use(rng, edition, position)
    players, setup = position["players"], edition["setup"]
    position["turn"] = players * setup["turn_limit"] - rng.randint(1, players + 1)
    position["active_player"] = position["current_player"] = position["turn"] % players
    fulfil(position, rng.choices(fulfilled, k=players), setup)
    for number, seat in enumerate(position["seats"]):
        give_goods(position, seat, GOODS)
        give_goods(position, seat, [GOODS[number]] * 7)  # more than ever count
        put_pieces(rng, edition, seat)
    return position


def equal_points(rng: random.Random, edition: Dict, position: Dict) -> Dict | None:
    """6.4: at the start, the last turn: 15 + 15 against 20 and four kinds for 1 + 2 + 3 + 4."""
    if position["turn"] > 0:
        return None
    players, deck = position["players"], edition["goals"]["deck"]
    position["turn"] = players * edition["setup"]["turn_limit"] - 1
    position["active_player"] = position["current_player"] = players - 1
    dear_last = sorted(range(len(deck)), key=lambda card: (deck[card][0], rng.random()))
    fulfil(position, [2, *[1] * (players - 1)], edition["setup"], dear_last)
    give_goods(position, position["seats"][1], GOODS[:4])
    return position


def fulfil(position: Dict, numbers: list[int], setup: Dict, cards: list[int] | None = None) -> None:
    """Deal the goals anew: so many fulfilled by each player, the first two from the front."""
    everything = [seat[where] for seat in position["seats"] for where in ("goals", "fulfilled")]
    cards = cards or [*position["deck"], *(card for held in everything for card in held)]
    for seat, number in zip(position["seats"], numbers, strict=True):
        seat["fulfilled"] = sorted(cards[:number])
        cards = cards[number:][::-1]  # the next player's come from the other end
    for seat, number in zip(position["seats"], numbers, strict=True):
        in_hand = min(setup["goals_in_hand"], setup["goals_to_end"] - number)
        seat["goals"], cards = sorted(cards[:in_hand]), cards[in_hand:]
    position["deck"] = cards


def give_goods(position: Dict, seat: Dict, goods: list[str]) -> None:
    """Move a card of each of these goods from its stock to a seat, as far as there are any."""
    for good in goods:
        if position["stocks"][good]:
            position["stocks"][good] -= 1
            seat["goods"][good] += 1


KIT = Kit(
    game="celtic",
    reference=celtic.Celtic,
    load_edition=celtic.load_edition,
    deal=celtic.deal,
    piles_of=celtic.piles_of,
    editions={"standard": Edition((2, 3, 4)), "short": Edition((2, 3, 4), short)},
    courses={
        "uniform": Course(uniform),
        "plays well": Course(bot("greedy:epsilon=0.05")),
        "plays well and takes what it can": Course(
            bot("greedy", *(f"take {good}" for good in GOODS))
        ),
        "collects all kinds": Course(seeker),
        "spreads single pieces and fulfils": Course(prefer("fulfil", "move 1", "along 1", "take")),
        "travels along with all": Course(
            prefer("along 8", "along 7", "along 4", "along 2", "fulfil", "move")
        ),
        "stays at home": Course(prefer("along 0", "end turn", "from village")),
        "stands where it is of use": Course(uniform, pieces_of_use),
        "takes and fulfils where it stands": Course(
            prefer(("take", "fulfil"), "along 1", "end turn"), pieces_of_use
        ),
        "ends late": Course(
            prefer(("take", "fulfil"), "announce", otherwise=0.5),
            functools.partial(late, fulfilled=(1, 2, 3)),
        ),
        "ends late with goals": Course(
            prefer("fulfil", "announce", "take", otherwise=0.2),
            functools.partial(late, fulfilled=(4,)),
        ),
        "takes before it fulfils": Course(
            prefer("announce", "take", otherwise=0.2), functools.partial(late, fulfilled=(3,))
        ),
        "ends with equal points": Course(prefer("end turn", "move 1"), equal_points),
    },
    rounds=2,
)
