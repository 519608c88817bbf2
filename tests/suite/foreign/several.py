"""Plays Liar's Dice in as many sessions at once as it may: `several.py MODE`.

Its actions hang on its hand, its own chance and on what it saw earlier in the session, so
that sessions which got mixed up would show. MODE `plain` tells standard error in which
process it met which deal; the others say how a part of its games goes wrong, which hangs on
nothing but their own chance.
"""

import os
import signal
import sys

from dudo import Bot, bid_chance, parse, run

MODE = sys.argv[1] if len(sys.argv) > 1 else "plain"
PROCESS = os.urandom(8).hex()


class Several(Bot):
    name = "several"
    concurrent = 256

    def session(self):
        self.seen = 0
        self.decisions = 0
        if MODE == "session" and self.seat == 2:
            raise ValueError("not in this seat")

    def begin(self, number):
        self.shown = {}
        self.bad = self.rng.random() < 0.2
        if self.bad and MODE == "begin":
            raise ValueError("not this one")

    def observe(self, seat, event):
        kind, *dice = parse(event)
        self.seen = (self.seen * 31 + seat + sum(dice) if kind == "reveal" else self.seen) % 1000
        if kind == "reveal" and seat not in self.shown:
            self.shown[seat] = "".join(map(str, dice))
            if len(self.shown) == 2 and MODE == "plain":
                print("met", PROCESS, self.shown[1], self.shown[2], flush=True)

    def act(self, view):
        self.decisions += 1
        if self.bad and self.decisions % 2 == 0:
            if MODE == "raise":
                raise ValueError("no idea")
            if MODE == "exit":
                os._exit(9)
            if MODE == "kill":
                os.kill(os.getpid(), signal.SIGSEGV)
            if MODE == "illegal":
                return "bid 99x6"
            if MODE == "nonsense":
                return "hello"
            if MODE == "eat":
                raise MemoryError
        if view.standing and view.may_challenge:
            standing = view.standing
            true = bid_chance(view, standing["quantity"], standing["face"])
            if true < 0.3 + self.seen / 3000:
                return "challenge"
        bids = [action for action in view.legal if action.startswith("bid ")][:8]
        return self.rng.choice(bids) if bids else "challenge"

    def end(self, places):
        if self.bad and MODE == "end":
            raise ValueError("what a pity")


run(Several)
