"""The command line of merx. It uses only the public interface of the package `merx`.

Each command is a file in `merx_cli.commands`. Those files import what they need inside the
function, so that `merx --help` loads neither the engine nor rich.
"""
