"""Liar's Dice in Python: bid what your own dice make likely, doubt what they do not.

    use = "cmd:python3 liars_dice.py"

Read this file from top to bottom; it is a tutorial.
"""

from dudo import Bot, bid_chance, parse, run


class Careful(Bot):
    # What the arena is told before anything is played. A bot that plays one game only
    # says so, and is refused for another with a clear sentence.
    name = "careful"
    games = ["liars-dice"]

    # A number to turn: below this chance a bid is doubted.
    doubt = 0.4

    def act(self, view):
        # `view.hand` says how many of your dice show each face, `view.standing` is the bid
        # to be beaten (None when you open), `view.legal` is all that you may do.
        if view.standing is not None and view.may_challenge:
            quantity, face = view.standing["quantity"], view.standing["face"]
            if bid_chance(view, quantity, face) < self.doubt:
                return "challenge"

        # Of all bids take the likeliest; of equally likely ones the lowest, so that there
        # is room to raise again. `parse` takes "bid 3x5" apart.
        best, best_chance = None, -1.0
        for action in view.legal:
            kind, *numbers = parse(action)
            if kind != "bid":
                continue
            chance = bid_chance(view, *numbers)
            if chance > best_chance + 1e-9:
                best, best_chance = action, chance

        # Where even that is hopeless, or nothing can be bid, doubt.
        if best is None or (view.may_challenge and best_chance < self.doubt / 2):
            return "challenge" if view.may_challenge else view.legal[0]
        return best


# Only when this file is started, not when a test or another bot imports it.
if __name__ == "__main__":
    run(Careful)
