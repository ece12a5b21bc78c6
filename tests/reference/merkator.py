"""Merkator in plain Python: a slow, obvious second implementation of rules.md.

It is written from `seeds/merkator/rules.md` and `docs/formats.md` alone and shares no code with
the engine, so that a disagreement between the two shows a mistake in one of them. Clauses are cited
as `# 3.1`; every number comes from the edition's toml. Cards and set-up are in
`merkator_cards.py`, what is legal is in `merkator_asked.py`, scoring is in `merkator_score.py`.
"""

from __future__ import annotations

from collections import Counter

from . import common, merkator_score
from .common import Edition, IllegalAction, State
from .merkator_asked import Asked
from .merkator_cards import (
    MOST_CUBES,
    PEACE,
    TIME,
    check_edition,
    contract_values,
    deal,
    joined,
    load_edition,
    major_places,
    piles,
    piles_of,
)

__all__ = [
    "IllegalAction",
    "Merkator",
    "check_edition",
    "deal",
    "load_edition",
    "piles",
    "piles_of",
]


class Merkator(Asked):
    """One game: what each of the actions does to the state, and how it is scored."""

    def __init__(
        self, edition: Edition, state_dict: State, clauses: Counter[str] | None = None
    ) -> None:
        super().__init__(edition, state_dict, clauses)
        self.deeds = {
            "sell": self.sell,
            "buy": self.buy,
            "end investing": self.end_investing,
            "go": self.go,
            "store": self.store,
            "turn next": self.turn_next,
            "keep": self.keep,
            "lose": self.lose,
            "fulfil": self.fulfil,
            "exchange": self.exchange,
            "unload": self.unload,
            "end fulfilling": self.end_fulfilling,
            "join": self.join,
            "stay": self.stay,
        }
        # Remembered for the count of clauses only; no rule asks for them.
        self.gained: list[int] = []  # contracts gained in this turn
        self.shown: list[tuple[str, int]] = []  # replacements of cards bought in this turn

    # --- what the actions do ---

    def apply(self, text: str) -> None:
        """Carry out an action, and whatever follows before the next decision."""
        action = self.canonical(text)
        refusal = self.why_not(action)
        if refusal is not None:
            raise IllegalAction(text, refusal[1])
        self.deeds[self.verbs[action]](action.partition(" ")[2])

    # --- 3.1 investing ---

    def sell(self, name: str) -> None:
        """3.1.1: a contract goes to the discard for coins of its value."""
        card, seat = self.contracts.index(name), self.seat()
        self.clauses["3.1.3 sold down" if self.must_sell() else "3.1.1 sold"] += 1
        if self.state["sold"] is not None and card < self.state["sold"]:
            self.clauses["3.5.2 sold in any order"] += 1
        seat["contracts"].remove(card)
        if [self.contracts[held] for held in seat["contracts"]] == [PEACE]:
            self.clauses["3.1.2 the Peace counts as held"] += 1
        self.state["discard"] = sorted([*self.state["discard"], card])
        seat["coins"] += self.cards[card][0]
        self.state["sold"] = card

    def buy(self, name: str) -> None:
        """3.1.1: a card is bought for coins; 3.1.5: it is replaced from its pile at once."""
        display, table, card = self.find_card(name)
        seat, shown = self.seat(), self.state[f"{display}_display"]
        seat["coins"] -= self.price(table, card)
        seat[table] = sorted([*seat[table], card])
        shown.remove(card)
        self.clauses[f"3.1.1 {display} bought"] += 1
        if (table, card) in self.shown:
            self.clauses["3.1.5 replacement bought too"] += 1
        if self.state[f"{display}_pile"]:
            self.shown.append((table, self.state[f"{display}_pile"][0]))
            self.clauses["3.1.5 replaced"] += 1
        else:
            self.clauses[f"3.1.5 empty {display} pile"] += 1
        self.show(display, 1)
        if self.solo and display == "building":  # 6
            self.change_bonus_cards()
        self.state["sold"] = None

    def show(self, display: str, number: int) -> None:
        """3.1.5: cards from the pile, as far as there are any, are laid face up."""
        pile, shown = self.state[f"{display}_pile"], self.state[f"{display}_display"]
        shown += pile[:number]
        shown.sort()
        del pile[:number]

    def change_bonus_cards(self) -> None:
        """6: the bonus cards shown go under their pile, the first nearest its top; others lie."""
        self.state["bonus_pile"] += self.state["bonus_display"]
        self.state["bonus_display"] = []
        self.show("bonus", self.edition["setup"]["faceup_bonus"])
        self.clauses["6 bonus cards changed"] += 1

    def end_investing(self, _: str) -> None:
        """3.1.4: surplus coins are lost; 6: a contract arrives. Then the place is asked."""
        seat, most = self.seat(), 0 if self.solo else self.limits["coins"]
        if seat["coins"] > most:
            self.clauses["6 coins lost" if self.solo else "3.1.4 coins lost"] += 1
            if not self.solo and self.is_last_round():
                self.clauses["4.2 coins lost"] += 1
            seat["coins"] = most
        if len(seat["contracts"]) > self.limits["contracts"]:
            self.clauses["6 not forced" if self.solo else "4.2 not forced"] += 1
        if self.state["arrivals"]:  # 6
            card = self.state["arrivals"].pop(0)
            self.state["stacks"][str(self.cards[card][0])].insert(0, card)
            self.clauses["6 contract arrived"] += 1
        self.state["sold"] = None
        self.state["phase"] = "going"

    # --- 3.2 travelling ---

    def go(self, place: str) -> None:
        """3.2.1: pay and put the merchant on the place; 3.2.2: the cubes there are taken."""
        stayed = place == self.state["figure"]
        self.clauses["3.2.1 stayed" if stayed else "3.2.1 moved"] += 1
        cost = max(0, -self.times[place])
        if cost:
            self.clauses[f"3.2.1 {cost} paid"] += 1
        self.pay(cost)
        self.state["figure"] = place
        taken = 0
        if self.is_major():
            taken = self.state["cubes"][place]
            self.state["cubes"][place] = 0
        ways = self.ways_to_store(taken)
        if len(ways) > 1:
            self.state["storing"] = taken
            self.state["phase"] = "storing"
            return
        self.clauses[f"3.5.1 {taken} stored unasked"] += 1
        if taken:
            self.clauses["3.2.2 one into each"] += 1
            self.put_away(ways[0], taken)
        self.arrive()

    def pay(self, markers: int) -> None:
        """3.2.1, 3.3.3: the player who decides pays time; it leaves the game, 6: for the box."""
        self.seat()["time"] -= markers
        if self.solo:
            self.state["box"] += markers

    def put_away(self, number: int, taken: int) -> None:
        """3.2.2: so many of the cubes taken into the first room, the others into the second."""
        first, second = self.homes[self.state["figure"]]
        self.seat()["rooms"][first] += number
        self.seat()["rooms"][second] += taken - number
        self.clauses["1.1 cubes become goods"] += 1
        if max(self.seat()["rooms"].values()) > MOST_CUBES:
            self.clauses["1.1 more in a room than on a place"] += 1

    def store(self, number: str) -> None:
        """3.2.2: the cubes go into their rooms."""
        taken = self.state["storing"]
        self.clauses["3.2.2 one stored" if taken == 1 else "3.2.2 several stored"] += 1
        self.put_away(int(number), taken)
        self.state["storing"] = None
        self.arrive()

    def arrive(self) -> None:
        """3.2.7: after the cubes are taken: bonus, refill, time, goods loss."""
        self.take_bonus(self.limits["bonus_traveller"], "3.2.3 bonus")
        for place in self.places_to_refill():
            if self.state["cubes"][place] == MOST_CUBES:
                self.clauses["1.1 a place is full"] += 1
            else:
                self.state["cubes"][place] += 1
        if self.is_major():
            self.clauses["3.2.7 the place visited is not refilled"] += 1
        self.clauses["3.2.7 in order"] += 1
        self.receive_time()

    def take_bonus(self, number: int, clause: str) -> None:
        """3.2.3: for each own bonus card of the place so many cubes of its good."""
        for card in self.seat()["bonus"]:
            place, good, _ = self.edition["bonus"]["cards"][card]
            if place == self.state["figure"]:
                self.seat()["rooms"][good] += number
                self.clauses[clause] += 1

    def places_to_refill(self) -> list[str]:
        """3.2.4: the places joined to a major one, or those with cubes enough for a minor one."""
        figure, cubes = self.state["figure"], self.state["cubes"]
        if self.is_major():
            self.clauses["3.2.4 from a major place"] += 1
            return joined(self.edition, figure)
        self.clauses["3.2.4 from a minor place"] += 1
        table = self.edition["places"]["destinations"]
        threshold = next(least for place, _, _, least in table if place == figure)
        enough = [place for place in major_places(self.edition) if cubes[place] >= threshold]
        self.clauses["3.2.4 enough cubes"] += len(enough)
        self.clauses["3.2.4 too few cubes"] += len(cubes) - len(enough)
        return enough

    def front_row(self) -> int | None:
        """3.2.5: the first row in which markers lie."""
        return next((number for number, row in enumerate(self.state["chart"]) if row), None)

    def receive_time(self) -> None:
        """3.2.5: markers from the chart, row by row; 3.2.6: the last one of a row is turned."""
        due = max(0, self.times[self.state["figure"]])
        if self.solo:  # 6
            given = min(due, self.state["box"])
            self.clauses["6 fewer in the box" if given < due else "6 time as due"] += 1
            self.state["box"] -= given
            self.seat()["time"] += given
            self.begin_fulfilling()
            return
        turned = None
        for number in range(due):
            front = self.front_row()
            if front is None:
                self.clauses[f"3.2.5 {number} of {due} left"] += 1
                break
            row = self.state["chart"][front]
            marker, lay_open = row.pop(0), self.close(front)
            if turned is not None:
                self.clauses["3.2.6 last of a row and first of the next"] += 1
            self.seat()["time"] += 1
            self.clauses["3.2.5 time"] += 1
            if not row:
                turned = marker
                self.see(marker, lay_open)
                if lay_open and len(marker) == 1 and self.front_row() is not None:
                    self.clauses["3.2.6 counts again, alternative included"] += 1
        if due and self.front_row() is None:  # 4.1
            self.call_end("4.1 empty chart")
        if turned is None:
            self.begin_fulfilling()
        else:
            self.settle_loss(turned)

    def close(self, row: int) -> bool:
        """3.2.6: the first marker of a row goes; whether it lay face up."""
        lay_open = row in self.state["face_up"]
        if lay_open:
            self.state["face_up"].remove(row)
            self.clauses["3.2.6 face-up marker taken"] += 1
        return lay_open

    def see(self, marker: str, lay_open: bool) -> None:
        """2.7: the letters of a marker are known from now on; once, if it lay face up before."""
        if lay_open:
            self.clauses["3.2.6 counts again"] += 1
        else:
            self.state["seen"] = sorted([*self.state["seen"], marker])

    def settle_loss(self, marker: str) -> None:
        """3.2.6: a single letter lets the player turn another marker, unless in the last row."""
        self.clauses["3.2.6 double" if len(marker) > 1 else "3.2.6 single"] += 1
        if len(marker) == 1 and self.front_row() is not None:
            self.state["marker"] = marker
            self.state["phase"] = "turning"
            return
        if self.front_row() is None:
            self.clauses["3.2.6 last row"] += 1
        self.begin_losing(marker)

    def keep(self, _: str) -> None:
        """3.2.6: the marker turned first counts."""
        marker = self.state["marker"]
        self.state["marker"] = None
        self.clauses["3.2.6 kept"] += 1
        self.begin_losing(marker)

    def turn_next(self, _: str) -> None:
        """3.2.6: the first marker of the next row counts instead; it stays there face up."""
        front = self.front_row()
        assert front is not None
        marker = self.state["chart"][front][0]
        self.see(marker, front in self.state["face_up"])
        self.state["face_up"] = sorted({*self.state["face_up"], front})
        self.state["marker"] = None
        self.clauses[f"3.2.6 next turned, a {'double' if len(marker) > 1 else 'single'}"] += 1
        self.begin_losing(marker)

    def begin_losing(self, marker: str) -> None:
        """3.2.6: every player, from the active one on, gives up a cube for each letter."""
        self.lose_from(0, marker[0], len(marker))

    def lose_from(self, first: int, column: str, letters: int) -> None:
        """3.2.6: the losses of the players from one on, counted from the active one."""
        for step in range(first, self.state["players"]):
            player = (self.state["active_player"] + step) % self.state["players"]
            self.state["current_player"] = player
            left = min(letters, self.held(column))
            self.clauses[f"3.2.6 {left} of {letters} lost"] += 1
            if any(self.seat()["tile"][self.colour[good]] for good in self.columns[column]):
                self.clauses["3.2.6 the supply tile is safe"] += 1
            self.state["loss"] = {"column": column, "left": left, "last": None}
            if self.ask_loss():
                return
        self.state["current_player"] = self.state["active_player"]
        self.state["loss"] = None
        self.begin_fulfilling()

    def ask_loss(self) -> bool:
        """3.5.1: give up what has one possible outcome; whether a choice remains to be asked."""
        unasked = False
        while self.state["loss"]["left"]:
            possible = [good for good in self.goods if self.why_not_lose(good) is None]
            if len(possible) > 1:
                self.clauses["3.5.1 loss unasked before a choice"] += unasked
                self.state["phase"] = "losing"
                return True
            unasked = True
            self.clauses["3.5.1 loss unasked"] += 1
            self.give_up(possible[0])
        return False

    def give_up(self, good: str) -> None:
        """3.2.6: one cube."""
        self.seat()["rooms"][good] -= 1
        self.state["loss"]["left"] -= 1
        self.state["loss"]["last"] = good

    def lose(self, good: str) -> None:
        """3.2.6: one cube, then the player's others, then the next players'."""
        loss, n = self.state["loss"], self.state["players"]
        letters = loss["left"] + (loss["last"] is not None)  # who is asked loses for every letter
        self.give_up(good)
        others = self.state["current_player"] != self.state["active_player"]
        self.clauses["3.2.6 chosen by another player" if others else "3.2.6 chosen"] += 1
        if not self.ask_loss():
            step = (self.state["current_player"] - self.state["active_player"]) % n
            self.lose_from(step + 1, loss["column"], letters)

    # --- 3.3 fulfilling ---

    def begin_fulfilling(self) -> None:
        """3.3: the player who decides may fulfil contracts for the place."""
        self.state["phase"] = "fulfilling"

    def fulfil(self, name: str) -> None:
        """3.3.5: the goods needed leave the rooms; then the exchanges, then a new contract."""
        card, rooms = self.contracts.index(name), self.seat()["rooms"]
        if card in self.gained:
            self.clauses["3.3.1 fulfilled in the turn it was gained"] += 1
        missing = self.missing(card)
        if missing:
            self.clauses["3.3.5 goods missing"] += 1
        for good, need in self.cards[card][2].items():
            rooms[good] -= min(need, rooms[good])
        joining = self.state["current_player"] != self.state["active_player"]
        self.clauses["3.4.1 fulfilled" if joining else "3.3.1 fulfilled"] += 1
        self.state["done"] = sorted([*self.state["done"], card])
        self.state["unloaded"] = None
        self.state["exchange"] = {"contract": card, "missing": missing, "last": None}
        self.go_on_exchanging()

    def go_on_exchanging(self) -> None:
        """3.5.1: exchange what has one possible outcome; after the last the contract is done."""
        exchange, unasked = self.state["exchange"], False
        while exchange["missing"]:
            sources = [*self.goods, TIME]
            possible = [what for what in sources if self.why_not_exchange(what) is None]
            if len(possible) > 1:
                self.clauses["3.5.1 exchange unasked before a choice"] += unasked
                self.state["phase"] = "exchanging"
                return
            unasked = True
            self.clauses["3.5.1 exchange unasked"] += 1
            self.give_four(possible[0])
        self.state["exchange"] = None
        self.state["phase"] = "fulfilling"
        self.take_next_contract(self.cards[exchange["contract"]][0])

    def give_four(self, what: str) -> None:
        """3.3.3: four of one good, or four time markers, for one missing good."""
        if what == TIME:
            self.pay(self.limits["exchange"])
        else:
            self.seat()["rooms"][what] -= self.limits["exchange"]
        self.clauses["3.3.3 time given" if what == TIME else "3.3.3 goods given"] += 1
        self.state["exchange"]["missing"] -= 1
        self.state["exchange"]["last"] = what

    def exchange(self, what: str) -> None:
        """3.3.3: one exchange, then the others."""
        self.give_four(what)
        self.clauses["3.3.3 chosen"] += 1
        self.go_on_exchanging()

    def take_next_contract(self, value: int) -> None:
        """3.3.1: the top contract of the next higher value; 3.3.2: or of the values below it."""
        values = contract_values(self.edition)
        higher = [other for other in values if other > value][:1]
        lower = [other for other in reversed(values) if other <= value]
        for other in higher + lower:
            stack = self.state["stacks"].get(str(other))
            if stack:
                card = stack.pop(0)
                self.seat()["contracts"] = sorted([*self.seat()["contracts"], card])
                self.gained.append(card)
                self.clauses["3.3.1 gained" if other > value else "3.3.2 gained below"] += 1
                if value == values[-2] and other < values[-1]:
                    self.clauses["3.3.2 gained below, no Peace left"] += 1
                if self.contracts[card] == PEACE:
                    self.clauses["3.3.1 the Peace earned"] += 1
                    joining = self.state["current_player"] != self.state["active_player"]
                    self.call_end("4.1 the Peace, joining" if joining else "4.1 the Peace")
                return
        which = "the lowest value" if value == values[0] else "all empty"
        self.clauses[f"3.3.2 nothing taken, {which}"] += 1

    def unload(self, good: str) -> None:
        """3.3.4: a cube of the supply tile becomes one of its goods."""
        self.seat()["tile"][self.colour[good]] -= 1
        self.seat()["rooms"][good] += 1
        self.state["unloaded"] = good
        self.clauses["3.3.4 unloaded"] += 1
        named = [self.cards[card][1] for card in self.seat()["contracts"]]
        if self.state["figure"] not in named:
            self.clauses["3.3.5 unloaded without a contract for the place"] += 1

    def end_fulfilling(self, _: str) -> None:
        """3.4.1: who has finished makes way for the next to be asked."""
        self.state["done"] = []
        self.state["unloaded"] = None
        self.ask_to_join()

    # --- 3.4 joining ---

    def fare(self) -> int:
        """3.4.1: the time markers a joiner pays."""
        return self.limits["join_major" if self.is_major() else "join_minor"]

    def ask_to_join(self) -> None:
        """3.4.1: the next player who can pay is asked; after the last the turn ends."""
        n, active = self.state["players"], self.state["active_player"]
        asked = (self.state["current_player"] - active) % n
        for step in range(asked + 1, n):
            player = (active + step) % n
            if self.state["seats"][player]["time"] >= self.fare():
                self.state["current_player"] = player
                self.state["phase"] = "joining"
                return
            self.clauses["3.5.1 cannot join"] += 1
        self.end_turn()

    def join(self, _: str) -> None:
        """3.4.1: pay the active player, take bonus cubes, then fulfil."""
        self.seat()["time"] -= self.fare()
        self.state["seats"][self.state["active_player"]]["time"] += self.fare()
        self.clauses["3.4.1 joined " + self.kinds[self.state["figure"]]] += 1
        if not any(
            self.cards[card][1] == self.state["figure"] for card in self.seat()["contracts"]
        ):
            self.clauses["3.4.1 joined without a contract"] += 1
        self.take_bonus(self.limits["bonus_companion"], "3.4.1 bonus")
        self.begin_fulfilling()

    def stay(self, _: str) -> None:
        """3.4.1: nobody has to follow."""
        self.clauses["3.4.1 stayed"] += 1
        self.ask_to_join()

    # --- 4 the end ---

    def call_end(self, cause: str) -> None:
        """4.1: every player has one more turn after this; only the first cause counts."""
        if self.solo:  # 6
            self.clauses["6 no end called"] += 1
        elif self.state["last_turn"] is None:
            self.state["last_turn"] = self.state["turn"] + self.state["players"]
            self.clauses[cause] += 1
        else:
            self.clauses["4.1 called before"] += 1

    def end_turn(self) -> None:
        """4.1, 4.3, 6: the game ends with its last turn, or the next player's turn begins."""
        turn, n = self.state["turn"], self.state["players"]
        stops = {
            "4.1 end": turn == self.state["last_turn"],
            "4.3 turn limit": turn + 1 == n * self.edition["setup"]["turn_limit"],
            "6 end": self.solo and self.is_last_round(),
        }
        if stops["4.3 turn limit"] and self.state["last_turn"] not in (None, turn):
            self.clauses["4.3 among the last turns"] += 1
        if any(stops.values()):
            self.clauses.update(cause for cause, stop in stops.items() if stop)
            self.end_game()
            return
        self.gained, self.shown = [], []
        self.clauses["2.6 the next seat" if n > 1 else "6 the next turn"] += 1
        self.state["turn"] += 1
        self.state["active_player"] = self.state["current_player"] = self.state["turn"] % n
        self.state["phase"] = "investing"

    def end_game(self) -> None:
        """4: the game is over and scored as it stands."""
        self.state["active_player"] = self.state["current_player"] = None
        self.state["phase"] = "end"
        self.clauses.update(merkator_score.parts_shown(self.edition, self.state))
        for how in common.deciders(self.results(), ("points", "coins", "time")):
            self.clauses[f"5.2 {how}"] += 1

    # --- 5 scoring ---

    def sheet(self) -> list[list[tuple[str, int]]]:
        """5.1: for every player the contracts and the buildings, each with its points."""
        return merkator_score.sheet(self.edition, self.state)

    def scores(self) -> list[int]:
        """5.1: the points; before the end as if it ended now."""
        return [sum(points for _, points in entries) for entries in self.sheet()]

    def results(self) -> list[tuple[int, int, int]]:
        """5.2: what decides, in this order: points, coins, time markers."""
        return [
            (score, seat["coins"], seat["time"])
            for score, seat in zip(self.scores(), self.state["seats"], strict=True)
        ]

    def ranks(self) -> list[int]:
        """5.2: one more than the number of players strictly better."""
        return common.ranks(self.results())

    def returns(self) -> list[float]:
        """From 1 for the first to -1 for the last place; tied players share the mean of theirs."""
        return common.returns(self.ranks())
