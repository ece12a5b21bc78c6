"""Somebody else's code: where it finds its modules, what it prints, and how it fails."""

import importlib
import importlib.util
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from types import ModuleType

from merx_cli.errors import one_line


class Home:
    """A folder that bots come from. The modules beside them are seen by these bots only."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self._modules: dict[str, ModuleType] = {}

    def load(self, where: str) -> ModuleType:
        """Load the module at a path or of a name; to be called in `entered`."""
        return _run_file(Path(where)) if is_file(where) else importlib.import_module(where)

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Run the block, which calls the code, with this folder's modules.

        What it prints goes to stderr, as stdout is for data. What it raises is an `Exception`,
        whatever it was, but for Ctrl-C.
        """
        known = len(sys.modules)
        sys.modules.update(self._modules)
        sys.path.insert(0, self._folder)
        try:
            with redirect_stdout(sys.stderr):
                yield
        except (Exception, KeyboardInterrupt):
            raise
        except BaseException as error:
            raise RuntimeError(in_words(error)) from error
        finally:
            if self._folder in sys.path:
                sys.path.remove(self._folder)
            self._take_modules(known)

    def _take_modules(self, known: int) -> None:
        """Move modules of this folder out of the common table, which lists new ones last."""
        for name in list(sys.modules)[known:]:
            base = os.path.join(self._folder, name.partition(".")[0])
            file = getattr(sys.modules[name], "__file__", None) or ""
            if file.startswith((f"{base}.", f"{base}{os.sep}")):
                self._modules[name] = sys.modules.pop(name)


def is_file(where: str) -> bool:
    """Whether this is the path of a file and not the name of a module."""
    path = Path(where)
    return path.suffix == ".py" or len(path.parts) > 1


def in_words(error: BaseException) -> str:
    """Describe an exception in a line, even one that cannot be shown."""
    try:
        text = str(error)
    except Exception:
        text = "which cannot be shown"
    return one_line(f"{type(error).__name__}: {text}").removesuffix(":")


def _run_file(path: Path) -> ModuleType:
    path = path.resolve()
    name = path.stem
    while name in sys.modules:  # A file merx.py must not stand in for merx.
        name += "_"
    source = importlib.util.spec_from_file_location(name, path)
    if source is None or source.loader is None:
        raise ImportError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(source)
    # Pickle and dataclasses look a class's module up by name.
    sys.modules[name] = module
    source.loader.exec_module(module)
    return module
