"""Draws lots that nobody can draw again."""

import os

from dudo import Bot, run


class Draws(Bot):
    name = "draws"
    games = ["liars-dice"]

    def act(self, view):
        return view.legal[os.urandom(1)[0] % len(view.legal)]


run(Draws)
