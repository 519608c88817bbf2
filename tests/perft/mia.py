#!/usr/bin/env python3
"""Independent enumerator of Mia.

    mia.py mia.txt                  recompute every row, report each that differs
    mia.py --row "RULES | SEATS"    print one row
    mia.py --flips mia.txt          say which knobs move no count anywhere
    mia.py --literal ...            roll two dice 36 times instead of 21 values with weights (slow)

A second opinion on the engine, written from the rules as a recursion over what happens at a
table; it shares nothing with it. One SHORT CUT, which --literal turns off: a roll is one of 21
values that counts once or twice, and equal positions are counted once and remembered.
Python 3.9+, standard library only.

A row counts, over every outcome of every roll: decisions (a player is asked), terminals
(finished games), caught (a lifted cup shows less than was announced), and for each seat the
finished games in which it has the first place, shared or not.
"""
import re
import sys
from functools import lru_cache

STANDARD = "31 32 41 42 43 51 52 53 54 61 62 63 64 65 11 22 33 44 55 66 21".split()
ORDERS = {
    "standard": STANDARD,
    "doubles-down": STANDARD[:14] + STANDARD[19:13:-1] + ["21"],
    "little-mia": STANDARD[1:20] + ["31", "21"],
}
KNOBS = {  # knob: default, allowed values
    "lives": ("3", range(1, 21)),
    "order": ("standard", tuple(ORDERS)),
    "raise": ("higher", ("higher", "equal")),
    "pass-unseen": ("off", ("off", "on")),
    "mia-real": ("2", range(1, 21)),
    "mia-false": ("1", range(1, 21)),
    "mia-give-up": ("on", ("off", "on")),
    "mia-ends-round": ("off", ("off", "on")),
    "next": ("loser", ("loser", "winner", "source")),
    "last": ("wins", ("wins", "first-out-loses")),
    "max-claims": ("100", range(1, 1001)),
    "max-rounds": ("10000", range(1, 1000001)),
}


def read_rules(text):
    match = re.fullmatch(r"mia(?:\(([^()]+)\))?", text.strip())
    if not match:
        raise ValueError(f"{text!r} is no rules text")
    rules = {name: default for name, (default, _) in KNOBS.items()}
    for setting in (match[1] or "").split(",") if match[1] else []:
        name, value = setting.split("=")
        if value not in [str(choice) for choice in KNOBS[name][1]]:
            raise ValueError(f"{name} cannot be {value}")
        rules[name] = value
    if rules["mia-ends-round"] == "on" and rules["mia-give-up"] == "off":
        raise ValueError("mia-give-up=off says nothing with mia-ends-round=on")
    return {name: int(value) if value.isdigit() else value for name, value in rules.items()}


def rolls(order, literal):
    """The strength of every roll, with how often it comes."""
    found = []
    for one in range(1, 7):
        for other in range(1, 7):
            name = f"{max(one, other)}{min(one, other)}"
            found.append((ORDERS[order].index(name), 1))
    if not literal:  # SHORT CUT
        found = [(strength, sum(1 for other, _ in found if other == strength)) for strength in range(21)]
    return found


