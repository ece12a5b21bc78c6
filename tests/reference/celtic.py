"""Celtic in plain Python: a slow, obvious second implementation of rules.md.

It is written from `seeds/celtic/rules.md` and `docs/formats.md` alone and shares no code with
the engine, so that a disagreement between the two shows a mistake in one of them. Clauses are cited
as `# 3.1`; every number comes from the edition's toml.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from . import common
from .common import Edition, IllegalAction, Refusal, State

WINDOWS = ("before", "after", "collect")  # 2, 5.3: the phases in which goals and goods are asked


# --- the edition -------------------------------------------------------------------------------


def load_edition(path: str | Path) -> Edition:
    """Read an edition, extended from the standard where it says so, and check it."""
    edition = common.read_edition(path)
    check_edition(edition)
    return edition


def check_edition(edition: Edition) -> None:
    """Refuse the editions in which a rule could not be kept."""
    setup, kinds = edition["setup"], dict(space[:2] for space in edition["board"]["spaces"])
    if list(kinds.values()).count("village") != 1:  # 1.1
        raise ValueError("board.spaces: there must be one village")
    for space, joined in neighbours(edition).items():  # 2.1
        if not joined - {space}:
            raise ValueError(f"board.roads: no road leads to {space}")
    for _, places in edition["goals"]["deck"]:  # 1.3
        if any(kinds.get(place) != "place" or places.count(place) > 1 for place in places):
            raise ValueError(f"goals.deck: {places} must be different places")
    if not 0 < setup["goals_in_hand"] <= setup["goals_to_end"]:  # 3.2
        raise ValueError("setup.goals_in_hand: at least 1, at most goals_to_end")
    if setup["goals_to_end"] * max(edition["edition"]["players"]) > len(edition["goals"]["deck"]):
        raise ValueError("setup.goals_to_end: the deck could run out")
    if len(edition["scoring"]["rank_value"]) < len(goods(edition)):  # 6.2
        raise ValueError("scoring.rank_value: a value for every kind is needed")
    if len(edition["scoring"]["cap_per_kind"]) <= setup["goals_to_end"]:  # 6.3
        raise ValueError("scoring.cap_per_kind: a cap for every number of goals is needed")
    for key in ("pieces", "steps", "turn_limit"):  # 1.1, 2.1, 5.4
        if setup[key] < 1:
            raise ValueError(f"setup.{key}: at least 1")


def spaces(edition: Edition) -> list[str]:
    """1.1: the spaces in the order of the table."""
    return [name for name, _, _, _ in edition["board"]["spaces"]]


def goods(edition: Edition) -> list[str]:
    """1.2: the goods are named as their trading places, in the order of the table."""
    return [name for name, kind, _, _ in edition["board"]["spaces"] if kind == "trade"]


def village(edition: Edition) -> str:
    """1.1: the one village."""
    return next(name for name, kind, _, _ in edition["board"]["spaces"] if kind == "village")


def goal_texts(edition: Edition) -> list[str]:
    """The text of every goal card by its number: its places, joined."""
    return common.number_copies(["+".join(places) for _, places in edition["goals"]["deck"]])


def action_texts(edition: Edition) -> list[str]:
    """Every action of the game in the order of the action ids."""
    pieces = edition["setup"]["pieces"]
    return (
        [f"fulfil {goal}" for goal in goal_texts(edition)]
        + [f"take {good}" for good in goods(edition)]
        + [f"from {space}" for space in spaces(edition)]
        + [f"to {space}" for space in spaces(edition)]
        + [f"move {number}" for number in range(1, pieces + 1)]
        + [f"along {number}" for number in range(pieces + 1)]
        + ["announce", "end turn"]
    )


def neighbours(edition: Edition) -> dict[str, set[str]]:
    """1.1: the spaces one road away from each space."""
    joined: dict[str, set[str]] = {space: set() for space in spaces(edition)}
    for one_end, other_end in edition["board"]["roads"]:
        joined[one_end].add(other_end)
        joined[other_end].add(one_end)
    return joined


def deal(edition: Edition, players: int, order: Sequence[int]) -> State:
    """1: the start position from all goal-card numbers in shuffled order."""
    setup = edition["setup"]
    if players not in edition["edition"]["players"]:
        raise ValueError(f"players: {players} cannot play this edition")
    if sorted(order) != list(range(len(edition["goals"]["deck"]))):
        raise ValueError("order: every card number must occur exactly once")
    rest = list(order)
    hands: list[list[int]] = []
    for _ in range(players):
        hand, rest = rest[: setup["goals_in_hand"]], rest[setup["goals_in_hand"] :]  # 1.3
        hands.append(sorted(hand))
    return {
        "game": edition["edition"]["game"],
        "edition": edition["edition"]["name"],
        "players": players,
        "active_player": 0,  # 1.4
        "current_player": 0,
        "phase": "before",
        "turn": 0,
        "journey": None,
        "taken": None,
        "stocks": dict.fromkeys(goods(edition), edition["goods"]["cards_per_kind"]),  # 1.2
        "deck": rest,
        "seats": [
            {
                "goals": hand,
                "fulfilled": [],
                "goods": dict.fromkeys(goods(edition), 0),
                "pieces": {village(edition): setup["pieces"]},  # 1.1
            }
            for hand in hands
        ],
    }


# --- the game ----------------------------------------------------------------------------------


class Celtic:
    """One game: a state dict, the question which actions are legal, and what each of them does.

    `clauses` counts the clauses at work: what happened is counted when it happens, what a clause
    forbids is counted (as `... refused`) each time `legal_actions` leaves an action out for it.
    """

    def __init__(
        self, edition: Edition, state_dict: State, clauses: Counter[str] | None = None
    ) -> None:
        self.edition = edition
        self.setup = edition["setup"]
        self.spaces = spaces(edition)
        self.neighbours = neighbours(edition)
        self.reached: dict[str, dict[str, int]] = {}  # the destinations found so far
        self.goods = goods(edition)
        self.goals = goal_texts(edition)
        self.actions = action_texts(edition)
        self.known = set(self.actions)
        self.rules = {  # in which phases an action may be asked, and what else forbids it
            "fulfil": (WINDOWS, self.why_not_fulfil),
            "take": (WINDOWS, self.why_not_take),
            "from": (("before",), self.why_not_from),
            "to": (("to",), self.why_not_to),
            "move": (("count",), self.why_not_number),
            "along": (("along",), self.why_not_number),
            "announce": (("after",), self.why_not_announce),
            "end": (("after", "collect"), lambda _: None),  # 3.1, 4.1: all is optional
        }
        self.state = copy.deepcopy(state_dict)
        self.clauses: Counter[str] = Counter() if clauses is None else clauses
        # Remembered for the count of clauses only; no rule asks for them.
        self.drawn: list[int] = []  # goal cards drawn in this turn
        self.complete_before = False  # the kinds were complete at the start of this turn

    def to_dict(self) -> State:
        """The whole state, in the documented shape."""
        return copy.deepcopy(self.state)

    def observe(self, player: int) -> State:
        """What a player sees: 3.3 and 4.2 hide the deck, the others' goals, the kinds of goods."""
        if player not in range(self.state["players"]):
            raise ValueError(f"player: there is no seat {player}")
        seen = self.to_dict()
        seen["observer"] = player
        seen["deck"] = len(seen["deck"])
        for good, cards in seen["stocks"].items():
            seen["stocks"][good] = cards > 0
        for number, seat in enumerate(seen["seats"]):
            if number != player:
                seat["goals"] = len(seat["goals"])
                seat["goods"] = sum(seat["goods"].values())
        return seen

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.state["phase"] == "end"

    def seat(self) -> dict[str, Any]:
        """What the player who decides now has."""
        return self.state["seats"][self.state["current_player"]]

    def pieces(self, player: int, space: str) -> int:
        """How many pieces of a player stand on a space."""
        return self.state["seats"][player]["pieces"].get(space, 0)

    def own_pieces(self, space: str) -> int:
        """How many pieces of the player who decides now stand on a space."""
        return self.pieces(self.state["current_player"], space)

    def destinations(self, start: str) -> dict[str, int]:
        """2.1: where a journey from a space can lead, each with its distance in roads."""
        if start in self.reached:
            return self.reached[start]
        distance = {start: 0}
        for step in range(1, self.setup["steps"] + 1):
            for reached in [space for space, roads in distance.items() if roads == step - 1]:
                for space in self.neighbours[reached]:
                    distance.setdefault(space, step)
        del distance[start]  # not the start itself
        self.reached[start] = distance
        return distance

    # --- which actions are legal ---

    def legal_actions(self) -> list[str]:
        """The canonical texts of all legal actions, in the order of the action ids."""
        legal = []
        for text in self.actions:
            refusal = self.why_not(text)
            if refusal is None:
                legal.append(text)
            elif refusal[0]:
                self.clauses[f"{refusal[0]} refused"] += 1
        return legal

    def canonical(self, text: str) -> str:
        """Lenient reading: case and surplus spaces do not matter, a card may be its number."""
        words = text.lower().split()
        if len(words) == 2 and words[0] == "fulfil":
            by_number = {str(number): goal for number, goal in enumerate(self.goals)}
            words[1] = by_number.get(words[1], words[1])
        return " ".join(words)

    def why_not(self, text: str) -> Refusal | None:
        """The clause and the reason that forbid a canonical action, or None if it is legal."""
        if text not in self.known:
            return "", "there is no such action"
        verb, _, what = text.partition(" ")
        phases, rule = self.rules[verb]
        if self.state["phase"] not in phases:
            return "", f"not in the phase {self.state['phase']}"
        return rule(what)

    def why_not_from(self, space: str) -> Refusal | None:
        """2.1: a space where own pieces are."""
        if self.own_pieces(space) == 0:
            return "", "no own piece is there"
        return None

    def why_not_to(self, space: str) -> Refusal | None:
        """2.1: one or two roads away and not the start itself."""
        start = self.state["journey"]["from"]
        if space == start:
            return "2.1 not the start", "the destination is not the start"
        if space not in self.destinations(start):
            return "2.1 too far", "the destination is too far"
        return None

    def why_not_number(self, number: str) -> Refusal | None:
        """2.1, 2.2: no more pieces than stand on the start."""
        if int(number) > self.own_pieces(self.state["journey"]["from"]):
            return "", "there are not so many own pieces on the start"
        return None

    def why_not_fulfil(self, goal: str) -> Refusal | None:
        """3.1: a goal in hand with an own piece on each of its places; 2: goals before goods."""
        card = self.goals.index(goal)
        if card not in self.seat()["goals"]:
            return "", "the goal is not in hand"
        if not all(self.own_pieces(place) for place in self.places(card)):
            return "3.1 every place", "no own piece on one of its places"
        if self.state["taken"] is not None:
            return "2 goals before goods", "goals come before goods"
        return None

    def why_not_take(self, good: str) -> Refusal | None:
        """4.1: an own piece on the trading place; 2: in the order of the trading places."""
        taken = self.state["taken"]
        if self.own_pieces(good) == 0:
            return "", "no own piece is on the trading place"
        if taken is not None and self.goods.index(good) < self.goods.index(taken):
            return "2 goods order", "goods are taken in the order of the trading places"
        return None

    def why_not_announce(self, _: str) -> Refusal | None:
        """5.2: with at least one card of each kind."""
        if not self.is_complete(self.seat()):
            return "5.2 a kind lacking", "not all kinds are collected"
        return None

    # --- what the actions do ---

    def apply(self, text: str) -> None:
        """Carry out an action, and whatever follows before the next decision."""
        action = self.canonical(text)
        refusal = self.why_not(action)
        if refusal is not None:
            raise IllegalAction(text, refusal[1])
        verb, _, what = action.partition(" ")
        {
            "fulfil": self.fulfil,
            "take": self.take,
            "from": self.choose_start,
            "to": self.choose_destination,
            "move": self.move,
            "along": self.travel_along,
            "announce": self.announce,
            "end": self.end,
        }[verb](what)

    def end(self, _: str) -> None:
        """End the turn, or an own last collection."""
        if self.state["phase"] == "collect":
            self.ask_to_collect()
        else:
            self.end_turn()

    def carry(self, player: int, start: str, destination: str, number: int) -> None:
        """Move pieces of a player from a space to another."""
        standing = {space: self.pieces(player, space) for space in self.spaces}
        standing[start] -= number
        standing[destination] += number
        self.state["seats"][player]["pieces"] = {
            space: pieces for space, pieces in standing.items() if pieces
        }

    def to_be_asked(self) -> list[int]:
        """2.2, 5.3: the others in seat order from the active player on, who have not decided."""
        active, current, n = (
            self.state[key] for key in ("active_player", "current_player", "players")
        )
        others = [(active + i) % n for i in range(1, n)]
        return others if current == active else others[others.index(current) + 1 :]

    # --- 2 the move ---

    def choose_start(self, space: str) -> None:
        """2.1: the start of the move; 2: it ends the first window."""
        self.state["taken"] = None
        self.state["journey"] = {"from": space, "to": None}
        self.state["phase"] = "to"

    def choose_destination(self, space: str) -> None:
        """2.1: the destination; the number is asked where it is not plain."""
        start = self.state["journey"]["from"]
        self.state["journey"]["to"] = space
        self.state["phase"] = "count"
        self.clauses[f"2.1 {self.destinations(start)[space]} roads"] += 1
        if self.own_pieces(start) == 1:
            self.clauses["2.1 the only piece"] += 1
            self.move("1")

    def move(self, number: str) -> None:
        """2.1: the pieces move together."""
        start, destination = self.state["journey"]["from"], self.state["journey"]["to"]
        self.carry(self.state["active_player"], start, destination, int(number))
        left = self.own_pieces(start)
        self.clauses["2.1 part of the pieces" if left else "2.1 all pieces"] += 1
        self.ask_along()

    def ask_along(self) -> None:
        """2.2: the next player with pieces on the start is asked; after the last it goes on."""
        for player in self.to_be_asked():
            if self.pieces(player, self.state["journey"]["from"]):
                self.state["current_player"] = player
                self.state["phase"] = "along"
                return
            self.clauses["2.2 not asked"] += 1
        self.state["current_player"] = self.state["active_player"]
        self.state["journey"] = None
        self.state["phase"] = "after"

    def travel_along(self, number: str) -> None:
        """2.2: the same journey with as many pieces as the player likes; 2.3: no more than that."""
        start, destination = self.state["journey"]["from"], self.state["journey"]["to"]
        self.carry(self.state["current_player"], start, destination, int(number))
        if int(number) == 0:
            self.clauses["2.2 stayed"] += 1
        else:
            left = self.own_pieces(start)
            self.clauses["2.2 along with part" if left else "2.2 along with all"] += 1
        self.ask_along()

    # --- 3 goals ---

    def places(self, card: int) -> list[str]:
        """1.3: the places of a goal card."""
        return self.edition["goals"]["deck"][card][1]

    def fulfil(self, goal: str) -> None:
        """3.1: the card is shown, one piece from each of its places goes back to the village."""
        card, seat, phase = self.goals.index(goal), self.seat(), self.state["phase"]
        for place in self.places(card):
            if self.own_pieces(place) > 1:
                self.clauses["3.1 further pieces stay"] += 1
            self.carry(self.state["current_player"], place, village(self.edition), 1)
        seat["goals"].remove(card)
        seat["fulfilled"].append(card)
        seat["fulfilled"].sort()
        self.clauses[f"3.1 fulfilled in {phase}"] += 1
        if card in self.drawn:
            self.clauses["3.2 fulfilled in the turn it was drawn"] += 1
        if len(seat["fulfilled"]) == self.setup["goals_to_end"]:
            self.clauses[f"5.1 last goal in {phase}"] += 1
        if phase == "collect":  # 5.3
            self.clauses["5.3 no new goals"] += 1
        elif len(seat["fulfilled"]) + len(seat["goals"]) < self.setup["goals_to_end"]:  # 3.2
            self.drawn.append(self.state["deck"].pop(0))  # 1.3
            seat["goals"].append(self.drawn[-1])
            seat["goals"].sort()
            self.clauses["3.2 drawn"] += 1
        else:
            self.clauses["3.2 none drawn"] += 1

    # --- 4 goods ---

    def take(self, good: str) -> None:
        """4.1: one piece goes back to the village for a card, for nothing if none is left."""
        self.carry(self.state["current_player"], good, village(self.edition), 1)
        if self.state["taken"] is not None:
            again = "the same" if self.state["taken"] == good else "another"
            self.clauses[f"4.1 {again} trading place"] += 1
        self.state["taken"] = good
        if self.state["stocks"][good] == 0:
            self.clauses["4.1 empty stock"] += 1
            return
        self.state["stocks"][good] -= 1
        self.seat()["goods"][good] += 1
        self.clauses[f"4.1 taken in {self.state['phase']}"] += 1

    # --- 5 the end ---

    def is_complete(self, seat: dict[str, Any]) -> bool:
        """5.2: whether a player has at least one card of each kind."""
        return all(seat["goods"].values())

    def announce(self, _: str) -> None:
        """5.2: the game ends at once."""
        self.clauses["5.2 announced"] += 1
        if self.complete_before:
            self.clauses["5.2 put off"] += 1
        self.after_the_end()

    def end_turn(self) -> None:
        """5.1: the game ends with the turn of the last goal; 5.4: or at the limit of turns."""
        if len(self.seat()["fulfilled"]) == self.setup["goals_to_end"]:
            self.clauses["5.1 end"] += 1
            self.after_the_end()
            return
        if self.state["turn"] + 1 == self.state["players"] * self.setup["turn_limit"]:
            self.clauses["5.4 turn limit"] += 1
            self.end_game()
            return
        self.state["turn"] += 1
        next_player = self.state["turn"] % self.state["players"]  # 1.4
        self.state["active_player"] = self.state["current_player"] = next_player
        self.state["phase"] = "before"
        self.state["taken"] = None
        self.drawn = []
        self.complete_before = self.is_complete(self.seat())

    def after_the_end(self) -> None:
        """5.3: nobody else acts, or the others collect once more."""
        if self.setup["final_collect"]:
            self.state["phase"] = "collect"
            self.drawn = []
            self.ask_to_collect()
        else:
            self.end_game()

    def ask_to_collect(self) -> None:
        """5.3: the next of the others fulfils and takes, after the last the game is over."""
        others = self.to_be_asked()
        if not others:
            self.end_game()
            return
        self.state["current_player"] = others[0]
        self.state["taken"] = None
        self.clauses["5.3 last collection"] += 1

    def end_game(self) -> None:
        """5: the game is over and scored as it stands."""
        self.state["active_player"] = self.state["current_player"] = None
        self.state["phase"] = "end"
        self.state["taken"] = None
        scores, results = self.scores(), self.results()
        if len(set(results)) < len(results):
            self.clauses["6.4 place shared"] += 1
        if len(set(scores)) < len(set(results)):
            self.clauses["6.4 tie broken"] += 1

    # --- 6 scoring ---

    def sheet(self) -> list[list[tuple[str, int]]]:
        """6: for every player the fulfilled goals, then the kinds held from rank 1 on."""
        sheets = []
        for seat in self.state["seats"]:
            entries = []
            for card in seat["fulfilled"]:  # 6.1
                entries.append((f"goal {self.goals[card]}", self.edition["goals"]["deck"][card][0]))
            cap = self.edition["scoring"]["cap_per_kind"][len(seat["fulfilled"])]  # 6.3
            kinds = sorted(self.goods, key=lambda good: seat["goods"][good], reverse=True)  # 6.2
            for place, good in enumerate(kinds):
                held, value = seat["goods"][good], self.edition["scoring"]["rank_value"][place]
                counted = min(held, cap)
                if held:
                    text = f"{good}, rank {place + 1}: {counted} of {held} cards at {value}"
                    entries.append((text, counted * value))
            sheets.append(entries)
        return sheets

    def scores(self) -> list[int]:
        """6: the points; before the end as if it ended now."""
        return [sum(points for _, points in entries) for entries in self.sheet()]

    def results(self) -> list[tuple[int, int, int]]:
        """6.4: what decides, in this order: points, fulfilled goals, goods cards."""
        return [
            (score, len(seat["fulfilled"]), sum(seat["goods"].values()))
            for score, seat in zip(self.scores(), self.state["seats"], strict=True)
        ]

    def ranks(self) -> list[int]:
        """6.4: one more than the number of players strictly better."""
        return common.ranks(self.results())

    def returns(self) -> list[float]:
        """From 1 for the first to -1 for the last place; tied players share the mean of theirs."""
        return common.returns(self.ranks())
