#!/usr/bin/env python3
"""Independent enumerator of the liars-dice family.

    enumerate.py liars-dice.txt           recompute every row, report each that differs
    enumerate.py --row "RULES | SEATS"    print one row
    enumerate.py --flips liars-dice.txt   show that every knob value moves a count somewhere
    enumerate.py --ladders ladders.txt    recompute every ladder
    enumerate.py --odds odds.txt          recompute the odds by exact fractions
    --literal                             walk every deal and path, no short cuts (slow)

The second opinion on the engine, with which it shares nothing: plain recursion over what happens
at a table. Its two short cuts are named SHORT CUT below; --literal turns both off.
"""
import itertools
import re
import sys
from collections import Counter, namedtuple
from fractions import Fraction
from math import comb

# ---------------------------------------------------------------- rules text

# In the order canonical text must use. Words: the choices, default first. Numbers: default, from, to.
KNOBS = {
    "dice": (5, 1, 20), "faces": (6, 2, 20),
    "ones-wild": "off on", "highest-wild": "off on", "ones-bids": "low forbid high dudo perudo",
    "ones-killed-by-bid": "off on", "natural": "off on", "ladder": "reset-face reset-quantity",
    "q-over-total": "reject allow", "any-player": "off on", "opens": "loser winner",
    "first": "seat-1 throw", "open-on-ones": "on off", "loss": "one difference",
    "exact-bid": "challenger others", "spot-on": "off on",
    "spot-on-who": "turn any-but-bidder out-of-turn", "spot-on-cost": (1, 1, 20),
    "spot-on-gain": (1, 0, 20), "spot-on-hits-bidder": "off on", "spot-on-hits-others": "off on",
    "spot-on-limit": (0, 0, 255), "palifico": "off on", "palifico-two": "off on",
    "palifico-may-change": "off on", "palifico-spot-on": "off on",
    "until": "elimination one-round", "max-rounds": (10000, 1, 1000000),
}
NAMES = list(KNOBS)


def read(name, text):
    """The value of a knob: a number, a word, or True and False for on and off."""
    kind = KNOBS[name]
    if name == "dice" and re.fullmatch(r"\[.*\]", text):     # [5,3]: one number per seat
        return tuple(read(name, part) for part in text[1:-1].split(","))
    if isinstance(kind, str):
        good, value = text in kind.split(), {"on": True, "off": False}.get(text, text)
    else:
        good = re.fullmatch("0|[1-9][0-9]*", text) and kind[1] <= int(text) <= kind[2]
        value = int(text) if good else None
    if not good:
        raise ValueError(f"{name} cannot be {text!r}")
    return value


DEFAULTS = {name: read(name, kind.split()[0]) if isinstance(kind, str) else kind[0]
            for name, kind in KNOBS.items()}


def parse(text):
    """Canonical rules text to a dict of all knobs; ValueError if it is not canonical or refused."""
    found = re.fullmatch(r"liars-dice(?:\((.+)\))?", text)
    if not found:
        raise ValueError(f"not liars-dice rules: {text!r}")
    rules, last = dict(DEFAULTS), -1
    # Commas inside [5,3] do not separate knobs.
    for item in re.split(r",(?![^\[]*\])", found.group(1)) if found.group(1) else []:
        name, _, value = item.partition("=")
        if name not in NAMES:
            raise ValueError(f"no knob {name!r}")
        if NAMES.index(name) <= last:
            raise ValueError(f"{name!r} is out of order")
        last = NAMES.index(name)
        rules[name] = read(name, value)
        if rules[name] == DEFAULTS[name]:
            raise ValueError(f"{item!r} is the default and must not be written")
    refuse(rules)
    return rules


