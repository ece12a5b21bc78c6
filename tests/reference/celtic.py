"""Celtic in plain Python: a slow, obvious second implementation of rules.md.

It is written from `seeds/celtic/rules.md` and `docs/formats.md` alone and shares no code with
the engine, so that a disagreement between the two shows a mistake in one of them. Clauses are cited
as `# 3.1`; every number comes from the edition's toml. Map, cards and set-up are in
`celtic_cards.py`.
"""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

from . import common
from .celtic_cards import (
    action_texts,
    check_edition,
    deal,
    goal_texts,
    goods,
    load_edition,
    neighbours,
    piles_of,
    spaces,
    village,
)
from .common import Edition, IllegalAction, Refusal, State

__all__ = ["Celtic", "IllegalAction", "check_edition", "deal", "goods", "load_edition", "piles_of"]

WINDOWS = ("before", "after", "collect")  # 2, 5.3: the phases in which goals and goods are asked


# --- the game ----------------------------------------------------------------------------------


class Celtic:
    """One game: a state dict, the question which actions are legal, and what each of them does.

    `clauses` counts the clauses at work, each with the part of it that acts: what happened is
    counted when it happens, what a clause forbids is counted (as `... refused`) each time
    `legal_actions` leaves an action out for it.
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
            self.clauses[f"4.2 {'stock' if cards else 'empty stock'} seen"] += 1
        for number, seat in enumerate(seen["seats"]):
            if seat["fulfilled"]:
                self.clauses["3.3 fulfilled goals open"] += 1
            if number != player:
                if seat["goals"]:
                    self.clauses["3.3 others' goals hidden"] += 1
                if any(seat["goods"].values()):
                    self.clauses["4.2 others' kinds hidden"] += 1
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
            return f"2 goals before goods, {self.state['phase']}", "goals come before goods"
        return None

    def why_not_take(self, good: str) -> Refusal | None:
        """4.1: an own piece on the trading place; 2: in the order of the trading places."""
        taken = self.state["taken"]
        if self.own_pieces(good) == 0:
            return "", "no own piece is on the trading place"
        if taken is not None and self.goods.index(good) < self.goods.index(taken):
            return (
                f"2 goods order, {self.state['phase']}",
                "goods are taken in the order of the trading places",
            )
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
        self.clauses["2 first window ended"] += 1
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
        self.clauses["2 second window"] += 1
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
            if destination in self.goods:
                self.clauses["2.3 moved to a trading place, took nothing"] += 1
            if self.fulfillable(self.seat(), destination):
                self.clauses["2.3 moved to a goal, fulfilled nothing"] += 1
        self.ask_along()

    def fulfillable(self, seat: dict[str, Any], place: str) -> bool:
        """3.1: whether a goal in hand names the place, with own pieces on all of its places."""
        goals = [self.places(card) for card in seat["goals"]]
        return any(place in goal and all(map(self.own_pieces, goal)) for goal in goals)

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
            if phase == "collect":
                self.clauses["5.3 last goal calls nothing"] += 1
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
        if len(self.seat()["fulfilled"]) == self.setup["goals_to_end"]:
            self.clauses["5.2 announced after the last goal"] += 1
        self.after_the_end()

    def end_turn(self) -> None:
        """5.1: the game ends with the turn of the last goal; 5.4: or at the limit of turns."""
        last_turn = self.state["turn"] + 1 == self.state["players"] * self.setup["turn_limit"]
        if len(self.seat()["fulfilled"]) == self.setup["goals_to_end"]:
            self.clauses["5.1 end in the last turn of 5.4" if last_turn else "5.1 end"] += 1
            self.after_the_end()
            return
        if last_turn:
            self.clauses["5.4 turn limit"] += 1
            if self.setup["final_collect"]:
                self.clauses["5.3 no last collection after the turn limit"] += 1
            self.end_game()
            return
        self.clauses["1.4 the next seat"] += 1
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
            self.clauses["5.3 nobody else acts"] += 1
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
        self.count_scoring()

    # --- 6 scoring ---

    def count_scoring(self) -> None:
        """6: count the clauses that the final position shows."""
        for seat in self.state["seats"]:
            held = [cards for cards in seat["goods"].values() if cards]
            self.clauses["6.1 fulfilled goals count"] += len(seat["fulfilled"]) > 0
            self.clauses["6.1 goals in hand count nothing"] += len(seat["goals"]) > 0
            self.clauses["6.2 rarer kinds are worth more"] += len(set(held)) > 1
            self.clauses["6.2 equal numbers, different ranks"] += len(set(held)) < len(held)
            if max(held, default=0) > self.cap(seat):
                self.clauses[f"6.3 capped with {len(seat['fulfilled'])} goals"] += 1
        for how in common.deciders(self.results(), ("points", "goals", "cards")):
            self.clauses[f"6.4 {how}"] += 1

    def cap(self, seat: dict[str, Any]) -> int:
        """6.3: how many cards of each kind count."""
        return self.edition["scoring"]["cap_per_kind"][len(seat["fulfilled"])]

    def sheet(self) -> list[list[tuple[str, int]]]:
        """6: for every player the fulfilled goals together, then each kind in the table's order."""
        return [
            [("goals", self.goal_points(seat)), *self.goods_points(seat).items()]
            for seat in self.state["seats"]
        ]

    def goal_points(self, seat: dict[str, Any]) -> int:
        """6.1: the points of the fulfilled goals."""
        return sum(self.edition["goals"]["deck"][card][0] for card in seat["fulfilled"])

    def goods_points(self, seat: dict[str, Any]) -> dict[str, int]:
        """6.2, 6.3: what the cards of each kind count."""
        ranked = sorted(self.goods, key=lambda good: seat["goods"][good], reverse=True)
        values = dict(zip(ranked, self.edition["scoring"]["rank_value"], strict=False))
        return {
            good: min(seat["goods"][good], self.cap(seat)) * values[good] for good in self.goods
        }

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
