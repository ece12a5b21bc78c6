"""What a person at the table notices of another player's decision."""

from itertools import takewhile

from merx import State

_SAMPLES = 16


def seen_text(state: State, action: int, observer: int) -> str:
    """Say what `observer` can tell of an action that is about to be applied to `state`.

    Whoever discards a card does not show it: the text is `discard ...`. It holds the words in
    common to all actions that leave the observer with the same view, in any position that the
    observer must reckon with.
    """
    after = state.clone()
    after.apply_action(action)
    view = after.observation(observer)
    before = state.observation(observer)
    possible = {state.action_to_string(action)}
    for seed in range(_SAMPLES):
        sample = before.sample_state(seed)
        for other in sample.legal_actions():
            outcome = sample.clone()
            outcome.apply_action(other)
            if outcome.observation(observer) == view:
                possible.add(state.action_to_string(other))
    return _common_words(sorted(possible))


def _common_words(texts: list[str]) -> str:
    """Return the words that all texts begin with, and dots for the rest."""
    if len(texts) == 1:
        return texts[0]
    words = zip(*(text.split() for text in texts), strict=False)
    common = takewhile(lambda column: len(set(column)) == 1, words)
    return " ".join([*(column[0] for column in common), "..."])