def refuse(r):
    """The combinations that mean nothing."""
    wild = r["ones-wild"] or r["highest-wild"]
    palifico_clash = (r["loss"] == "difference" or r["exact-bid"] == "others"
                      or r["spot-on-hits-others"] or r["spot-on-hits-bidder"]
                      or r["opens"] == "winner" or r["until"] == "one-round")

    def changed(prefix):
        return any(name.startswith(prefix) and r[name] != DEFAULTS[name] for name in NAMES)

    for bad, why in [
        (r["ones-wild"] and r["highest-wild"], "two wild faces"),
        (r["ones-bids"] != "low" and not r["ones-wild"], "ones-bids without ones-wild"),
        (r["ones-killed-by-bid"] and (not r["ones-wild"] or r["ones-bids"] == "forbid"),
         "nothing for ones-killed-by-bid to kill"),
        (r["natural"] and not wild, "natural without a wild face"),
        (r["ones-bids"] in ("dudo", "perudo") and r["ladder"] == "reset-quantity",
         "ones-bids by quantity with ladder=reset-quantity"),
        (not r["open-on-ones"] and (not r["ones-wild"] or r["ones-bids"] == "forbid"),
         "no bid on ones for open-on-ones to refuse"),
        (changed("spot-on-") and not r["spot-on"], "spot-on-* without spot-on"),
        (r["spot-on-hits-bidder"] and r["spot-on-hits-others"], "spot-on hits twice"),
        (changed("palifico-") and not r["palifico"], "palifico-* without palifico"),
        (r["palifico"] and palifico_clash, "palifico with a rule it does not go with"),
        (r["palifico-spot-on"] and not r["spot-on"], "palifico-spot-on without spot-on"),
        (r["until"] == "one-round" and r["opens"] == "winner", "one-round opens nothing"),
    ]:
        if bad:
            raise ValueError("refused: " + why)


# ------------------------------------------------------------------- ladders

def higher(r, new, old):
    """Is bid `new` strictly higher than bid `old` in an ordinary round?"""
    (q, f), (oq, of) = new, old
    style = r["ones-bids"]
    if style in ("dudo", "perudo") and (f == 1) != (of == 1):
        # The two ways between ones and the other faces, as the rule words them.
        if f == 1:    # dudo: n ones stand above (2n-1, F); perudo: above (2n, F)
            return oq <= (2 * q - 1 if style == "dudo" else 2 * q)
        return q >= (2 * oq if style == "dudo" else 2 * oq + 1)
    order = list(range(1, r["faces"] + 1))
    if style == "high":
        order = order[1:] + [1]
    if r["ladder"] == "reset-quantity":
        return q > oq if f == of else order.index(f) > order.index(of)
    return order.index(f) > order.index(of) if q == oq else q > oq


def ladder(r, height):
    """All bids of an ordinary round, lowest first, by comparing every pair of them."""
    bids = [(q, f) for q in range(1, height + 1) for f in range(1, r["faces"] + 1)
            if not (f == 1 and r["ones-bids"] == "forbid")]
    # In a strict total order each bid beats a different number of others: 0, 1, 2, ...
    beats = {bid: [other for other in bids if higher(r, bid, other)] for bid in bids}
    for a, b in itertools.combinations(bids, 2):
        assert (a in beats[b]) != (b in beats[a]), f"{a} and {b} are not in order"
    in_order = sorted(bids, key=lambda bid: len(beats[bid]))
    assert [len(beats[bid]) for bid in in_order] == list(range(len(bids))), "not transitive"
    return in_order


# ---------------------------------------------------------------- enumerator
# Between two rounds: dice held, who opens, is the round palifico, who has had his palifico, exact
# calls made (kept only if there is a limit, since nothing else looks at them), rounds finished.
State = namedtuple("State", "dice opener special fallen calls rounds")


