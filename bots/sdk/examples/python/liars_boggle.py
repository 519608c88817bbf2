"""Liar's Boggle in Python: bid words of letters that you hold, call words of letters
that nobody seems to have.

    use = "cmd:python3 liars_boggle.py"
"""

from collections import Counter

from dudo import Bot, run


class Speller(Bot):
    name = "speller"
    games = ["liars-boggle"]

    def session(self):
        # The word list is read once per session; `self.words` is sorted.
        self.by_length = {}
        for word in self.words:
            self.by_length.setdefault(len(word), []).append(word)

    def missing(self, view, word):
        """How many letters of a word your own dice lack."""
        # `view.up` has a letter for each die of the set, `view.hand` the numbers of yours.
        own = Counter("".join(view.up[die - 1] for die in view.hand))
        return sum((Counter(word) - own).values())

    def act(self, view):
        if view.phase == "drop":
            # Part with a die that the fewest words want.
            rare = "qzjxvkwybf"
            drops = sorted(view.may_drop, key=lambda die: -max(map(rare.find, view.faces[die - 1])))
            return f"drop {drops[-1]}"
        if view.phase in ("poll", "vote"):
            # Out of turn: object to nothing, and find every word valid that is in the list.
            if not view.may_vote:
                return "pass"
            known = view.standing["word"].replace("(", "").replace(")", "") in set(self.words)
            return "valid" if known else "invalid"

        # In turn: all others together hold so many dice, any of which may help.
        others = sum(view.held) - len(view.hand)
        if view.standing is not None and view.may_call:
            word = view.standing["word"].replace("(", "").replace(")", "")
            if self.missing(view, word) > max(1, others // 3):
                return "call"
        # `view.legal` is a sample of the bids there are, lowest first.
        bids = [action for action in view.legal if action.startswith("bid ")]
        if bids and view.may_bid:
            best = min(bids, key=lambda bid: self.missing(view, bid[4:]))
            if self.missing(view, best[4:]) <= max(1, others // 2) or not view.may_call:
                return best
        return "call" if view.may_call else view.legal[0]


if __name__ == "__main__":
    run(Speller)
