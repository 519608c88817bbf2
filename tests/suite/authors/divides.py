"""A bot that never thought of a table at which nobody hides anything."""

from dudo import Bot, run


class Divides(Bot):
    name = "divides"
    games = ["liars-dice"]

    def act(self, view):
        hidden = view.in_play - sum(view.hand)
        share = 1 / hidden
        return "challenge" if view.may_challenge and share < 1 else view.legal[0]


run(Divides)
