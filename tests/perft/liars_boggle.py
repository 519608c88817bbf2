"""Counts game trees of Liar's Boggle, sharing no code or idea with the engine.

    python3 tests/perft/liars_boggle.py > tests/perft/liars-boggle.txt

Needs Python 3.9, nothing else. It plays every game to its end by brute force.
Bids are kept as they are written; lengths and order come from one long sorted
list of all strings of up to four letters, where the next bid is looked up.

The tree is the one that the engine's sample spans: at each turn all words of the
list that are higher, and the lowest string of letters that is higher, with
every QU read as Qu, whether it is a word or not.
"""

import bisect
import itertools
import re
import string

DEFAULTS = {
    "dice": "", "handicap": None, "first": "seat-1", "qu-two": "off", "qu-as-q": "off",
    "friendly-challenge": "off", "vote": "off", "min-faces": 1, "max-faces": 32,
    "max-bids": 100, "max-rounds": 10000, "timer": "off", "dice-identity": "public", "talk": "off",
}


def faces(bid):
    """The faces that a bid needs, `Q` for Qu and `q` for a plain Q."""
    return re.sub("qu", "Q", bid.replace("(q)", "1")).replace("1", "q")


class Game:
    def __init__(self, settings, words, seats):
        self.k = dict(DEFAULTS, **settings)
        self.words = words
        self.seats = seats
        self.dice = [die.replace("q", "Q") for die in self.k["dice"].strip("[]").split(",")]
        top = min(int(self.k["max-faces"]), 3)
        self.top = top
        strings = ("".join(s) for n in range(1, 5) for s in itertools.product(string.ascii_lowercase, repeat=n))
        keyed = sorted((self.length(s), s) for s in strings)
        self.all = [key for key in keyed if int(self.k["min-faces"]) <= key[0] <= top]

    def on(self, name):
        return self.k[name] == "on"

    def length(self, bid):
        count = len(faces(bid))
        return count + faces(bid).count("Q") if self.on("qu-two") else count

    def key(self, bid):
        return self.length(bid), bid.replace("(q)", "q")

    def readings(self, word):
        if not self.on("qu-as-q") or "qu" not in word:
            return [word]
        return [word, word.replace("qu", "(q)u")]

    def raises(self, standing, words_only):
        low = self.key(standing) if standing else (0, "")
        found = {r for word in self.words for r in self.readings(word)}
        found = [
            b for b in found
            if self.key(b) > low and int(self.k["min-faces"]) <= self.length(b) <= int(self.k["max-faces"])
        ]
        at = bisect.bisect_right(self.all, low)
        if at < len(self.all) and not words_only:
            lowest = self.all[at][1]
            if lowest not in self.words:
                found.append(lowest)
        return found

    def spelled(self, bid, hands):
        need = faces(bid)
        if "q" in need:
            if not self.on("qu-as-q"):
                return False
            need = need.replace("q", "Q")
        have = [face for hand in hands for _, face in hand]
        return all(need.count(f) <= have.count(f) for f in set(need))

    # -- A game is a dictionary; every step makes a new one.

    def count(self):
        total = [0, 0, 0] + [0] * self.seats
        size = len(self.dice)
        if self.k["handicap"]:
            share = [int(n) for n in self.k["handicap"].strip("[]").split(",")]
        else:
            share = [size // self.seats] * self.seats
        openers = range(self.seats) if self.k["first"] == "random" else [int(self.k["first"][5:]) - 1]
        for order in itertools.permutations(range(size)):
            rest = list(order)
            dealt = []
            for n in share:
                dealt.append(tuple(sorted(rest[:n])))
                rest = rest[n:]
            for opener in openers:
                base = {"held": tuple(dealt), "round": 0}
                for game in self.rounds(base, opener):
                    self.add(total, self.visit(game))
        return total

    @staticmethod
    def add(total, more):
        for i, n in enumerate(more):
            total[i] += n

    def rounds(self, g, opener):
        """The next round, once for each roll; or the end."""
        alive = [s for s in range(self.seats) if g["held"][s]]
        if len(alive) == 1 or g["round"] >= int(self.k["max-rounds"]):
            most = max(len(h) for h in g["held"])
            yield {"over": [s for s in range(self.seats) if len(g["held"][s]) == most]}
            return
        dice = sorted(d for held in g["held"] for d in held)
        for roll in itertools.product(*(self.dice[d] for d in dice)):
            up = dict(zip(dice, roll))
            new = {
                "held": g["held"], "round": g["round"] + 1, "turn": opener, "bids": 0,
                "hands": [[(d, up[d]) for d in held] for held in g["held"]],
                "bid": None, "before": None, "refused": 0, "timed": False,
            }
            yield self.poll(new, self.circle(g, opener))

    def circle(self, g, seat):
        """The living seats clockwise after this one, itself last."""
        order = [(seat + i) % self.seats for i in range(1, self.seats + 1)]
        return [s for s in order if g["held"][s]]

    def objects(self, g, seat):
        return (
            self.on("friendly-challenge") and g["bid"] is not None and g["refused"] < 2
            and g["bid"][1] != seat and not g["bid"][2]
        )

    def starts(self, g, seat):
        return self.on("timer") and not g["timed"] and seat != g["turn"]

    def poll(self, g, left):
        left = [s for s in left if self.objects(g, s) or self.starts(g, s)]
        if left:
            return dict(g, ask=("poll", left))
        return dict(g, ask=("turn",), refused=0)

    def visit(self, g):
        total = [0, 0, 0] + [0] * self.seats
        if "over" in g:
            total[1] = 1
            for s in g["over"]:
                total[3 + s] = 1
            return total
        total[0] = 1
        for outcomes, upheld in self.moves(g):
            total[2] += upheld
            for after in outcomes:
                self.add(total, self.visit(after))
        return total

    def moves(self, g):
        """What the seat that is asked may do: the games that each action may
        lead to, and whether the bidder loses by it."""
        kind = g["ask"][0]
        if kind == "turn":
            yield from self.turn(g)
        elif kind == "poll":
            seat, rest = g["ask"][1][0], g["ask"][1][1:]
            if self.objects(g, seat):
                yield self.question(g, seat, True)
            if self.starts(g, seat):
                timed = dict(g, timed=True)
                yield [self.poll(timed, [seat] + rest)], 0
            yield [self.poll(g, rest)], 0
        elif kind == "vote":
            _, left, by, friendly, votes = g["ask"]
            for vote in (True, False):
                cast = votes + [vote]
                if left[1:]:
                    yield [dict(g, ask=("vote", left[1:], by, friendly, cast))], 0
                else:
                    yield self.verdict(g, by, friendly, cast.count(True) > cast.count(False))
        else:
            seat = g["ask"][1]
            for die in g["held"][seat]:
                yield list(self.drop(g, seat, die)), 0

    def turn(self, g):
        seat = g["turn"]
        standing = g["bid"]
        if standing is None or g["bids"] < int(self.k["max-bids"]):
            low = standing[0] if standing else None
            strict = g["refused"] >= 2
            if strict and standing is None and not self.raises(None, True):
                strict = False
            for bid in self.raises(low, strict):
                order = self.circle(g, seat)
                new = dict(
                    g, bid=(bid, seat, False), before=standing, bids=g["bids"] + 1, timed=False, turn=order[0]
                )
                yield [self.poll(new, order)], 0
        if standing is not None:
            quiet = dict(g, timed=False)
            yield self.settle(quiet, seat, True)
            yield self.settle(quiet, seat, True) if standing[2] else self.question(quiet, seat, False)

    def question(self, g, by, friendly):
        word, bidder, _ = g["bid"]
        if word.replace("(q)", "q") in self.words:
            return self.verdict(g, by, friendly, True)
        voters = [(bidder + i) % self.seats for i in range(1, self.seats)]
        voters = [s for s in voters if s != by and (g["held"][s] or self.k["vote"] == "all")]
        if self.k["vote"] == "off" or not voters:
            return self.verdict(g, by, friendly, False)
        return [dict(g, ask=("vote", voters, by, friendly, []))], 0

    def verdict(self, g, by, friendly, valid):
        word, bidder, _ = g["bid"]
        if not friendly:
            return self.settle(g, by, valid)
        if valid:
            return [dict(g, bid=(word, bidder, True), ask=("turn",), refused=0)], 0
        back = dict(g, bid=g["before"], before=None, bids=g["bids"] - 1, turn=bidder)
        return [dict(back, ask=("turn",), refused=g["refused"] + 1)], 0

    def settle(self, g, caller, word):
        bid, bidder, _ = g["bid"]
        true = word and self.spelled(bid, g["hands"])
        loser = caller if true else bidder
        if len(g["held"][loser]) == 1:
            return list(self.drop(g, loser, g["held"][loser][0])), int(not true)
        return [dict(g, ask=("drop", loser))], int(not true)

    def drop(self, g, loser, die):
        held = list(g["held"])
        held[loser] = tuple(d for d in held[loser] if d != die)
        new = {"held": tuple(held), "round": g["round"]}
        opener = loser
        if not held[loser]:
            alive = self.circle(new, loser)
            fewest = min((len(held[s]) for s in alive), default=0)
            opener = next((s for s in alive if len(held[s]) == fewest), loser)
        return self.rounds(new, opener)


ROWS = """
-- Two dice, one round: the truth table of a call, and every string that is no word.
dice=[ae,t],max-bids=1 | a tea ate at eat te | 2
dice=[ae,t],max-bids=2 | a at te | 2
dice=[ae,et],max-bids=3 | at ta tee | 2
-- Other dice, and what is set aside.
dice=[a,t,b],max-bids=2 | at ab tab | 2
dice=[at,tb,a],max-bids=1 | at ab tab | 3
dice=[at,b,a,t],max-bids=1 | at ab tab | 2
dice=[a,a,a],max-bids=1 | a aa | 2
-- Handicaps: a die to choose, and who has the fewest opens.
dice=[a,t,b],handicap=[2,1],max-bids=1 | at ab tab | 2
dice=[a,t,b],handicap=[1,2],max-bids=1 | at ab tab | 2
dice=[a,t,b,a],handicap=[2,1,1],max-bids=1 | at ab | 3
-- Who opens.
dice=[ae,t],max-bids=2,first=seat-2 | a at te | 2
dice=[ae,t],max-bids=2,first=random | a at te | 2
-- Qu.
dice=[q,i],max-bids=2 | qi qu qui iq | 2
dice=[q,i],max-bids=2,qu-two=on | qi qu qui iq | 2
dice=[q,iu],max-bids=2,qu-as-q=on | qi qu qui iq | 2
dice=[q,iu],max-bids=2,qu-two=on,qu-as-q=on | qi qu qui iq | 2
-- Lengths.
dice=[ae,t],max-bids=2,min-faces=2 | a at te | 2
dice=[ae,t],max-bids=2,max-faces=1 | a at te e | 2
-- Rounds.
dice=[a,t,b,a],max-bids=1,max-rounds=1 | at ab | 2
dice=[a,t,b,a],max-bids=1,max-rounds=2 | at ab | 2
-- Friendly challenges and votes.
dice=[ae,t],max-bids=1,friendly-challenge=on | a at | 2
dice=[ae,t],max-bids=2,friendly-challenge=on | at | 2
dice=[a,t,b],max-bids=1,friendly-challenge=on | at | 3
dice=[a,t,b],max-bids=1,vote=players | at | 3
dice=[a,t,b],max-bids=1,vote=all | at | 3
dice=[a,t,b],max-bids=1,vote=all | at | 2
dice=[a,t,b],max-bids=1,friendly-challenge=on,vote=players | at | 3
-- The timer.
dice=[ae,t],max-bids=2,timer=on | a at | 2
dice=[a,t],max-bids=1,timer=on,friendly-challenge=on | at | 2
dice=[a,t,b],max-bids=1,timer=on | at | 3
-- What changes no count.
dice=[ae,t],max-bids=2,dice-identity=private | a at te | 2
dice=[ae,t],max-bids=2,talk=on | a at te | 2
"""

HEAD = """# Perft rows of liars-boggle: counts over every deal, every roll and every sequence of actions,
# where a seat may bid the words of the list and the lowest string of letters. The list stands in
# the second column; upheld: actions by which the bidder loses the round. Made by liars_boggle.py,
# which shares no code with the engine.
# RULES | WORDS | SEATS | decisions | terminals | upheld | wins by seat"""


def main():
    print(HEAD)
    for row in ROWS.strip().splitlines():
        if row.startswith("--"):
            print("\n#", row)
            continue
        rules, words, seats = (cell.strip() for cell in row.split("|"))
        settings = dict(item.split("=") for item in re.split(r",(?![^\[]*\])", rules))
        game = Game(settings, words.split(), int(seats))
        counts = game.count()
        wins = " / ".join(map(str, counts[3:]))
        print(f"liars-boggle({rules}) | {words} | {seats} | {counts[0]} | {counts[1]} | {counts[2]} | {wins}", flush=True)


main()
