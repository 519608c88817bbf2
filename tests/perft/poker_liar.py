#!/usr/bin/env python3
"""Independent enumerator of poker-liar.

    poker_liar.py poker-liar.txt          recompute every row, report each that differs
    poker_liar.py --row "RULES | SEATS"   print one row
    --literal                             walk every path, no remembering (slow)

A second opinion on the engine: written from the rules of the table, by plain recursion over what
the players do, sharing no idea with it. A hand is a sorted tuple of faces, the order of hands is
computed from how often each face occurs, and what is under the cup is an argument like any other.
One short cut, off with --literal: a position that was counted before is not counted again.
Python 3.9+, standard library only.
"""
import functools
import itertools
import re
import sys
from collections import Counter

DEFAULTS = {
    "dice": "poker", "cup": "5", "faces": "6", "straights": "below-full", "chips": "3",
    "after-doubt": "doubter", "top-claim": "must-doubt", "seating-throw": "on",
    "max-claims": "300", "max-rounds": "1000",
}
LITERAL = False


def parse(text):
    found = re.fullmatch(r"poker-liar(?:\((.+)\))?", text)
    if not found:
        raise ValueError(f"not poker-liar rules: {text!r}")
    rules = dict(DEFAULTS)
    for item in (found.group(1) or "").split(","):
        if item:
            name, value = item.split("=")
            if name not in rules:
                raise ValueError(f"no knob {name!r}")
            rules[name] = value
    if rules["seating-throw"] == "on":
        raise ValueError("ties can be thrown for ever: count with seating-throw=off")
    return rules


def kinds(straights):
    """Names of the kinds of hand, from low to high."""
    order = ["none", "pair", "pairs", "three", "full", "four", "five"]
    if straights != "none":
        order.insert(order.index("full") + (straights == "above-full"), "straight")
    return order


def strength(hand, straights):
    """Something that compares as hands do."""
    count = Counter(hand)
    shape = sorted(count.values(), reverse=True)
    if shape[0] >= 4:
        kind = "four" if shape[0] == 4 else "five"
    elif shape[0] == 3:
        kind = "full" if 2 in shape else "three"
    elif shape[0] == 2:
        kind = "pairs" if shape.count(2) == 2 else "pair"
    else:
        run = len(hand) >= 3 and max(hand) - min(hand) == len(hand) - 1
        kind = "straight" if run and straights != "none" else "none"
    faces = sorted(count, key=lambda face: (count[face], face), reverse=True)
    return kinds(straights).index(kind), [face for face in faces for _ in range(count[face])]


def add(*counts):
    return tuple(map(sum, zip(*counts)))


def row(text, seats):
    rules = parse(text)
    cup, faces, chips = int(rules["cup"]), int(rules["faces"]), int(rules["chips"])
    most_claims, most_rounds = int(rules["max-claims"]), int(rules["max-rounds"])
    hands = sorted(itertools.combinations_with_replacement(range(faces), cup),
                   key=lambda hand: strength(hand, rules["straights"]))
    place = {hand: index for index, hand in enumerate(hands)}
    nothing = (0, 0, 0) + (0,) * seats      # decisions, terminals, upheld, wins by seat
    remember = (lambda f: f) if LITERAL else functools.lru_cache(maxsize=None)

    def throw(kept, number):
        """Every outcome of so many dice, with those that were kept."""
        for thrown in itertools.product(range(faces), repeat=number):
            yield tuple(sorted(kept + thrown))

    def left(seat, stacks):
        for step in range(1, seats + 1):
            other = (seat + step) % seats
            if stacks[other]:
                return other

    def over(stacks):
        most = max(stacks)
        return (0, 1, 0) + tuple(int(stack == most) for stack in stacks)

    @remember
    def sequence(stacks, opener, number):
        total = nothing
        for hand in throw((), cup):
            total = add(total, claim(stacks, number, opener, hand, None, 0))
        return total

    @remember
    def claim(stacks, number, seat, hand, last, made):
        total = (1,) + nothing[1:]
        lowest = 0 if last is None else min(last + 1, len(hands) - 1)
        for rank in range(lowest, len(hands)):
            total = add(total, answer(stacks, number, seat, hand, rank, made + 1))
        return total

    @remember
    def answer(stacks, number, claimant, hand, rank, made):
        me = left(claimant, stacks)
        false = place[hand] < rank
        pays = claimant if false else me
        after = tuple(stack - (seat == pays) for seat, stack in enumerate(stacks))
        total = (1, 0, int(false)) + nothing[3:]
        if sum(1 for stack in after if stack) == 1 or number == most_rounds:
            total = add(total, over(after))
        elif rules["after-doubt"] == "doubter" and after[me]:
            total = add(total, sequence(after, me, number + 1))
        else:
            total = add(total, sequence(after, left(me, after), number + 1))
        top = rank == len(hands) - 1
        if made < most_claims and not (top and rules["top-claim"] == "must-doubt"):
            total = add(total, take(stacks, number, me, hand, rank, made))
        return total

    @remember
    def take(stacks, number, seat, hand, rank, made):
        total = (1,) + nothing[1:]
        top = rank == len(hands) - 1
        keeps = {()} if top else {kept for size in range(cup + 1)
                                  for kept in itertools.combinations(hand, size)}
        for kept in keeps:
            for result in throw(kept, cup - len(kept)):
                total = add(total, claim(stacks, number, seat, result, rank, made))
        return total

    return sequence((chips,) * seats, 0, 1)


def show(text, seats):
    found = row(text, seats)
    wins = " / ".join(map(str, found[3:]))
    return f"{text} | {seats} | {found[0]} | {found[1]} | {found[2]} | {wins}"


def main(arguments):
    global LITERAL
    sys.setrecursionlimit(10000)
    if "--literal" in arguments:
        LITERAL = True
        arguments.remove("--literal")
    if arguments[:1] == ["--row"]:
        text, seats = arguments[1].split("|")
        print(show(text.strip(), int(seats)))
        return 0
    wrong = rows = 0
    with open(arguments[0], encoding="utf-8") as table:
        for line in map(str.strip, table):
            if line and not line.startswith("#"):
                cells = [cell.strip() for cell in line.split("|")]
                found = show(cells[0], int(cells[1]))
                rows += 1
                if found != " | ".join(cells[:6]):
                    wrong += 1
                    print(f"{line}\n    found {found}")
    print(f"{rows} rows, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
