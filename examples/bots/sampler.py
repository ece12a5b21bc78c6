"""A bot in Python that thinks ahead, for any game: it plays what it cannot see at random.

merx play celtic --bot py:examples/bots/sampler.py:Sampler
"""

from random import Random


class Sampler:
    """Tries each action in positions that agree with what it sees, and plays on at random."""

    def __init__(self, samples=8):
        self.samples = samples

    def choose(self, observation):
        """Return the action with the best mean return over the sampled positions."""
        actions = observation.legal_actions()
        if len(actions) == 1:
            return actions[0]
        # What it sees seeds what it imagines: the same game is played the same way again.
        random = Random(hash(observation))
        totals = dict.fromkeys(actions, 0.0)
        for _ in range(self.samples):
            sampled = observation.sample_state(random.getrandbits(64))
            seed = random.getrandbits(64)  # the same luck for every action
            for action in actions:
                state = sampled.clone()
                state.apply_action(action)
                state.apply_random_actions(100_000, seed)
                totals[action] += state.returns()[observation.observer]
        return max(actions, key=totals.get)
