"""A bot that looks for what it must not see, and then bids what cannot be bid.

What came of each attempt is in its author's letter.
"""

import os
import socket
import sys

from dudo import Bot, run


def attempt(what, how):
    try:
        how()
    except Exception as error:
        print(what, "refused:", type(error).__name__, file=sys.stderr)
    else:
        print(what, "REACHED", file=sys.stderr)


def network():
    with socket.socket() as probe:
        probe.settimeout(0.1)
        probe.connect(("127.0.0.1", 9))


def others():
    # The run's folder and the other bots lie somewhere above on an open machine.
    with open("/etc/passwd") as file:
        file.read()


def leave_a_trace():
    with open("../remember-me", "w") as file:
        file.write("dice")


class Cheat(Bot):
    tried = False

    def act(self, view):
        if not self.tried:
            self.tried = True
            attempt("network", network)
            attempt("password file", others)
            attempt("a trace", leave_a_trace)
            attempt("its parent", lambda: os.kill(os.getppid(), 15))
        return "bid 99x6"


run(Cheat)
