"""Liar's Boggle with a timer: `timer.py starts | spins | plays`.

Who starts it does so whenever that is allowed. Who spins does when the timer runs on its turn,
and never else.
"""

import sys

from dudo import Bot, run


class Timer(Bot):
    name = "timer"
    games = ["liars-boggle"]

    def act(self, view):
        if sys.argv[1] == "starts" and "start-timer" in view.legal:
            return "start-timer"
        if sys.argv[1] == "spins" and view.timed and view.phase == "turn":
            while True:
                pass
        others = [action for action in view.legal if action != "start-timer"]
        return "pass" if "pass" in others else others[0]


run(Timer)
