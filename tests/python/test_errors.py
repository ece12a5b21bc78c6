from __future__ import annotations

import pytest

import merx
from merx import errors

SPECIFIC = [
    merx.GameError,
    merx.IllegalAction,
    merx.PositionError,
    merx.EditionError,
    merx.RecordError,
    merx.BotError,
    merx.BotFailure,
]


@pytest.mark.parametrize("error", SPECIFIC)
def test_every_error_is_a_merx_error_and_a_value_error(error: type[Exception]) -> None:
    assert issubclass(error, merx.MerxError)
    assert issubclass(error, ValueError)
    assert error.__doc__


def test_no_other_errors_are_defined() -> None:
    defined = {value for value in vars(errors).values() if isinstance(value, type)}
    assert defined == {*SPECIFIC, merx.MerxError}
