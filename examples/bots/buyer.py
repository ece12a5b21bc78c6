#!/usr/bin/env python3
"""A bot as a program, in Python without merx: it speaks the protocol of docs/bots.md itself.

merx play mercurius --bot exec:examples/bots/buyer.py
"""

import json
import random
import sys


def say(message):
    """Send a message: a line, and at once."""
    print(json.dumps(message), flush=True)


def choose(legal, observation):
    """Buy what is cheapest while something can be bought, else take any action."""
    buying = [action for action in legal if action.startswith("buy ")]
    if not buying:
        return random.choice(legal)
    prices = observation.get("columns", {})  # of Mercurius
    return min(buying, key=lambda action: prices.get(action.removeprefix("buy "), 0))


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "hello", "protocol": "merx-bot/1", "name": "buyer"})
    elif message["type"] == "new_game":
        random.seed(message["seed"])
    elif message["type"] == "choose":
        say({"action": choose(message["legal"], message["observation"])})
    elif message["type"] == "quit":
        break
