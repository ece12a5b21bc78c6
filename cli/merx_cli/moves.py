"""Moves as people and programs write them."""

import merx


def read_action(text: str, observation: merx.Observation) -> int:
    """Return the legal action of a text; raise `merx.MerxError` with the reason if there is none.

    >>> game = merx.load_game("mercurius")
    >>> read_action("Buy  SILK", game.new_initial_state(1).observation(0))
    18
    """
    action = observation.string_to_action(text)
    if action not in observation.legal_actions():
        # Own moves depend on nothing hidden, so any position of this view knows why.
        observation.sample_state(0).apply_action(action)
    return action
