"""Games told in lines: a line for each turn, and a table of the result."""

from collections.abc import Callable, Iterable, Sequence

from merx import Game, State
from merx_cli.output import format_table


class Narrator:
    """Collects decisions and writes a line for every turn that is over."""

    def __init__(self, write: Callable[[str], None] = print) -> None:
        self._write = write
        self._number = 0
        self._player: int | None = None
        self._texts: list[str] = []

    def is_new_turn(self, turn_of: int) -> bool:
        """Whether nothing has been decided yet in this player's turn."""
        return turn_of != self._player

    def decision(self, turn_of: int, by: int, text: str) -> None:
        """Note what a player decided in somebody's turn."""
        if self.is_new_turn(turn_of):
            self.end_turn()
            self._number += 1
            self._player = turn_of
        self._texts.append(text if by == turn_of else f"(P{by}) {text}")

    def end_turn(self) -> None:
        """Write what has not been written yet."""
        if self._texts:
            self._write(f"{self._number:>4}  P{self._player}  {', '.join(self._texts)}")
            self._texts.clear()


def headline(game: Game, seed: int, bots: Sequence[str]) -> str:
    """Say what is played and by whom."""
    who = "  ".join(f"P{seat} {bot}" for seat, bot in enumerate(bots))
    return f"{game.name}, edition {game.edition}, {game.players} players, seed {seed}\n{who}"


def tell(state: State, actions: Iterable[int]) -> State:
    """Print every turn from `state` on, and return the state after the last action."""
    state = state.clone()
    narrator = Narrator()
    for action in actions:
        text = state.action_to_string(action)
        narrator.decision(state.active_player(), state.current_player(), text)
        state.apply_action(action)
    narrator.end_turn()
    return state


def result(state: State, bots: Sequence[str]) -> str:
    """Show the score sheet of a finished game, and who came where."""
    rows = [
        [f"P{seat}", bot, str(score), str(rank)]
        for seat, (bot, score, rank) in enumerate(
            zip(bots, state.scores(), state.ranks(), strict=True)
        )
    ]
    places = format_table(["player", "bot", "score", "rank"], rows, right=["score", "rank"])
    return f"{state.score_sheet()}\n\n{places}"
