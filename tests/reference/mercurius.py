"""Mercurius in plain Python: a slow, obvious second implementation of rules.md.

It is written from `seeds/mercurius/rules.md` and `docs/formats.md` alone and shares no code with
the engine, so that a disagreement between the two shows a mistake in one of them. Clauses are cited
as `# 3.1.3`; every number comes from the edition's toml. Cards and set-up are in
`mercurius_cards.py`.
"""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

from . import common
from .common import Edition, IllegalAction, Refusal, State
from .mercurius_cards import (
    action_texts,
    card_texts,
    check_edition,
    deal,
    items,
    load_edition,
    piles_of,
)

__all__ = [
    "IllegalAction",
    "Mercurius",
    "action_texts",
    "card_texts",
    "check_edition",
    "deal",
    "items",
    "load_edition",
    "piles_of",
]

# --- the game ----------------------------------------------------------------------------------


class Mercurius:
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
        self.items = items(edition)
        self.cards = card_texts(edition)
        self.actions = action_texts(edition)
        self.state = copy.deepcopy(state_dict)
        self.clauses: Counter[str] = Counter() if clauses is None else clauses
        # Remembered for the count of clauses only; no rule asks for them.
        self.sold_from_black_market: list[str] = []  # at the start of this turn
        self.instead_of_finance: str | None = None  # what was played in this turn

    def to_dict(self) -> State:
        """The whole state, in the documented shape."""
        return copy.deepcopy(self.state)

    def observe(self, player: int) -> State:
        """What a player sees: 4 hides the decks, the others' hands and what they discarded."""
        if player not in range(self.state["players"]):
            raise ValueError(f"player: there is no seat {player}")
        seen = self.to_dict()
        seen["observer"] = player
        for deck in ("main_deck", "backup_deck"):
            seen[deck] = len(seen[deck])
        for number, seat in enumerate(seen["seats"]):
            if number != player:
                seat["hand"] = len(seat["hand"])
                if seat["discarded"]:
                    self.clauses["4 number of another's discards"] += 1
                seat["discarded"] = len(seat["discarded"])
            elif seat["discarded"]:
                self.clauses["4 own discards"] += 1
        self.clauses["4 hands and decks"] += 1
        return seen

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.state["phase"] == "end"

    def price(self, item: str) -> int:
        """1.1: the price over the column of the item's marker."""
        return self.edition["lanes"]["price"][self.state["columns"][item]]

    def dividend(self, chamber: str) -> int:
        """1.1: the dividend per share under the column of the chamber's marker."""
        return self.edition["lanes"]["dividend"][self.state["columns"][chamber]]

    def seat(self) -> dict[str, Any]:
        """What the player whose turn it is has."""
        return self.state["seats"][self.state["active_player"]]

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
        if len(words) == 2 and words[0] in ("play", "discard"):
            by_number = {str(number): card for number, card in enumerate(self.cards)}
            words[1] = by_number.get(words[1], words[1])
        return " ".join(words)

    def why_not(self, text: str) -> Refusal | None:
        """The clause and the reason that forbid a canonical action, or None if it is legal."""
        if text not in self.actions:
            return "", "there is no such action"
        verb, _, what = text.partition(" ")
        phase, rule = {
            "sell": ("finance", self.why_not_sell),
            "buy": ("finance", self.why_not_buy),
            "lay": ("finance or laying", self.why_not_lay),
            "dividend": ("finance", self.why_not_dividend),
            "play": ("card", self.why_not_play),
            "discard": ("discarding", self.why_not_discard),
            "end": (what, lambda _: None),  # whoever is asked may always stop
        }[verb]
        if self.state["phase"] not in phase.split(" or "):
            return "", f"not in the phase {self.state['phase']}"
        return rule(what)

    def why_not_sell(self, item: str) -> Refusal | None:
        """3.1.1, 3.1.3: own tokens, before any purchase, in the order of the table."""
        sold = [trade[5:] for trade in self.state["trades"] if trade.startswith("sell ")]
        if self.seat()["tokens"][item] == 0:
            return "", "no token of it in hand"
        if len(sold) < len(self.state["trades"]):
            return "3.1.3 sales before purchases", "sales come before purchases"
        if any(self.items.index(name) > self.items.index(item) for name in sold):
            return "3.1.3 item order", "sales go in the order of the items"
        return None

    def why_not_buy(self, item: str) -> Refusal | None:
        """3.1.3: from the bank, for cash in hand, not what was sold, in the order of the table."""
        bought = [trade[4:] for trade in self.state["trades"] if trade.startswith("buy ")]
        if self.state["bank"][item] == 0:
            return "3.1.3 bank empty", "the bank has no token of it"
        if self.trade_price("buy", item) > self.seat()["cash"]:
            return "3.1.3 no debts", "not enough cash"
        if f"sell {item}" in self.state["trades"]:
            return "3.1.3 sold and bought", "an item sold in this turn cannot be bought"
        if any(self.items.index(name) > self.items.index(item) for name in bought):
            return "3.1.3 item order", "purchases go in the order of the items"
        return None

    def why_not_lay(self, item: str) -> Refusal | None:
        """3.1.4, 3.1.6: own tokens in item order, once a game, instead of finance."""
        seat = self.seat()
        if seat["tokens"][item] == 0:
            return "", "no token of it in hand"
        if self.state["phase"] == "finance":
            if "black_market" not in seat["special"]:
                return "3.1.4 once a game", "Black Market has been played"
            if self.state["trades"]:
                return "3.1.6 Black Market", "Black Market is played instead of finance"
        for laid in self.items:
            if seat["black_market"][laid] and self.items.index(laid) > self.items.index(item):
                return "3.1.4 item order", "tokens are laid in the order of the items"
        return None

    def why_not_dividend(self, chamber: str) -> Refusal | None:
        """3.1.5, 3.1.6: a chamber that has not paid, once a game, instead of finance."""
        if "dividend" not in self.seat()["special"]:
            return "3.1.5 once a game", "Dividend has been played"
        if chamber in self.state["paid"]:
            return "3.1.5 a chamber pays once", "the chamber has paid"
        if self.state["trades"]:
            return "3.1.6 Dividend", "Dividend is played instead of finance"
        return None

    def why_not_play(self, what: str) -> Refusal | None:
        """3.2.1, 3.2.2: a card from hand, or News once a game."""
        if what == "news":
            if "news" not in self.seat()["special"]:
                return "3.2.2 once a game", "News has been played"
        elif self.cards.index(what) not in self.seat()["hand"]:
            return "", "the card is not in hand"
        return None

    def why_not_discard(self, what: str) -> Refusal | None:
        """3.2.2: cards from hand, in ascending card number."""
        if self.cards.index(what) not in self.seat()["hand"]:
            return "", "the card is not in hand"
        if any(discarded > self.cards.index(what) for discarded in self.seat()["discarded"]):
            return "3.2.2 ascending", "cards are discarded in ascending number"
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
            "sell": self.sell,
            "buy": self.buy,
            "lay": self.lay,
            "dividend": self.pay_dividend,
            "play": self.play,
            "discard": self.discard,
            "end": self.end,
        }[verb](what)

    def end(self, phase: str) -> None:
        """`end finance`, `end laying`, `end discarding`."""
        if phase == "finance":
            self.end_finance()
        elif phase == "laying":
            self.state["phase"] = "card"
        elif phase == "discarding":
            self.end_discarding()

    # --- 3.1 finance ---

    def trade_price(self, verb: str, item: str) -> int:
        """3.1.2: what the next token of the item costs, or brings, in this turn."""
        n = self.state["trades"].count(f"{verb} {item}") + 1
        surcharge = 2 * self.setup["repeat_surcharge"] * (n - 1)
        return self.price(item) + (surcharge if verb == "buy" else -surcharge)

    def sell(self, item: str) -> None:
        """3.1.1: one token goes to the bank (3.1.3) for the price."""
        self.seat()["cash"] += self.trade_price("sell", item)
        self.seat()["tokens"][item] -= 1
        self.state["bank"][item] += 1
        self.end_transaction("sell", item)

    def buy(self, item: str) -> None:
        """3.1.1: one token comes from the bank (3.1.3) for the price."""
        self.seat()["cash"] -= self.trade_price("buy", item)
        self.seat()["tokens"][item] += 1
        self.state["bank"][item] -= 1
        self.end_transaction("buy", item)

    def end_transaction(self, verb: str, item: str) -> None:
        """3.1.1: the last transaction allowed ends finance."""
        trades = self.state["trades"]
        trades.append(f"{verb} {item}")
        self.clauses[f"3.1.1 {verb}"] += 1
        self.clauses[f"3.1.2 {verb}, token {trades.count(f'{verb} {item}')}"] += 1
        self.clauses["1.1 the price under the marker"] += 1
        self.clauses["1.4 prices stay"] += 1
        if item in self.sold_from_black_market:
            self.clauses[f"3.1.4 sold from Black Market, then {verb}"] += 1
        if len(trades) == self.setup["transactions_per_turn"]:
            self.clauses["3.1.1 all transactions used"] += 1
            self.end_finance()

    def end_finance(self) -> None:
        """3.1.3: doing nothing is allowed."""
        verbs = {trade.split()[0] for trade in self.state["trades"]}
        if not verbs:
            self.clauses["3.1.3 nothing done"] += 1
        if len(verbs) == 2:
            self.clauses["3.1.3 sales and purchases in one turn"] += 1
        self.state["trades"] = []
        self.state["phase"] = "card"

    def lay(self, item: str) -> None:
        """3.1.4: one own token is laid on Black Market; the first plays the card."""
        seat = self.seat()
        if self.state["phase"] == "finance":
            seat["special"].remove("black_market")
            self.instead_of_finance = "Black Market"
            self.clauses["3.1.6 Black Market instead of finance"] += 1
        seat["tokens"][item] -= 1
        seat["black_market"][item] += 1
        laid = sum(seat["black_market"].values())
        more_may_follow = laid < self.setup["black_market"]
        self.clauses["3.1.4 first token laid" if laid == 1 else "3.1.4 further token laid"] += 1
        self.clauses["3.1.4 as many laid as allowed"] += not more_may_follow
        self.state["phase"] = "laying" if more_may_follow else "card"

    def sell_black_market(self) -> None:
        """3.1.4: at the start of the turn what lies there is sold at the price, undiminished."""
        seat = self.seat()
        for item in self.items:
            for _ in range(seat["black_market"][item]):
                seat["cash"] += self.price(item)
                seat["black_market"][item] -= 1
                self.state["bank"][item] += 1  # 3.1.3
                self.sold_from_black_market.append(item)
        if self.sold_from_black_market:
            self.clauses["3.1.4 sold at the start of the turn"] += 1

    def pay_dividend(self, chamber: str) -> None:
        """3.1.5: every player is paid for each share, those on Black Market too."""
        if self.seat()["tokens"][chamber] + self.seat()["black_market"][chamber] == 0:
            self.clauses["3.1.5 own shares not needed"] += 1
        for seat in self.state["seats"]:
            held = seat["tokens"][chamber] + seat["black_market"][chamber]
            seat["cash"] += held * self.dividend(chamber)
            if held:
                self.clauses["3.1.5 shares paid"] += 1
                self.clauses["1.1 the dividend under the marker"] += 1
            if seat["black_market"][chamber]:
                self.clauses["3.1.5 shares on Black Market paid"] += 1
        if self.sold_from_black_market:
            self.clauses["3.1.4 sale is over before Dividend"] += 1
        self.seat()["special"].remove("dividend")
        self.state["paid"].append(chamber)
        self.state["paid"].sort(key=self.items.index)
        self.instead_of_finance = "Dividend"
        self.clauses["3.1.6 Dividend instead of finance"] += 1
        self.state["phase"] = "card"  # 3.1.6

    # --- 3.2 play a card ---

    def play(self, what: str) -> None:
        """3.2.1: a card from hand goes onto the leftmost space; 3.2.2: or News, then discards."""
        if what != "news":
            self.seat()["hand"].remove(self.cards.index(what))
            self.seat()["board"][0] = self.cards.index(what)
            self.clauses["3.2.1 card played"] += 1
            self.finish_turn(news=False)
            return
        self.seat()["special"].remove("news")
        self.seat()["board"][0] = "news"
        self.clauses["3.2.2 News"] += 1
        if self.instead_of_finance:
            self.clauses[f"3.2.2 News and {self.instead_of_finance} in one turn"] += 1
        self.state["phase"] = "discarding"
        if self.setup["news_discards"] == 0:
            self.end_discarding()

    def discard(self, what: str) -> None:
        """3.2.2: the last discard allowed ends the discarding."""
        self.seat()["hand"].remove(self.cards.index(what))
        self.seat()["discarded"].append(self.cards.index(what))
        if len(self.seat()["discarded"]) == self.setup["news_discards"]:
            self.end_discarding()

    def end_discarding(self) -> None:
        """3.2.2: as many are drawn, the first from the main deck, the others from the backup."""
        discarded = len(self.seat()["discarded"])
        self.clauses[f"3.2.2 {discarded} discarded"] += 1
        for draw in range(discarded):
            if draw > 0:
                self.draw("backup_deck", "for News")
                self.clauses["3.2.2 drawn from the backup deck"] += 1
            elif self.state["main_deck"]:
                self.draw("main_deck", "for News")
                self.clauses["3.2.2 drawn from the main deck"] += 1
            else:
                self.clauses["3.2.2 main deck empty"] += 1
        self.finish_turn(news=True)

    # --- 3.3 update prices ---

    def update_prices(self) -> None:
        """3.3: the cards on the board act, then slide one space to the right."""
        board = self.seat()["board"]
        acting = [card for card in board if card not in (None, "news")]  # 3.3.1
        self.clauses[f"3.3.1 {len(acting)} cards act"] += 1
        if "news" in board:
            self.clauses["3.3.1 News does nothing"] += 1
        oldest_first = dict(self.state["columns"])
        for card in reversed(acting):
            self.act(card, oldest_first, Counter())
        for card in acting:  # 3.3.2: newest first, that is left to right
            self.act(card, self.state["columns"], self.clauses)
        if self.state["columns"] != oldest_first:
            self.clauses["3.3.2 the order matters"] += 1
        leaving = board.pop()  # 3.3.3
        board.insert(0, None)
        if leaving == "news":
            self.clauses["3.3.3 News gone"] += 1
        elif leaving is not None:
            self.state["gone"].append(leaving)
            self.state["gone"].sort()
            self.clauses["3.3.3 card gone"] += 1

    def act(self, card: int, columns: dict[str, int], clauses: Counter[str]) -> None:
        """3.3.2: a card moves its share first, then its good."""
        share, share_sign, good, good_sign = self.edition["cards"]["deck"][card]
        steps = [(share, share_sign)] * self.setup["share_step"]  # 3.3.1
        steps += [(good, good_sign)] * self.setup["good_step"]
        for item, sign in steps:
            if columns[item] + sign < 0:  # 1.3
                clauses["1.3 stopped at the first column"] += 1
            elif columns[item] + sign == len(self.edition["lanes"]["price"]):
                clauses["1.3 stopped at the last column"] += 1
            else:
                columns[item] += sign

    # --- 3.4 draw, and the end of the turn ---

    def draw(self, deck: str, when: str) -> None:
        """Draw from the front (2.3); the last card of the main deck sets the last round (5.1)."""
        self.seat()["hand"].append(self.state[deck].pop(0))
        self.seat()["hand"].sort()
        if deck == "main_deck" and not self.state["main_deck"]:
            self.state["last_round"] = self.state["round"] + self.setup["final_rounds"]
            self.clauses[f"5.1 last card drawn {when}"] += 1
            by_last = self.state["active_player"] == self.state["players"] - 1
            self.clauses[f"5.2 last card drawn by {'the last' if by_last else 'another'} seat"] += 1

    def finish_turn(self, news: bool) -> None:
        """Phases 3 and 4, then the next player's turn or the end."""
        self.update_prices()
        if news:  # 3.4.1
            self.clauses["3.4.1 nothing drawn after News"] += 1
        elif not self.state["main_deck"]:
            self.clauses["3.4.2 main deck empty"] += 1
        else:
            self.draw("main_deck", "in phase 4")
            self.clauses["3.4.1 drawn"] += 1
        self.clauses["3 four phases"] += 1
        if self.state["last_round"] is not None:
            self.clauses["5.1 turn after the last card was drawn"] += 1
        self.sold_from_black_market = []
        self.instead_of_finance = None
        next_player = self.state["active_player"] + 1  # 2.4
        if next_player == self.state["players"]:
            next_player = 0
            ended = self.state["round"] == self.state["last_round"]  # 5.1
            self.state["round"] += 1
            if ended:
                self.end_game()
                return
        self.clauses["2.4 the next seat"] += 1
        self.state["active_player"] = self.state["current_player"] = next_player
        self.state["phase"] = "finance"
        self.sell_black_market()

    # --- 5 the end ---

    def end_game(self) -> None:
        """5.1: the game is over; the final sale (5.3) is left to `scores`."""
        self.state["active_player"] = self.state["current_player"] = None
        self.state["phase"] = "end"
        self.count_end()

    def count_end(self) -> None:
        """5: count the clauses that the final position shows."""
        self.clauses["5.1 end"] += 1
        for seat in self.state["seats"]:
            more = len(seat["hand"]) - (self.setup["hand"] - self.setup["final_rounds"])
            kept = "all" if more == 0 else "fewer" if more < 0 else "more"
            self.clauses[f"5.1 ends with {kept} cards"] += 1
            if any(held > 1 for held in seat["tokens"].values()):
                self.clauses["5.3 final sale without deductions"] += 1
            if any(seat["black_market"].values()):
                self.clauses["5.3 final sale includes Black Market"] += 1
        self.clauses["5.3 most guilders win"] += 1
        for rank, seats in Counter(self.ranks()).items():
            if seats > 1:
                self.clauses[f"5.4 {'first' if rank == 1 else 'lower'} place shared"] += 1

    def sheet(self) -> list[list[tuple[str, int]]]:
        """5.3: for every player cash and the full price of everything held, Black Market too."""
        prices = {item: self.price(item) for item in self.items}
        return [
            [
                ("cash", seat["cash"]),
                *(
                    (f"{item} at {prices[item]}", seat["tokens"][item] * prices[item])
                    for item in prices
                ),
                (
                    "on Black Market",
                    sum(seat["black_market"][item] * prices[item] for item in prices),
                ),
            ]
            for seat in self.state["seats"]
        ]

    def scores(self) -> list[int]:
        """5.3: guilders after the final sale; before the end as if it ended now."""
        return [sum(points for _, points in entries) for entries in self.sheet()]

    def ranks(self) -> list[int]:
        """5.4: one more than the number of players strictly better."""
        return common.ranks(self.scores())

    def returns(self) -> list[float]:
        """From 1 for the first to -1 for the last place; tied players share the mean of theirs."""
        return common.returns(self.ranks())
