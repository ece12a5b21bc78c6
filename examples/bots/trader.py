"""A bot in Python that goes by a rule, for Mercurius: buy what the own cards will raise.

merx play mercurius --bot py:examples/bots/trader.py:Trader
"""

from collections import Counter


class Trader:
    """Buys what the cards in hand raise, sells what they lower, and plays for what it holds."""

    def start(self, game, player):
        """Look up the cards: [share, +1 or -1, good, +1 or -1] each."""
        self.cards = game.edition_tables()["cards"]["deck"]

    def choose(self, observation):
        """Return the legal action that the rule values most."""
        seat = observation.to_dict()["seats"][observation.observer]
        outlook = Counter()
        for card in seat["hand"]:
            share, share_step, good, good_step = self.cards[card]
            outlook.update({share: share_step, good: good_step})

        def value(action):
            verb, _, what = observation.action_to_string(action).partition(" ")
            if verb == "buy":
                return outlook[what] - 0.5  # never for nothing
            if verb == "sell":
                return -outlook[what] - 0.5
            if verb == "play" and what != "news":
                share, share_step, good, good_step = self.cards[action - 44]  # docs/formats.md
                return share_step * seat["tokens"][share] + good_step * seat["tokens"][good]
            return 0 if verb == "end" else -9

        return max(observation.legal_actions(), key=value)
