"""What came of trying a bot, as JSON and as a table."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any

from merx_cli.output import format_table, printable
from merx_cli.programs.protocol import PROTOCOL
from merx_cli.programs.words import shown


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that the bot did wrong."""

    what: str
    """A verdict of `merx.BotFailure`, or `start` or `quit`."""
    where: str
    text: str
    sent: str | None
    """The message that it had been sent."""
    received: str | None
    """What came back."""
    log: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = [f"{self.what}: {self.where}: {self.text}"]
        if self.sent is not None:
            parts.append(f"sent: {shown(self.sent.encode(), 160)}")
            came = "nothing" if self.received is None else shown(self.received.encode(), 160)
            parts.append(f"came back: {came}")
        return " | ".join(parts)


@dataclass(slots=True)
class Tried:
    """What the trials in one game came to."""

    game: str
    played: int = 0
    """Games that were played to the end."""
    seconds: list[float] = field(default_factory=list)
    """For each answer."""
    single: int = 0
    """Questions with a single legal action."""
    longest: int = 0
    """Bytes of the longest question to a program; 0 for other bots."""
    repeats: bool | None = None
    """Whether the same game was played again from the same seed; `None` if it was not tried."""

    def to_json(self) -> dict[str, Any]:
        """Say what `merx bots check --json` prints; times are in seconds."""
        return {
            "game": self.game,
            "played": self.played,
            "answers": len(self.seconds),
            "single": self.single,
            "longest": self.longest,
            "median_seconds": median(self.seconds) if self.seconds else None,
            "slowest_seconds": max(self.seconds, default=None),
            "repeats": self.repeats,
        }


@dataclass(slots=True)
class Report:
    """All that was seen of a bot."""

    spec: str
    name: str | None = None
    """What a program calls itself."""
    tried: list[Tried] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Say what `merx bots check --json` prints."""
        return {
            "bot": self.spec,
            "name": self.name,
            "protocol": None if self.name is None else PROTOCOL,
            "games": [tried.to_json() for tried in self.tried],
            "findings": [asdict(finding) for finding in self.findings],
        }

    def __str__(self) -> str:
        """Return who it is, the table of games, and a line for each finding."""
        who = self.spec if self.name is None else f"{self.spec}, {printable(self.name)}, {PROTOCOL}"
        found = [str(finding) for finding in self.findings] or ["no findings"]
        table = [_as_table(self.tried), ""] if self.tried else []
        return "\n".join([who, "", *table, *found])


def _as_table(games: Sequence[Tried]) -> str:
    header = ["game", "played", "answers", "single", "longest", "median", "slowest", "repeats"]
    rows = [
        [
            tried.game,
            f"{tried.played}",
            f"{len(tried.seconds):,}",
            f"{tried.single:,}",
            f"{tried.longest:,}" if tried.longest else "-",
            _milliseconds(median(tried.seconds)) if tried.seconds else "-",
            _milliseconds(max(tried.seconds)) if tried.seconds else "-",
            {True: "yes", False: "no", None: "-"}[tried.repeats],
        ]
        for tried in games
    ]
    return format_table(header, rows, right=header[1:])


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:,.1f} ms"
