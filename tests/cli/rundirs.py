"""Run directories for tests, made without the runner."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, count, cycle, islice
from pathlib import Path
from random import Random

import merx


@dataclass
class RunDir:
    """Lines of a run, to be changed before they are written."""

    bots: list[str]
    players: int
    games: list[dict] = field(default_factory=list)
    times: list[dict] | None = None
    seed: int = 7
    asked: int | None = None
    rotation: str = "cyclic"
    policies: tuple[str, ...] = ('crash = "forfeit"', 'timeout = "forfeit"')
    limits: tuple[str, ...] = ("move_time = 10.0", "game_time = 300.0", "start_time = 30.0")

    def config(self) -> str:
        keys = {
            "run": "merx-run/1",
            "merx": "0.1.0",
            "game": "mercurius",
            "rules": 1,
            "edition": "standard",
            "edition_hash": "54bd7a2aef4851cd",
            "players": self.players,
            "seed": self.seed,
            "games": len(self.games) if self.asked is None else self.asked,
            "format": "round-robin",
            "rotation": self.rotation,
            "bots": self.bots,
            "given": list(range(len(self.bots))),
        }
        lines = [f"{key} = {json.dumps(value)}" for key, value in keys.items()]
        return "\n".join(
            [*lines, "", "[policies]", *self.policies, "", "[limits]", *self.limits, ""]
        )

    def write(self, path: Path) -> Path:
        path.mkdir(parents=True, exist_ok=True)
        (path / "config.toml").write_text(self.config())
        (path / "games.jsonl").write_text("".join(map(line, self.games)))
        if self.times is not None:
            (path / "times.jsonl").write_text("".join(map(line, self.times)))
        return path


def line(document: dict) -> str:
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False) + "\n"


def played(bots: list[str], players: int, games: int, seed: int = 7) -> RunDir:
    """A run of built-in bots in real games of Mercurius."""
    run, game = RunDir(bots, players, seed=seed), merx.load_game("mercurius", players=players)
    fixtures = list(schedule(bots, players, games))
    wanted = [
        (merx.derive_seed(seed, block), [bots[bot] for bot in seats]) for block, seats in fixtures
    ]
    records = merx.play_many(game, wanted, 2)
    for number, (block, seats), text in zip(count(), fixtures, records, strict=False):
        record = json.loads(text)
        ranks, scores = record["ranks"], record["scores"]
        run.games.append(
            finished(number, block, seats, ranks, scores, len(record["actions"]), record)
        )
    return run


def drawn(strengths: dict[str, float], players: int, games: int, seed: int = 7) -> RunDir:
    """A run of games that were drawn, not played, with times; a seat's score has some luck."""
    bots, random = list(strengths), Random(seed)
    run = RunDir(bots, players, times=[], seed=seed)
    for number, (block, seats) in enumerate(schedule(bots, players, games)):
        scores = [
            round(60 + 12 * strengths[bots[bot]] - 2 * seat + random.gauss(0, 15))
            for seat, bot in enumerate(seats)
        ]
        decisions = random.randint(90, 160)
        run.games.append(finished(number, block, seats, ranks_of(scores), scores, decisions, {}))
        thinking = [
            [
                decisions // players,
                round(random.uniform(0.02, 0.4) * 3 ** min(seat, 3), 4),
                0.05 * 3 ** min(seat, 3),
            ]
            for seat in seats
        ]
        run.times.append(
            {"number": number, "seconds": sum(t[1] for t in thinking), "thinking": thinking}
        )
    return run


def schedule(bots: list[str], players: int, games: int) -> Iterator[tuple[int, list[int]]]:
    """List the block and the seats of each game: all line-ups in all their rotations."""
    few = [tuple(seat % len(bots) for seat in range(players))]
    line_ups = list(combinations(range(len(bots)), players)) or few
    seatings = (
        (block, list(seats))
        for block, line_up in enumerate(cycle(line_ups))
        for seats in dict.fromkeys(line_up[turn:] + line_up[:turn] for turn in range(players))
    )
    return islice(seatings, games)


def finished(number, block, seats, ranks, scores, decisions, record) -> dict:
    return {
        "number": number,
        "block": block,
        "seats": seats,
        "verdict": "ok",
        "ranks": ranks,
        "scores": scores,
        "decisions": decisions,
        "record": record,
    }


def fail(game: dict, verdict: str, player: int, said: str, *, void: bool = False) -> None:
    """Make a player of a game fail: it is last, or the game does not count."""
    rest = {key: game.pop(key) for key in ("ranks", "scores", "decisions", "record")}
    game |= {"verdict": verdict, "player": player, "decision": rest["decisions"] // 2, "said": said}
    others = [s for seat, s in enumerate(rest["scores"]) if seat != player]
    ranks = ranks_of(others)
    ranks.insert(player, len(others) + 1)
    game |= rest | {"ranks": None if void else ranks, "decisions": rest["decisions"] // 2}


def ranks_of(scores: list[int]) -> list[int]:
    return [1 + sum(other > score for other in scores) for score in scores]
