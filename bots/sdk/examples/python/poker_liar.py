"""Poker-dice Liar in Python: keep what is alike, throw the rest, and remember how often
each opponent was caught.

    use = "cmd:python3 poker_liar.py"
"""

from collections import Counter

from dudo import Bot, run, throw_chance


class Keeper(Bot):
    name = "keeper"
    games = ["poker-liar"]

    def __init__(self):
        # One object lives for one session, so what it learns here is of these opponents.
        self.doubted = Counter()

    def observe(self, seat, event):
        # What happens reaches you before your next decision, as notation.
        if event == "doubt":
            self.doubted[seat] += 1

    def act(self, view):
        # A turn has three parts: answer the claim, throw some dice, claim in your turn.
        if view.phase == "answer":
            claim = view.standing
            dice = claim["dice"]
            alike = max(dice.count(face) for face in dice)
            # How likely is it that one throw of all dice gives as many alike?
            likely = throw_chance([], len(dice), alike, view.faces)
            return "doubt" if likely < 0.1 or not view.may_accept else "accept"

        if view.phase == "throw":
            # Keep the most frequent face. Positions count from 1 in the hand as it is
            # shown; where all must be thrown at once, only these choices are legal.
            if view.hand and not view.all:
                face, _ = Counter(view.hand).most_common(1)[0]
                rest = [str(at) for at, own in enumerate(view.hand, 1) if own != face]
                throw = "roll " + (",".join(rest) or "none")
                if throw in view.legal:
                    return throw
            return view.legal[-1]

        # The truth, where it is high enough; else the lowest claim that is.
        truth = "claim " + "".join(view.signs[face] for face in view.hand)
        return truth if truth in view.legal else view.legal[0]


if __name__ == "__main__":
    run(Keeper)
