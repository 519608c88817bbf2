"""A bot whose actions hang on all it was given: `learns.py [N]`.

On the games of its session that have ended, on its chance, on the events that it was told; and
it talks, where that is allowed, of how many those were. With N its N-th decision in a session is
another one than without.
"""

import sys

from dudo import Bot, run


class Learns(Bot):
    name = "learns"
    edited = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    ended = heard = asked = 0

    def observe(self, seat, event):
        self.heard += len(event) * seat

    def act(self, view):
        self.asked += 1
        self.say(f"{self.ended} ended, {self.heard} heard")
        # Low ones, so that a game has many decisions.
        low = view.legal[:6]
        choice = self.ended + self.heard + self.rng.randrange(len(low))
        return low[(choice + (self.asked == self.edited)) % len(low)]

    def end(self, places):
        self.ended += sum(place * seat for seat, place in enumerate(places, 1))


run(Learns)
