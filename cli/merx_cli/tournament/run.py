"""A whole tournament: playing, keeping the books, and the figures at the end."""

import json
import shlex
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import chain
from threading import Thread
from time import perf_counter

from merx_cli.errors import ENGINE, FINDINGS, CliError, InterruptedRunError
from merx_cli.interrupt import uninterrupted
from merx_cli.output import counted, print_json, say
from merx_cli.tournament.books import Books
from merx_cli.tournament.config import Config
from merx_cli.tournament.directory import RunDirectory
from merx_cli.tournament.live import View, watched
from merx_cli.tournament.places import Batch, Place
from merx_cli.tournament.referee import EngineError

_MOST_BATCHES_WAITING = 4
"""To be written, while more are played; what a sudden end can lose."""


@dataclass(frozen=True, slots=True)
class Output:
    """What is wanted at the end."""

    json: bool
    strict: bool
    """Whether a game that a bot failed is a finding."""


def run(
    config: Config,
    directory: RunDirectory | None,
    make_place: Callable[[], Place],
    output: Output,
) -> int:
    """Play what is missing of a tournament, print its figures, and return the exit code.

    If it is stopped, by Ctrl-C, a bug of ours or a disk that is full, what is finished is saved
    and printed before the error is raised.
    """
    stopped: CliError | None = None
    with watched() as view:
        books = Books(config, directory, view.note)
        start = perf_counter()
        try:
            _play(books, make_place, view)
        except KeyboardInterrupt:
            games = f"{books.tally.games:,} of {config.schedule.games:,} games"
            stopped = InterruptedRunError(f"interrupted after {games}", _how_to_resume(directory))
        except EngineError as error:
            stopped = _our_bug(config, directory, error)
        except CliError as error:
            stopped = CliError(error.message, error.hint or _how_to_resume(directory), error.code)
        seconds = perf_counter() - start
    _print(books, seconds, output)
    if stopped is not None:
        raise stopped
    return FINDINGS if output.strict and books.failures else 0


def _play(books: Books, make_place: Callable[[], Place], view: View) -> None:
    missing = books.missing()
    first = next(missing, None)
    if first is None or books.decided:
        return
    if books.config.schedule.games % (round_of := books.config.schedule.games_per_round()):
        view.note(
            f"note: {books.config.schedule.games:,} is no multiple of {round_of:,}, "
            "so some bots sit in some seats more often than others"
        )

    def take(batch: Batch) -> None:
        books.take(batch)
        view.update(books)

    # Writing and counting take a thread of their own, while the next games are played. It knows
    # nothing of Ctrl-C, and is waited for, so books and directory always agree.
    with ThreadPoolExecutor(1) as clerk, _closed(make_place()) as place:
        Thread(target=_load_statistics).start()
        view.update(books)
        waiting: deque[Future[None]] = deque()
        for batch in place.play(chain([first], missing)):
            while len(waiting) >= _MOST_BATCHES_WAITING or (waiting and waiting[0].done()):
                waiting.popleft().result()
            if books.decided:
                break
            waiting.append(clerk.submit(take, batch))
        for taken in waiting:
            taken.result()


def _load_statistics() -> None:
    """Import what the figures will need, which takes a while, before the games are over."""
    import choix  # noqa: F401
    import scipy.special  # noqa: F401

    import merx_cli.tournament.table  # noqa: F401


@contextmanager
def _closed(place: Place) -> Iterator[Place]:
    """Close the place when the block ends, however often Ctrl-C is pressed meanwhile."""
    try:
        yield place
    finally:
        with uninterrupted():
            place.close()


def _print(books: Books, seconds: float, output: Output) -> None:
    if books.tally.games:
        from merx_cli.tournament.table import analysis_of, as_json, headline, table

        analysis = analysis_of(books)
        if output.json:
            print_json(as_json(books, analysis))
        else:
            print(f"{headline(books)}\n\n{table(books, analysis)}")
    if books.new:
        rate = books.new / max(seconds, 1e-9)
        say(f"{counted(books.new, 'game')} in {seconds:.1f} s, {rate:,.0f} a second")
    if books.directory is not None and books.directory.stays:
        say(f"{counted(books.tally.games, 'finished game')} in {books.directory.path}")


def _how_to_resume(directory: RunDirectory | None) -> str | None:
    if directory is None or not directory.stays:
        return None
    return f"merx tournament --resume {shlex.quote(directory.path)}"


def _our_bug(config: Config, directory: RunDirectory | None, error: EngineError) -> CliError:
    """Save what is needed to see the error again, and say where it is."""
    fixture, played = error.fixture, config.played
    names = config.names(fixture.seats)
    document = {
        "error": error.what,
        **asdict(played),
        "number": fixture.number,
        "seed": fixture.seed,
        "bots": names,
        "actions": list(error.actions),
    }
    if directory is not None:
        where = directory.save(f"engine-error-{fixture.number}.json", document)
        hint = f"please report it with {where}, which holds the game"
    else:
        hint = f"please report it with this game: {json.dumps(document)}"
    return CliError(f"this is a bug in merx, in game {fixture.number}: {error.what}", hint, ENGINE)
