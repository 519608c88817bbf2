"""A bot that writes without end, to its author and to the table."""

import os
import sys

from dudo import Bot, run


class Flood(Bot):
    def act(self, view):
        for _ in range(64):
            sys.stderr.write("flood " * 1000 + "\n")
        while True:
            os.write(1, b"x" * 65536)


run(Flood)
