"""Writing a file at once: it is there whole, or not at all."""

import os
from pathlib import Path

from merx_cli.errors import CliError


def check_target(path: str, *, force: bool) -> None:
    """Say early, with a `CliError`, that a file cannot be written where `path` says."""
    target = Path(path)
    if not path:
        raise CliError("the name of the file is empty")
    if target.is_dir():
        raise CliError(f"{path} is a directory", "give a file name in it")
    if target.is_file() and not force:
        raise CliError(f"{path} exists already", "--force overwrites it")


def write_whole(path: str, content: bytes, *, force: bool) -> None:
    """Write the file, or raise a `CliError` and leave what was there.

    A device or a pipe is written to directly.
    """
    check_target(path, force=force)
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(content)
            return
        # What a link points to is replaced, not the link.
        target = target.resolve()
        growing = target.with_name(f"{target.name}.{os.getpid()}.part")
        try:
            growing.write_bytes(content)
            # Whoever makes the file first has it; to look and then replace would leave a gap.
            if not force:
                target.touch(exist_ok=False)
            growing.replace(target)
        finally:
            growing.unlink(missing_ok=True)
    except OSError as error:
        raise CliError(f"{path} cannot be written: {error.strerror}") from error