class Enumerator:
    """Counts are lists: decisions, terminals, upheld, then wins of each seat."""

    def __init__(self, r, seats, literal=False):
        self.r, self.seats, self.literal = r, seats, literal
        self.start = r["dice"] if isinstance(r["dice"], tuple) else (r["dice"],) * seats
        if len(self.start) != seats or seats < 2:
            raise ValueError(f"dice for {len(self.start)} seats, but {seats} seats")
        if r["first"] != "seat-1":
            raise ValueError("first=throw is not enumerated: its ties never end")
        self.known, self.raises_over = {}, {}

    def whole_game(self):
        none = (0,) * self.seats
        return self.game(State(self.start, 0, False, (False,) * self.seats, none, 0))

    def game(self, s):
        """Everything from the roll of the next round on."""
        # SHORT CUT: the same state met on another path leads to the same counts.
        if s not in self.known or self.literal:
            total = [0] * (3 + self.seats)
            for shown, times in self.rolls(sum(s.dice)):
                one = [0] * (3 + self.seats)
                self.turn(s, shown, None, None, s.opener, False, one)
                for i, value in enumerate(one):
                    total[i] += times * value
            self.known[s] = total
        return self.known[s]

    def rolls(self, n):
        """(how many dice show each face, how often) over all faces**n deals."""
        deals = itertools.product(range(1, self.r["faces"] + 1), repeat=n)
        tallies = (tuple(deal.count(f) for f in range(self.r["faces"] + 1)) for deal in deals)
        # SHORT CUT: a round asks of a deal only how many dice show a face, not whose they are.
        return ((t, 1) for t in tallies) if self.literal else Counter(tallies).items()

    # -- a round. `ones` tells whether ones have been bid in it; counts are added to `out`.

    def turn(self, s, shown, bid, bidder, player, ones, out):
        """The player in turn raises, challenges or calls exact; the opener can only bid."""
        out[0] += 1
        for new in self.raises(s, bid, player):
            then = self.alive_from(s.dice, player + 1)
            others = [seat for seat in self.clockwise(then + 1)
                      if s.dice[seat] and seat not in (player, then) and self.claims(s, seat, False)]
            self.poll(s, shown, new, player, then, ones or new[1] == 1, others, out)
        if bid is not None:
            for claim in self.claims(s, player, True):
                claim(s, shown, bid, bidder, player, ones, out)

    def poll(self, s, shown, bid, bidder, player, ones, others, out):
        """The seats that may claim out of turn are asked one by one, then it is `player`'s turn."""
        if not others:
            self.turn(s, shown, bid, bidder, player, ones, out)
            return
        out[0] += 1
        self.poll(s, shown, bid, bidder, player, ones, others[1:], out)     # this seat passes
        for claim in self.claims(s, others[0], False):
            claim(s, shown, bid, bidder, others[0], ones, out)

    def claims(self, s, seat, in_turn):
        """What a seat may do about the last bid, other than raise or pass."""
        r, allowed = self.r, []
        if in_turn or r["any-player"]:
            allowed.append(self.challenge)
        who = ("turn", "any-but-bidder") if in_turn else ("out-of-turn", "any-but-bidder")
        if (r["spot-on"] and r["spot-on-who"] in who
                and (not s.special or r["palifico-spot-on"])
                and (r["spot-on-limit"] == 0 or s.calls[seat] < r["spot-on-limit"])):
            allowed.append(self.exact)
        return allowed

    def raises(self, s, bid, player):
        """The bids `player` may make over `bid` (None: he opens)."""
        r = self.r
        height = sum(s.dice) if r["q-over-total"] == "reject" else sum(self.start)
        if s.special:       # plain dice, all faces, no ban on opening with ones
            every = [(q, f) for q in range(1, height + 1) for f in range(1, r["faces"] + 1)]
            if bid is None:
                return every
            if r["palifico-may-change"] and s.dice[player] == 1:
                return [new for new in every if new > bid]      # quantity, then face
            return [(q, f) for q, f in every if f == bid[1] and q > bid[0]]
        if (height, bid) not in self.raises_over:
            self.raises_over[height, bid] = [
                new for new in ladder(r, height)
                if (higher(r, new, bid) if bid else new[1] != 1 or r["open-on-ones"])]
        return self.raises_over[height, bid]

    def count(self, s, shown, face, ones):
        """How many dice stand for a bid on `face`."""
        r, real, wild = self.r, shown[face], None
        if r["ones-wild"] and not (r["ones-killed-by-bid"] and ones):
            wild = 1
        if r["highest-wild"]:
            wild = r["faces"]
        if s.special or wild in (None, face):
            return real
        if r["natural"] and real == 0:
            return 0
        return real + shown[wild]

    # -- settling

    def challenge(self, s, shown, bid, bidder, challenger, ones, out):
        r, q, count = self.r, bid[0], self.count(s, shown, bid[1], ones)
        change, by = [0] * self.seats, abs(q - count) if r["loss"] == "difference" else 1
        loser, winner = (bidder, challenger) if count < q else (challenger, bidder)
        if count != q:
            change[loser] = -by
        elif r["exact-bid"] == "challenger":
            change[challenger] = -1
        else:
            change = [0 if seat == bidder else -1 for seat in range(self.seats)]
        if count < q:
            out[2] += 1
        self.settle(s, change, loser if r["opens"] == "loser" else winner, s.calls, out)

    def exact(self, s, shown, bid, bidder, caller, ones, out):
        r, change, calls = self.r, [0] * self.seats, s.calls
        if r["spot-on-limit"]:
            calls = tuple(n + (seat == caller) for seat, n in enumerate(calls))
        if self.count(s, shown, bid[1], ones) != bid[0]:
            change[caller] = -r["spot-on-cost"]
        else:
            if r["spot-on-hits-others"]:
                change = [-1] * self.seats
            if r["spot-on-hits-bidder"]:
                change[bidder] = -1
            change[caller] = min(r["spot-on-gain"], self.start[caller] - s.dice[caller])
        self.settle(s, change, caller, calls, out)

    def settle(self, s, change, opener, calls, out):
        """Move the dice, then end the game or play on."""
        r = self.r
        now = tuple(max(0, had + c) if had else 0 for had, c in zip(s.dice, change))
        alive = [seat for seat in range(self.seats) if now[seat]]
        if r["until"] == "one-round":       # who lost dice is behind all who did not
            first = [seat for seat in range(self.seats) if now[seat] >= s.dice[seat]]
        elif len(alive) == 1:
            first = alive
        elif s.rounds + 1 == r["max-rounds"]:
            first = [seat for seat in alive if now[seat] == max(now)]
        else:
            first = None
        if first is not None:
            out[1] += 1
            for seat in first:
                out[3 + seat] += 1
            return
        opener = self.alive_from(now, opener)
        fell = [seat for seat in alive if s.dice[seat] > 1 and now[seat] == 1 and not s.fallen[seat]]
        special, fallen = False, s.fallen
        if r["palifico"] and fell:
            assert fell == [opener], "palifico must belong to the seat that opens"
            special = len(alive) > 2 or r["palifico-two"]
            fallen = tuple(had or seat in fell for seat, had in enumerate(s.fallen))
        later = self.game(State(now, opener, special, fallen, calls, s.rounds + 1))
        for i, value in enumerate(later):
            out[i] += value

    def clockwise(self, seat):
        return [(seat + i) % self.seats for i in range(self.seats)]

    def alive_from(self, held, seat):
        return next(other for other in self.clockwise(seat) if held[other])


