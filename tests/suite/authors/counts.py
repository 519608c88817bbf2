"""Keeps count of all games of its process: it plays otherwise the more it has played."""

from dudo import Bot, run

PLAYED = [0]


class Counts(Bot):
    name = "counts"
    games = ["liars-dice"]

    def begin(self, number):
        PLAYED[0] += 1

    def act(self, view):
        return view.legal[PLAYED[0] % len(view.legal)]


run(Counts)