def count(rules, seats, literal=False):
    """[decisions, terminals, caught, wins by seat ...]"""
    MIA = 20
    throws = rolls(rules["order"], literal)
    zero = (0,) * (3 + seats)

    def plus(*parts):
        return tuple(sum(column) for column in zip(*parts))

    def unit(position):
        return tuple(int(index == position) for index in range(3 + seats))

    def left_of(seat, lives):
        """The next player clockwise who has lives."""
        while True:
            seat = (seat + 1) % seats
            if lives[seat] > 0:
                return seat

    def finished(winners):
        return plus(unit(1), *[unit(3 + seat) for seat in winners])

    def remember(function):
        return function if literal else lru_cache(maxsize=None)(function)

    @remember
    def a_round(lives, played, opener):
        """From the roll that opens the round after `played` others."""
        parts = [zero]
        for strength, times in throws:
            after = announcing(lives, played, opener, -1, 0, strength)
            parts.append(tuple(times * number for number in after))
        return plus(*parts)

    @remember
    def announcing(lives, played, seat, last, made, dice):
        """`seat` has rolled `dice` and must top `last` (-1: anything goes)."""
        lowest = last if rules["raise"] == "equal" and last >= 0 else last + 1
        parts = [unit(0)]
        for claim in range(lowest, MIA + 1):
            parts.append(announced(lives, played, seat, claim, made + 1, dice))
        return plus(*parts)

    def announced(lives, played, seat, claim, made, dice):
        if claim == MIA and rules["mia-ends-round"] == "on":
            return lifted(lives, played, seat, claim, dice)
        return deciding(lives, played, seat, claim, made, dice)

    @remember
    def deciding(lives, played, announcer, claim, made, dice):
        """The player after `announcer` has the cup, with `dice` under it."""
        seat = left_of(announcer, lives)
        parts = [unit(0), lifted(lives, played, announcer, claim, dice)]
        if claim == MIA:
            if rules["mia-give-up"] == "on":
                parts.append(settle(lives, played, announcer, seat, False, {seat: 1}))
        elif made < rules["max-claims"]:
            for strength, times in throws:
                after = announcing(lives, played, seat, claim, made, strength)
                parts.append(tuple(times * number for number in after))
            if rules["pass-unseen"] == "on":
                for higher in range(claim if rules["raise"] == "equal" else claim + 1, MIA + 1):
                    parts.append(announced(lives, played, seat, higher, made + 1, dice))
        return plus(*parts)

    def lifted(lives, played, announcer, claim, dice):
        looker = left_of(announcer, lives)
        if dice < claim:
            cost = rules["mia-false"] if claim == MIA else 1
            return plus(unit(2), settle(lives, played, announcer, looker, True, {announcer: cost}))
        cost = rules["mia-real"] if claim == MIA else 1
        hit = [looker]
        if claim == MIA and rules["mia-ends-round"] == "on":
            hit = [seat for seat in range(seats) if lives[seat] > 0 and seat != announcer]
        return settle(lives, played, announcer, looker, False, {seat: cost for seat in hit})

    def settle(lives, played, announcer, looker, caught, costs):
        now = tuple(max(0, had - costs.get(seat, 0)) for seat, had in enumerate(lives))
        somebody_out = any(had > 0 and has == 0 for had, has in zip(lives, now))
        alive = [seat for seat in range(seats) if now[seat] > 0]
        if somebody_out and rules["last"] == "first-out-loses":
            return finished(alive)
        if len(alive) == 1:
            return finished(alive)
        if played + 1 == rules["max-rounds"]:
            if rules["last"] == "wins":
                return finished([seat for seat in alive if now[seat] == max(now)])
            fewest = min(now[seat] for seat in alive)
            better = [seat for seat in alive if now[seat] > fewest]
            return finished(better or alive)
        opener = {
            "loser": announcer if caught else looker,
            "winner": looker if caught else announcer,
            "source": looker if caught else left_of(looker, now),
        }[rules["next"]]
        if now[opener] == 0:
            opener = left_of(opener, now)
        return a_round(now, played + 1, opener)

    return a_round((rules["lives"],) * seats, 0, 0)


def show(numbers):
    return " | ".join(map(str, numbers[:3])) + " | " + " / ".join(map(str, numbers[3:]))


def rows(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                yield [cell.strip() for cell in line.split("|")]


def main(arguments):
    literal = "--literal" in arguments
    arguments = [argument for argument in arguments if argument != "--literal"]
    if arguments[:1] == ["--row"]:
        rules, seats = arguments[1].split("|")
        print(f"{rules.strip()} | {int(seats)} | {show(count(read_rules(rules), int(seats), literal))}")
        return 0
    flips = arguments[:1] == ["--flips"]
    table = list(rows(arguments[-1]))
    wrong = 0
    for cells in table:
        found = show(count(read_rules(cells[0]), int(cells[1]), literal))
        if found != " | ".join(cells[2:6]):
            wrong += 1
            print("differs:", " | ".join(cells[:2]), "|", found)
    print(f"{len(table)} rows, {wrong} differ")
    if flips:
        moved = set()
        for cells in table:
            rules = read_rules(cells[0])
            for name, (default, _) in KNOBS.items():
                plain = dict(rules, **{name: int(default) if default.isdigit() else default})
                if plain != rules and name not in ("lives", "max-claims", "max-rounds"):
                    if show(count(plain, int(cells[1]))) != " | ".join(cells[2:6]):
                        moved.add(name)
        print("moves a count when flipped:", ", ".join(name for name in KNOBS if name in moved))
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
