"""Single walks, each of which can be repeated from what names it."""

from __future__ import annotations

import functools
import itertools
import random
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import merx
from tests.lockstep import celtic, mercurius, merkator
from tests.lockstep.kit import SEEDS, edition_text
from tests.lockstep.walk import Difference, Walk, refused

KITS = {module.KIT.game: module.KIT for module in (mercurius, celtic, merkator)}


@dataclass(frozen=True)
class Job:
    """One walk: everything in it follows from this."""

    game: str
    edition: str
    players: int
    course: str
    number: int = 0


@dataclass(frozen=True)
class Result:
    """What came of a walk."""

    job: Job
    decisions: int = 0
    #: Times each part of a clause was at work.
    clauses: Counter[str] = field(default_factory=Counter)
    #: What went wrong, or nothing.
    difference: str = ""


def jobs(game: str) -> Iterator[Job]:
    """Every course in every edition with every number of players, again and again."""
    kit = KITS[game]
    for number in itertools.count():
        for edition, variant in kit.editions.items():
            for players, (name, course) in itertools.product(variant.players, kit.courses.items()):
                if course.fits(edition, players):
                    yield Job(game, edition, players, name, number)


def sample(game: str) -> list[Job]:
    """The walks of `make test`."""
    rounds = KITS[game].rounds
    return list(itertools.takewhile(lambda job: job.number < rounds, jobs(game)))


def play(job: Job) -> Result:
    """Walk a game with both, and count what was compared."""
    kit, clauses = KITS[job.game], Counter[str]()
    course, variant = kit.courses[job.course], kit.editions[job.edition]
    rng = random.Random(repr(job))
    numbers = variant.numbers(rng) if variant.numbers else None
    game, edition = load(job.game, job.edition, job.players, numbers)
    state = game.new_initial_state(seed=rng.getrandbits(64))
    walk = Walk(state, kit.reference(edition, state.to_dict(), clauses), rng)
    difference = ""
    try:
        walk.same_dict("deal", state.to_dict(), kit.deal_again(edition, state.to_dict(), clauses))
        walk.go(course.policy(rng), course.meddle)
    except Difference as found:
        difference = f"{job}\n{found}\n{walk.way()}"
    except Exception:  # whatever one side throws is a difference too
        difference = f"{job}\n{traceback.format_exc()}{walk.way()}"
    return Result(job, walk.decisions, clauses, difference)


played = functools.cache(play)


@functools.lru_cache(maxsize=100)
def load(game: str, edition: str, players: int, numbers: str | None) -> tuple[merx.Game, Any]:
    """Let both read an edition; `numbers` are the tables of one that is not compiled in."""
    kit = KITS[game]
    if numbers is None:
        path = SEEDS / game / f"{edition}.toml"
        return merx.load_game(game, players, edition), kit.load_edition(path)
    with tempfile.TemporaryDirectory() as folder:
        path = write_edition(Path(folder), game, numbers)
        return merx.load_game(game, players, path), kit.load_edition(path)


def write_edition(folder: Path, game: str, numbers: str) -> Path:
    """Write an edition; the reference looks in the same folder for the one it extends."""
    path = folder / "other.toml"
    path.write_text(edition_text(game, "other", numbers))
    (folder / "standard.toml").write_text((SEEDS / game / "standard.toml").read_text())
    return path


def refuse_editions(game: str) -> Counter[str]:
    """Let both refuse the editions that a clause forbids; count the clauses."""
    kit, clauses = KITS[game], Counter[str]()
    for clause, numbers in kit.refused.items():
        with tempfile.TemporaryDirectory() as folder:
            path = write_edition(Path(folder), game, numbers)
            engine = refused(
                lambda path: merx.load_game(game, edition=path), path, merx.EditionError
            )
            reference = refused(kit.load_edition, path, ValueError)
        if not engine or not reference:
            taker = "reference" if engine else "engine"
            raise Difference(f"{clause}: the {taker} takes the edition\n{numbers}")
        clauses[f"{clause} refused"] += 1
    return clauses