# --------------------------------------------------------------- closed forms

def closed_form(r, seats):
    """Decisions, terminals, upheld of one plain round by arithmetic, or None if it has more in it:
    every set of the n bids is one sequence, 2**n nodes per deal, and 2**i of them end on bid i."""
    if (r["until"] != "one-round" or r["any-player"] or r["spot-on"] or r["ones-killed-by-bid"]
            or not r["open-on-ones"]):
        return None
    game = Enumerator(r, seats)
    s = State(game.start, 0, False, (), (), 0)
    bids, deals = ladder(r, sum(game.start)), r["faces"] ** sum(game.start)
    upheld = sum(times * 2 ** i for shown, times in game.rolls(sum(game.start))
                 for i, (q, f) in enumerate(bids) if game.count(s, shown, f, False) < q)
    return [deals * 2 ** len(bids), deals * (2 ** len(bids) - 1), upheld]


# ---------------------------------------------------------------------- files

def lines(path):
    return [[part.strip() for part in line.split("|")] for line in open(path, encoding="utf-8")
            if line.strip() and not line.startswith("#")]


def show(counts):
    return [str(n) for n in counts[:3]] + [" / ".join(str(n) for n in counts[3:])]


def check_rows(path, literal):
    bad, rows, closed = 0, 0, 0
    for rules, seats, *expected, source in lines(path):
        if literal and re.search(r"\bslow\b", source):
            continue
        rows += 1
        counts = Enumerator(parse(rules), int(seats), literal).whole_game()
        if show(counts) != expected:
            bad += 1
            print(f"DIFFERS {rules} | {seats}\n  file  {' | '.join(expected)}"
                  f"\n  found {' | '.join(show(counts))}")
        form = closed_form(parse(rules), int(seats))
        closed += form is not None
        if form not in (None, counts[:3]):
            bad += 1
            print(f"CLOSED FORM DIFFERS {rules} | {seats}: {form}")
    print(f"{rows} rows, {closed} of them also by closed form, {bad} differences")
    return bad


