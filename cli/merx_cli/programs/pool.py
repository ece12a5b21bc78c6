"""Running programs, lent to the seats of a game and taken back for the next one."""

import os
import shlex
import shutil
from contextlib import suppress
from types import TracebackType
from typing import Self

import merx
from merx import BotFailure
from merx_cli.errors import CliError
from merx_cli.limits import Limits
from merx_cli.programs import protocol
from merx_cli.programs.process import Ending
from merx_cli.programs.program import Program

PREFIX = "exec:"


class ProgramBot:
    """A program in its seat, for one game."""

    def __init__(self, program: Program, seed: int) -> None:
        """Sit down; `seed` is the bot's own."""
        self.program = program
        self.spec = program.spec
        self._seed = seed

    def start(self, game: merx.Game, player: int) -> None:
        """Tell the program that the game begins."""
        self.program.new_game(game, player, self._seed)

    def choose(self, observation: merx.Observation) -> int:
        """Return the program's choice."""
        return self.program.choose(observation)

    def finish(self, result: merx.GameResult) -> None:
        """Tell the program how the game ended. It has played it, even if it is gone by now."""
        with suppress(BotFailure):
            self.program.tell(protocol.end(result.scores, result.ranks))


class Pool:
    """The programs of a run. As many run of a spec as it has seats in a game, until the end."""

    def __init__(self, limits: Limits, *, show_log: bool) -> None:
        self._limits = limits
        self._show_log = show_log
        self._commands: dict[str, list[str]] = {}
        self._running: list[Program] = []
        self._idle: list[Program] = []

    def add(self, spec: str) -> None:
        """Learn a spec, and see that its program starts and says hello."""
        if spec in self._commands:
            return
        self._commands[spec] = read_command(spec)
        try:
            self.give_back(self._start(spec))
        except BotFailure as error:
            hint = f"`merx bots check {shlex.quote(spec)}` tries it"
            raise CliError(f"bot {spec!r} is not ready: {error}", hint) from error

    def __contains__(self, spec: str) -> bool:
        return spec in self._commands

    def __bool__(self) -> bool:
        return bool(self._commands)

    def take(self, spec: str) -> Program:
        """Lend a program that has said hello; raises `BotFailure` if a new one does not."""
        for program in self._idle:
            if program.spec == spec:
                self._idle.remove(program)
                return program
        return self._start(spec)

    def give_back(self, program: Program) -> None:
        """Take a program back. One that has failed is forgotten, and the next game gets a new one.

        One that has ended by itself is lent again, so that this is found to be a crash.
        """
        if program.killed:
            self._running.remove(program)
        else:
            self._idle.append(program)

    def close(self) -> list[Ending]:
        """Let the idle programs end, and kill the others."""
        try:
            return [program.quit() for program in self._idle]
        finally:
            self.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self.close()
        else:
            self.kill()

    def kill(self) -> None:
        """End all programs at once."""
        for program in self._running:
            program.kill()
        self._running.clear()
        self._idle.clear()

    def _start(self, spec: str) -> Program:
        program = Program(spec, self._commands[spec], self._limits, show_log=self._show_log)
        self._running.append(program)
        return program


def read_command(spec: str) -> list[str]:
    """Take the spec of a program apart, as a shell would, and find the program.

    >>> read_command("exec:sh 'my bot.sh' --fast")
    ['sh', 'my bot.sh', '--fast']
    """
    if os.name != "posix":
        raise CliError(f"bot {spec!r}: programs as bots need a POSIX system such as Linux")
    try:
        command = shlex.split(spec.removeprefix(PREFIX))
    except ValueError as error:
        raise CliError(f"bot {spec!r} is no command: {str(error).lower()}") from error
    if not command:
        raise CliError(f"bot {spec!r} names no program", "exec:./mybot --flag")
    program = command[0]
    if shutil.which(program) is None:
        if os.path.isdir(program):
            raise CliError(f"bot {spec!r}: {program} is a directory")
        if os.path.isfile(program) and os.sep not in program:
            raise CliError(f"bot {spec!r}: there is no command {program}", f"exec:./{program}")
        if os.path.isfile(program):
            raise CliError(f"bot {spec!r}: {program} is not executable", f"chmod +x {program}")
        what = "file" if os.sep in program else "command"
        raise CliError(
            f"bot {spec!r}: there is no {what} {program}", "paths start from the current directory"
        )
    return command
