"""The built-in bot `caller` of Liar's Dice, written again in Python: the same strategy
must give the same log, wherever it runs."""

from dudo import Bot, run

from caller_helper import first_bid


class Caller(Bot):
    name = "caller"
    games = ["liars-dice"]

    def act(self, view):
        if view.may_challenge:
            return "challenge"
        best = None
        for face, count in enumerate(view.hand, 1):
            if view.wild is not None and view.wild != face:
                count += view.hand[view.wild - 1]
            bid = f"bid {count}x{face}"
            if bid in view.legal and (best is None or count >= best[0]):
                best = (count, bid)
        if best:
            return best[1]
        return first_bid(view.legal) or "pass"


run(Caller)