def flips(path):
    """Every pair of rows that differ in one knob; fails if a knob value moves no count anywhere."""
    rows = [(rules, seats, counts, parse(rules)) for rules, seats, *counts, _ in lines(path)]
    # Every word that is not a default must be seen at work, and of a number some other value.
    moved = {(name, value): [] for name, kind in KNOBS.items() if name != "first"
             for value in (kind.split()[1:] if isinstance(kind, str) else ["n"])}
    moved["dice", "[n,m]"] = []
    for one, two in itertools.permutations(rows, 2):
        knobs = [name for name in NAMES if one[3][name] != two[3][name]]
        if one[1] != two[1] or len(knobs) != 1 or two[3][knobs[0]] == DEFAULTS[knobs[0]]:
            continue
        name, value = knobs[0], two[3][knobs[0]]
        if isinstance(KNOBS[name], str):
            if one[3][name] != DEFAULTS[name]:      # words are flipped from their default
                continue
            value = {True: "on", False: "off"}.get(value, value)
        else:
            value = "n" if type(value) is int else "[n,m]"
        which = [what for what, a, b in zip(("decisions", "terminals", "upheld", "wins"),
                                            one[2], two[2]) if a != b]
        if which:
            moved[name, value].append((which, one, two))
        else:
            print(f"{name}={value}: no effect here\n    {one[0]} | {one[1]}\n    {two[0]} | {two[1]}")
    for (name, value), pairs in moved.items():
        print(f"{name}={value}: {len(pairs)} pairs of rows differ" + (", first:" if pairs else ""))
        for which, one, two in pairs[:1]:
            print(f"  in {', '.join(which)}",
                  *[" | ".join([row[0], row[1], *row[2]]) for row in (one, two)], sep="\n    ")
    missing = [f"{name}={value}" for (name, value), pairs in moved.items() if not pairs]
    print(f"{len(moved)} knob values, not seen to move a count: {', '.join(missing) or 'none'}")
    return len(missing)


def check_ladders(path):
    bad = 0
    for rules, height, expected in lines(path):
        found = " ".join(f"{q}x{f}" for q, f in ladder(parse(rules), int(height)))
        if found != expected:
            bad += 1
            print(f"DIFFERS {rules} | {height}\n  file  {expected}\n  found {found}")
    r = parse("liars-dice(ones-wild=on,ones-bids=perudo)")
    for old, face, least in [((9, 4), 1, 5), ((5, 3), 1, 3), ((4, 6), 1, 2), ((5, 1), 2, 11),
                             ((5, 1), 6, 11), ((3, 1), 2, 7), ((3, 1), 6, 7)]:
        if min(q for q in range(1, 21) if higher(r, (q, face), old)) != least:
            bad += 1
            print(f"PERUDO RAISE DIFFERS from {old} to face {face}: not {least}")
    print(f"ladders: {bad} differences")
    return bad


def check_odds(path):
    bad = 0
    for what, p, n, k, *expected in lines(path):
        p, n = Fraction(p), int(n)
        exactly = [comb(n, i) * p ** i * (1 - p) ** (n - i) for i in range(n + 1)]
        if what == "at-least":
            chance = sum(exactly[int(k):])
            found = [str(chance), f"{float(chance):.6f}"]
        else:       # counts of rolls, out of all (1/p)**n of them
            found = [" ".join(str(e * p.denominator ** n) for e in exactly), str(p.denominator ** n)]
        if found != expected[:2]:
            bad += 1
            print(f"DIFFERS {what} | {p} | {n} | {k}: found {' | '.join(found)}")
    print(f"odds: {bad} differences")
    return bad


def main(args):
    literal = "--literal" in args
    args = [arg for arg in args if arg != "--literal"]
    checks = {"--flips": flips, "--ladders": check_ladders, "--odds": check_odds}
    if args[:1] == ["--row"] and len(args) == 2:
        rules, seats = map(str.strip, args[1].split("|"))
        counts = Enumerator(parse(rules), int(seats), literal).whole_game()
        print(" | ".join([rules, seats] + show(counts)))
        return 0
    if len(args) == 2 and args[0] in checks:
        return checks[args[0]](args[1]) > 0
    if len(args) == 1 and not args[0].startswith("-"):
        return check_rows(args[0], literal) > 0
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
