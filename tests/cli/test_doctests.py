"""The examples in the documentation of the command line's modules."""

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize(
    "name",
    [
        "merx_cli.moves",
        "merx_cli.output",
        "merx_cli.programs.pool",
        "merx_cli.tournament.report.axis",
        "merx_cli.tournament.report.markup",
        "merx_cli.tournament.report.words",
        "merx_cli.tournament.schedule",
        "merx_cli.tournament.verdicts",
    ],
)
def test_examples_hold(name):
    failed, tried = doctest.testmod(import_module(name))
    assert tried
    assert not failed
