"""What is asked in Merkator, in plain Python: the state, what players see, which actions are legal.

Part of the slow, obvious second implementation of rules.md; what actions do is in `merkator.py`.
"""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

from .common import Edition, Refusal, State
from .merkator_cards import (
    PEACE,
    TIME,
    action_texts,
    bonus_texts,
    building_texts,
    colours,
    columns,
    contract_texts,
    contracts,
    goods,
    homes,
    place_kinds,
    times,
)


class Asked:
    """A position: a state dict and the question which actions are legal; nothing changes here.

    `clauses` counts the clauses at work, each with the part of it that acts: what happened is
    counted when it happens, what a clause forbids is counted (as `... refused`) each time
    `legal_actions` leaves an action out for it.
    """

    def __init__(
        self, edition: Edition, state_dict: State, clauses: Counter[str] | None = None
    ) -> None:
        self.edition = edition
        self.limits = edition["limits"]
        self.goods = goods(edition)
        self.colour = {good: colour for colour, pair in colours(edition).items() for good in pair}
        self.homes = homes(edition)
        self.kinds = place_kinds(edition)
        self.times = times(edition)
        self.columns = columns(edition)
        self.cards = contracts(edition)
        self.contracts = contract_texts(edition)
        self.bonus = bonus_texts(edition)
        self.buildings = building_texts(edition)
        self.actions = action_texts(edition)
        self.rules = {  # the phase in which an action may be asked, and what else forbids it
            "sell": ("investing", self.why_not_sell),
            "buy": ("investing", self.why_not_buy),
            "end investing": ("investing", self.why_not_end_investing),
            "go": ("going", self.why_not_go),
            "store": ("storing", self.why_not_store),
            "turn next": ("turning", lambda _: None),
            "keep": ("turning", lambda _: None),
            "lose": ("losing", self.why_not_lose),
            "fulfil": ("fulfilling", self.why_not_fulfil),
            "exchange": ("exchanging", self.why_not_exchange),
            "unload": ("fulfilling", self.why_not_unload),
            "end fulfilling": ("fulfilling", lambda _: None),
            "join": ("joining", lambda _: None),
            "stay": ("joining", lambda _: None),
        }
        self.verbs = {text: self.verb(text) for text in self.actions}
        self.state = copy.deepcopy(state_dict)
        self.solo = self.state["players"] == 1  # 6
        self.clauses: Counter[str] = Counter() if clauses is None else clauses

    def verb(self, text: str) -> str:
        """What an action does; the rest of its text says with what."""
        return text if text in self.rules else text.partition(" ")[0]

    def to_dict(self) -> State:
        """The whole state, in the documented shape."""
        return copy.deepcopy(self.state)

    def observe(self, player: int) -> State:
        """What a player sees: 2.7 hides markers not turned, piles, the stacks below the top."""
        if player not in range(self.state["players"]):
            raise ValueError(f"player: there is no seat {player}")
        seen = self.to_dict()
        seen["observer"] = player
        for number, row in enumerate(seen["chart"]):
            for spot in range(len(row)):
                if spot > 0 or number not in seen["face_up"]:
                    row[spot] = None
                    self.clauses["2.7 markers hidden"] += 1
                else:
                    self.clauses["2.7 face-up marker seen"] += 1
        for key in ("bonus_pile", "building_pile", "arrivals"):
            seen[key] = len(seen[key])
        for value, stack in seen["stacks"].items():
            seen["stacks"][value] = {"top": stack[0] if stack else None, "cards": len(stack)}
            self.clauses[f"2.7 {'top of a stack' if stack else 'empty stack'} seen"] += 1
        return seen

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.state["phase"] == "end"

    def seat(self) -> dict[str, Any]:
        """What the player who decides now has."""
        return self.state["seats"][self.state["current_player"]]

    def is_major(self) -> bool:
        """Whether the merchant stands on a major place."""
        return self.kinds[self.state["figure"]] == "major"

    def is_later(self, what: str, last: str | None) -> bool:
        """3.5.2: the same good or a later one; time markers come last."""
        order = [*self.goods, TIME]
        return last is None or order.index(what) >= order.index(last)

    # --- which actions are legal ---

    def legal_actions(self) -> list[str]:
        """The canonical texts of all legal actions, in the order of the action ids."""
        legal = []
        for text in self.actions:
            if self.rules[self.verbs[text]][0] != self.state["phase"]:
                continue
            refusal = self.why_not(text)
            if refusal is None:
                legal.append(text)
            elif refusal[0]:
                self.clauses[f"{refusal[0]} refused"] += 1
        if legal in (["end investing"], ["end fulfilling"]):
            self.clauses[f"3.5.1 {legal[0]} asked, though alone"] += 1
        return legal

    def canonical(self, text: str) -> str:
        """Lenient reading: case and surplus spaces do not matter, a contract may be its number."""
        words = text.lower().split()
        if len(words) == 2 and words[0] in ("sell", "fulfil"):
            by_number = {str(number): card for number, card in enumerate(self.contracts)}
            words[1] = by_number.get(words[1], words[1])
        return " ".join(words)

    def why_not(self, text: str) -> Refusal | None:
        """The clause and the reason that forbid a canonical action, or None if it is legal."""
        if text not in self.verbs:
            return "", "there is no such action"
        phase, rule = self.rules[self.verbs[text]]
        if self.state["phase"] != phase:
            return "", f"not in the phase {self.state['phase']}"
        return rule(text.partition(" ")[2])

    def why_not_sell(self, name: str) -> Refusal | None:
        """3.1.2: not the last contract, not the Peace; 3.5.2: in the order of the table."""
        card, held = self.contracts.index(name), self.seat()["contracts"]
        if card not in held:
            return "", "the contract is not held"
        if name == PEACE:
            return "3.1.2 the Peace", "the Peace of Westphalia is never sold"
        if len(held) == 1:
            return "3.1.2 the last contract", "the last contract is never sold"
        sold = self.state["sold"]
        if sold is not None and card < sold and not self.must_sell():
            if len(held) > self.limits["contracts"]:
                return "4.2 sales order", "after a sale only a later contract may be sold"
            return "3.5.2 sales order", "after a sale only a later contract may be sold"
        return None

    def why_not_buy(self, name: str) -> Refusal | None:
        """3.1.1: a card that lies face up, for its price."""
        display, table, card = self.find_card(name)
        if card not in self.state[f"{display}_display"]:
            return "", "the card does not lie face up"
        if self.seat()["coins"] < self.price(table, card):
            return "3.1.1 price", "the coins do not suffice"
        return None

    def why_not_end_investing(self, _: str) -> Refusal | None:
        """3.1.3: not with too many contracts."""
        if self.must_sell():
            return "3.1.3 too many contracts", "contracts must be sold first"
        return None

    def why_not_go(self, place: str) -> Refusal | None:
        """3.2.1: any place whose time can be paid."""
        if self.seat()["time"] + self.times[place] < 0:
            return "3.2.1 cost", "there are not enough time markers"
        return None

    def why_not_store(self, number: str) -> Refusal | None:
        """3.2.2: at least one into each room where there are two or more."""
        if int(number) > self.state["storing"]:
            return "", "there are not so many cubes"
        if int(number) not in self.ways_to_store(self.state["storing"]):
            return "3.2.2 one into each", "at least one cube goes into each room"
        return None

    def why_not_lose(self, good: str) -> Refusal | None:
        """3.2.6: a cube from the column; 3.5.2: in an order that can be completed."""
        loss = self.state["loss"]
        if good not in self.columns[loss["column"]] or self.seat()["rooms"][good] == 0:
            return "", "there is no such cube in the column"
        if not self.is_later(good, loss["last"]):
            return "3.5.2 loss order", "cubes are given up in the order of the goods"
        if self.held(loss["column"], good) < loss["left"]:
            return "3.5.2 loss completed", "too few cubes would follow in the order of the goods"
        return None

    def why_not_fulfil(self, name: str) -> Refusal | None:
        """3.3.1: for the place, once a turn; 3.3.5: what is missing can be exchanged."""
        card = self.contracts.index(name)
        if card not in self.seat()["contracts"]:
            return "", "the contract is not held"
        if self.cards[card][1] != self.state["figure"]:
            return "3.3.1 place", "the contract does not name the place"
        if card in self.state["done"]:
            joining = self.state["current_player"] != self.state["active_player"]
            clause = "3.4.1 once a turn" if joining else "3.3.1 once a turn"
            return clause, "the contract was fulfilled in this turn"
        if self.missing(card) > self.exchanges(card):
            return "3.3.5 too much missing", "more goods are missing than can be exchanged"
        return None

    def why_not_exchange(self, what: str) -> Refusal | None:
        """3.3.3: four equal things; 3.5.2: in an order that can be completed."""
        exchange = self.state["exchange"]
        if self.fours(what) == 0:
            return "", "there are too few to exchange"
        if not self.is_later(what, exchange["last"]):
            return "3.5.2 exchange order", "exchanges name the same good or a later one"
        later = [other for other in [*self.goods, TIME] if self.is_later(other, what)]
        if sum(self.fours(other) for other in later) < exchange["missing"]:
            return "3.5.2 exchange completed", "too few exchanges would follow in this order"
        return None

    def why_not_unload(self, good: str) -> Refusal | None:
        """3.3.4: a cube of the tile into either room; 3.5.2: in the order of the goods."""
        if self.seat()["tile"][self.colour[good]] == 0:
            return "", "there is no such cube on the tile"
        if not self.is_later(good, self.state["unloaded"]):
            return "3.5.2 unloading order", "cubes are unloaded in the order of the goods"
        return None

    # --- what the rules ask for ---

    def is_last_round(self) -> bool:
        """4.2: whether this is one of the turns after the end was called; 6: the last one."""
        if self.solo:
            return self.state["turn"] + 1 == self.edition["solo"]["turns"]
        return self.state["last_turn"] is not None

    def must_sell(self) -> bool:
        """3.1.3: more contracts than allowed; 4.2: in the last turns nobody is forced."""
        return len(self.seat()["contracts"]) > self.limits["contracts"] and not self.is_last_round()

    def find_card(self, name: str) -> tuple[str, str, int]:
        """The display, the table and the number of a card to buy."""
        if name in self.bonus:
            return "bonus", "bonus", self.bonus.index(name)
        return "building", "buildings", self.buildings.index(name)

    def price(self, table: str, card: int) -> int:
        """3.1.1: the price of a bonus card or of a building."""
        entry = self.edition[table]["cards"][card]
        return entry[2] if table == "bonus" else entry[1]

    def ways_to_store(self, taken: int) -> list[int]:
        """3.2.2: how many of the cubes taken can go into the first room."""
        return list(range(taken + 1)) if taken < 2 else list(range(1, taken))

    def held(self, column: str, first: str | None = None) -> int:
        """The cubes of the player who decides in a column, from a good on."""
        rooms = self.seat()["rooms"]
        return sum(rooms[good] for good in self.columns[column] if self.is_later(good, first))

    def missing(self, card: int) -> int:
        """3.3.5: the goods a contract needs beyond those in the rooms."""
        rooms = self.seat()["rooms"]
        return sum(max(0, need - rooms[good]) for good, need in self.cards[card][2].items())

    def exchanges(self, card: int) -> int:
        """3.3.5: how many goods could be exchanged: fours beyond the need, fours of time."""
        needs = self.cards[card][2]
        return sum(self.fours(what, needs.get(what, 0)) for what in [*self.goods, TIME])

    def fours(self, what: str, need: int = 0) -> int:
        """3.3.3: the fours of one good beyond a need, or of time markers."""
        amount = self.seat()["time"] if what == TIME else self.seat()["rooms"][what]
        return max(0, amount - need) // self.limits["exchange"]
