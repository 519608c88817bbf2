"""Liar's Boggle in Python: bid the word that is likeliest to be there, call where that is
the better risk.

    use = "cmd:python3 liars_boggle.py"
"""

from bisect import bisect_left
from collections import Counter
from itertools import combinations
from string import ascii_lowercase

from dudo import Bot, at_least, run


class Speller(Bot):
    name = "speller"
    games = ["liars-boggle"]

    # A number to turn: how often others' bids are made in knowledge.
    trust = 0.75

    def session(self):
        # The word list is read once per session. Words are kept by their sorted letters, so
        # that letters in hand are looked up in one step. Those with Q are left out: on a die it
        # is Qu, and whether that is one letter or two is a house rule.
        self.spelt = {}
        for word in self.words:
            if len(word) <= 8 and "q" not in word:
                self.spelt.setdefault("".join(sorted(word)), []).append(word)

    def beats(self, view, standing, more):
        """The words that beat a bid, of your own letters and so many more, 0 or 1."""
        own = sorted(view.up[die - 1] for die in view.hand)
        length = len(standing) if view.qu_two else len(standing.replace("qu", "q"))
        for size in range(max(view.min_faces, length), min(8, view.max_faces) + 1):
            hands = {"".join(hand) for hand in combinations(own, size - more)}
            if more:
                hands = {"".join(sorted(hand + letter)) for hand in hands for letter in ascii_lowercase}
            for hand in sorted(hands):
                for word in self.spelt.get(hand, []):
                    # As long, it must come later in the alphabet.
                    if size > length or word > standing:
                        yield word

    def best(self, view, standing):
        """The likeliest bid and its chance; of several as likely the longest, which is the
        hardest to beat."""
        others = sum(view.held) - len(view.hand)
        for more in (0, 1):
            word = max(self.beats(view, standing, more), key=len, default=None)
            if word:
                return word, at_least(more, others, 1 / 16)
        return None, 0.0

    def chance(self, view, word):
        """The chance that all dice together spell a word, as far as your own tell."""
        # `view.up` has a letter for each die of the set, `view.hand` the numbers of yours.
        own = Counter(view.up[die - 1] for die in view.hand)
        others = sum(view.held) - len(view.hand)
        chance = 1.0
        # Q is Qu on a die. What you lack must lie with the others, where a die shows a
        # given letter about once in sixteen times.
        for letter, count in (Counter(word.replace("qu", "q")) - own).items():
            chance *= at_least(count, others, 1 / 16)
        return chance

    def known(self, word):
        """Whether it is in the word list, which is sorted."""
        at = bisect_left(self.words, word)
        return self.words[at : at + 1] == [word]

    def act(self, view):
        if view.phase == "drop":
            # Part with a die that the fewest words want.
            rare = "qzjxvkwybf"
            drops = sorted(view.may_drop, key=lambda die: -max(map(rare.find, view.faces[die - 1])))
            return f"drop {drops[-1]}"
        standing = view.standing["word"].replace("(", "").replace(")", "") if view.standing else ""
        if view.phase in ("poll", "vote"):
            # Out of turn: object to nothing, and find every word valid that is in the list.
            if not view.may_vote:
                return "pass"
            return "valid" if self.known(standing) else "invalid"

        best, chance = self.best(view, standing) if view.may_bid else (None, 0.0)
        if not view.may_call:
            # Nothing to call: where no word comes to mind, `view.legal` has a sample.
            return f"bid {best}" if best else view.legal[0]
        # What was bid holds if its bidder knew it, or else by luck; a raise must be likelier to
        # hold than a call is to catch a lie.
        luck = self.chance(view, standing) if self.known(standing) else 0.0
        holds = self.trust + (1 - self.trust) * luck if luck > 0 else 0.0
        return f"bid {best}" if chance > 1 - holds else "call"


if __name__ == "__main__":
    run(Speller)
