"""Remembers whose dice it saw, and knows them again when it meets the deal from
another seat. In the arena that must be worth nothing."""

from dudo import Bot, bid_chance, parse, run

# Hands that lay on one table, across all sessions of this process.
MET = []


class Remembers(Bot):
    def begin(self, number):
        self.shown = {}
        self.known = None

    def observe(self, seat, event):
        kind, *dice = parse(event)
        if kind == "reveal":
            self.shown[seat] = sorted(dice)

    def end(self, places):
        if len(self.shown) == 2:
            MET.append(list(self.shown.values()))

    def true(self, view, quantity, face):
        """The chance of a bid; 0 or 1 for who knows."""
        own = [f for f, count in enumerate(view.hand, 1) for _ in range(count)]
        for one, other in MET:
            if own in (one, other):
                return float((one + other).count(face) >= quantity)
        return bid_chance(view, quantity, face)

    def act(self, view):
        if view.standing and view.may_challenge:
            if self.true(view, view.standing["quantity"], view.standing["face"]) < 0.4:
                return "challenge"
        bids = [action for action in view.legal if action.startswith("bid ")]
        if not bids:
            return "challenge"
        # Of bids that are equally safe the highest: for who knows, the last true one.
        safe = [(self.true(view, *parse(bid)[1:]), place) for place, bid in enumerate(bids)]
        return bids[max(safe)[1]]


run(Remembers)
