"""A person at the table: shows what that player may see, and reads moves."""

import re
import shutil
import sys
from collections.abc import Callable, Sequence
from typing import Any

from merx import Game, MerxError, Observation
from merx_cli.analysing import hint
from merx_cli.errors import from_engine
from merx_cli.moves import read_action
from merx_cli.narration import Narrator
from merx_cli.output import say
from merx_cli.roster import Bot

_HELP = """\
Type the number of a move, or its text, such as: {example}
Last words will do where they name one move; several in a row are steps: village cows 3
  t  the table again    h  a hint    ?  this help    q  quit"""


class Left(BaseException):
    """The person has left. Not an `Exception`, so that nobody takes it for a bot's error."""

    def __init__(self, *, on_purpose: bool) -> None:
        super().__init__()
        self.on_purpose = on_purpose


class Table:
    """Follows a game and tells the person what happens, as far as that player may know."""

    def __init__(self, game: Game, seed: int, person: int, write: Callable[[str], None]) -> None:
        self._state = game.new_initial_state(seed)
        self._person = person
        self._write = write
        self._narrator = Narrator(write)

    def decided(self, action: int) -> None:
        """Tell of a decision and make it; one that is not legal is for the referee."""
        state = self._state
        if action not in state.legal_actions():
            return
        player = state.current_player()
        game = state.game
        own = player == self._person
        text = game.action_to_string(action) if own else game.action_to_open_string(action)
        self._narrator.decision(state.active_player(), player, text)
        state.apply_action(action)
        if state.is_terminal():
            self._narrator.end_turn()

    def show(self, observation: Observation) -> None:
        """Before the person's first decision in a turn, tell what happened and show the table."""
        turn_of = observation.active_player()
        if turn_of != self._person or self._narrator.is_new_turn(turn_of):
            self._narrator.end_turn()
            self._write(f"\n{str(observation).rstrip()}")


class Watched:
    """A bot whose decisions the table hears of."""

    def __init__(self, bot: Bot, table: Table) -> None:
        self._bot = bot
        self._table = table

    def __getattr__(self, name: str) -> Any:
        """Find what else the bot has: its spec, and perhaps `start` and `end`."""
        return getattr(self._bot, name)

    def choose(self, observation: Observation) -> int:
        """Return the bot's choice."""
        action = self._bot.choose(observation)
        self._table.decided(action)
        return action


class Person:
    """A player who types moves."""

    spec = "human"

    def __init__(
        self, table: Table, write: Callable[[str], None], *, adviser: str, hints: bool
    ) -> None:
        """Sit down; `adviser` is the search that gives hints when asked, or always with `hints`."""
        self._table = table
        self._write = write
        self._adviser = adviser
        self._hints = hints
        self._ahead: list[str] = []

    def choose(self, observation: Observation) -> int:
        """Take the next word that was typed ahead, or ask until a legal move is typed."""
        action = self._next_ahead(observation)
        if action is None:
            action = self._ask(observation)
        self._table.decided(action)
        return action

    def _next_ahead(self, observation: Observation) -> int | None:
        if not self._ahead:
            return None
        word = self._ahead.pop(0)
        action = _by_last_word(word, observation)
        if action is None:
            self._ahead.clear()
            say(f"{word} does not name one of the moves that are legal now.")
        return action

    def _ask(self, observation: Observation) -> int:
        """Show the legal moves and ask until one of them is typed."""
        self._table.show(observation)
        texts = [observation.action_to_string(a) for a in observation.legal_actions()]
        self._write(f"\n{_in_columns(texts)}")
        if self._hints and len(texts) > 1:
            say(hint(observation, self._adviser))
        while True:
            entry = _read(f"P{observation.observer}> ")
            match entry.lower():
                case "q" | "quit":
                    raise Left(on_purpose=True)
                case "t":
                    self._write(f"\n{str(observation).rstrip()}\n\n{_in_columns(texts)}")
                case "h" | "hint":
                    say(hint(observation, self._adviser))
                case "" | "?" | "help":
                    say(_HELP.format(example=texts[0]))
                case _:
                    first, *rest = entry.lower().split()
                    action = None if entry.isdigit() else _by_last_word(first, observation)
                    if action is not None:
                        self._ahead = rest
                        return action
                    action = _understand(entry, observation)
                    if action is not None:
                        return action


def _read(prompt: str) -> str:
    """Read a line; the prompt is talk, so it goes to stderr."""
    print(prompt, end="", file=sys.stderr, flush=True)
    try:
        return input().strip()
    except EOFError:
        say("")
        raise Left(on_purpose=False) from None


def _by_last_word(word: str, observation: Observation) -> int | None:
    """Find the one legal action whose text ends in this word."""
    found = [a for a in observation.legal_actions() if _ends_in(observation, a, word)]
    return found[0] if len(found) == 1 else None


def _ends_in(observation: Observation, action: int, word: str) -> bool:
    return observation.action_to_string(action).rpartition(" ")[2] == word


def _understand(entry: str, observation: Observation) -> int | None:
    """Find the legal action that was typed, or say why it is none."""
    legal = observation.legal_actions()
    if re.fullmatch(r"[0-9]{1,9}", entry):
        if 1 <= int(entry) <= len(legal):
            return legal[int(entry) - 1]
        say(f"There is no move {entry}, they are numbered from 1 to {len(legal)}.")
        return None
    try:
        return read_action(entry, observation)
    except MerxError as error:
        reason = from_engine(error)
        say(f"{reason.message}; {reason.hint}" if reason.hint else reason.message)
        return None


def _in_columns(texts: Sequence[str]) -> str:
    """List the texts with numbers, in as many columns as fit the terminal, read downwards."""
    entries = [f"{number:>3} {text}" for number, text in enumerate(texts, start=1)]
    width = max(map(len, entries)) + 2
    columns = max(1, shutil.get_terminal_size().columns // width)
    height = -(-len(entries) // columns)
    lines = (entries[row::height] for row in range(height))
    return "\n".join("".join(entry.ljust(width) for entry in line).rstrip() for line in lines)
