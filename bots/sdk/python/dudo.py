"""Bots for dudo in Python: one file, standard library only, Python 3.9 or later.

    from dudo import Bot, run

    class Mine(Bot):
        def act(self, view):
            return self.rng.choice(view.legal)

    run(Mine)

Name it in a run file as `use = "cmd:python3 mine.py"`; the arena finds this module
by itself. To try a bot by hand, put this file beside it.

What a bot must know:

* `act` gets a view and gives back an action as text, such as "bid 3x5". `view.legal`
  lists what is legal (a sample where that is very much), so any of these will do.
* An action that is not legal, an exception, or a reply that comes too late costs the game.
* `print` goes to standard error, which the arena keeps in `bots/<name>.log`.
* All chance comes from `self.rng`, which is seeded by the arena: the same game is
  then played in the same way again. Neither clock nor `random.random()`.
* One object lives for one session. What it learns there it may use there.

The protocol itself is described in `FORMATS.md`; this file is all of its Python side.
"""

import json as _json
import os as _os
import random as _random
import sys as _sys
import traceback as _traceback
from functools import lru_cache as _cache
from itertools import product as _product
from math import comb as _comb

__all__ = [
    "Bot",
    "View",
    "at_least",
    "bid_chance",
    "mia_chance",
    "parse",
    "run",
    "throw_chance",
]


class View(dict):
    """What a seat sees: `view["seats"]` is also `view.seats`.

    The fields of each game are listed in `VIEWS.md`; `dudo new` puts that beside the bot.
    Besides there are

    legal:  the legal actions, a list of texts;
    events: what was told since the last decision, a list of texts such as "2 bid 3x5".
    """

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            known = ", ".join(sorted(self))
            raise AttributeError(f"a view has no {name!r}; it has {known}") from None


class Bot:
    """A strategy. Write `act`; all else is optional."""

    #: A name for people.
    name = ""
    #: The games it plays, such as ["liars-dice", "mia"]; none: any.
    games = []
    #: Fewest and most seats, such as (2, 4); None: any number.
    seats_played = None
    #: Knobs it cannot play with, as "name" or "name=value".
    refuses = []
    #: Whether to be shown the legal actions. Without them a reply is faster.
    legal = True
    #: Threads that it starts; one with several gets more cores than one.
    threads = 1
    #: Sessions that one process may play at once, where the run file allows that: an
    #: object each, and what they are asked comes in batches. Sessions must not depend
    #: on each other then: no class variables, no globals that change.
    concurrent = 1

    # Set by `run` before a method is called.
    #: The game, as in "liars-dice".
    game = ""
    #: The rules in canonical text.
    rules = ""
    #: Where this bot sits, from 1, and how many sit there.
    seat = 0
    seats = 0
    #: Games in the session.
    games_in_session = 0
    #: Its own chance, new for each game.
    rng = _random.Random(0)
    #: The file with the word list, in a game that has one.
    words_file = None

    _said = None
    _words = None

    def session(self):
        """A session begins; `self.seat`, `self.rules` and the like are known."""

    def begin(self, number):
        """A game of the session begins, from 0."""

    def observe(self, seat, event):
        """Hears what happened about a seat, such as (2, "bid 3x5"), before `act`."""

    def act(self, view):
        """Chooses an action."""
        raise NotImplementedError("a bot needs a method act(self, view)")

    def end(self, places):
        """A game has ended; `places[0]` is the place of seat 1."""

    def say(self, text, *claims):
        """Says something with the next action, where the rules allow talk. Claims are
        such as "dice 3" or "valid whale"."""
        self._said = (text, list(claims))

    @property
    def words(self):
        """The word list, in order; empty in a game without one."""
        if self._words is None:
            self._words = []
            if self.words_file:
                with open(self.words_file, encoding="ascii") as file:
                    self._words = file.read().split()
        return self._words


def parse(action):
    """Takes an action or event apart: "bid 3x5" -> ("bid", 3, 5), "announce 54" ->
    ("announce", 54), "challenge" -> ("challenge",), "bid whale" -> ("bid", "whale")."""
    parts = []
    for word in action.split():
        quantity, cross, face = word.partition("x")
        if cross and quantity.isdigit() and face.isdigit():
            parts += [int(quantity), int(face)]
        else:
            parts.append(int(word) if word.isdigit() else word)
    return tuple(parts)


def at_least(hits, dice, chance):
    """The probability that at least `hits` of so many dice hit, each with this chance. (In C
    the dice come first: `dudo_at_least(dice, least, each)`.)"""
    if hits <= 0:
        return 1.0
    return min(
        1.0,
        sum(
            _comb(dice, k) * chance**k * (1 - chance) ** (dice - k)
            for k in range(hits, dice + 1)
        ),
    )


def bid_chance(view, quantity, face):
    """Liar's Dice: the probability that a bid is true, given your own dice and that
    everybody else's are anything."""
    wild = view["wild"]
    helps = wild is not None and wild != face
    own = view["hand"][face - 1] + (view["hand"][wild - 1] if helps else 0)
    unknown = view["in_play"] - sum(view["hand"])
    return at_least(quantity - own, unknown, (2 if helps else 1) / view["faces"])


def mia_chance(view, value):
    """Mia: the probability that a fair roll is at least a value, such as 54."""
    order = view["order"]
    ways = {v: 1 if v // 10 == v % 10 else 2 for v in order}
    return sum(ways[v] for v in order[order.index(value) :]) / 36


def throw_chance(kept, thrown, wanted, faces=6):
    """Poker dice: the probability that `kept` dice and so many thrown ones show at least
    `wanted` of one face. `kept` is a list of faces."""
    return _throw_chance(tuple(sorted(kept)), thrown, wanted, faces)


@_cache(maxsize=4096)
def _throw_chance(kept, thrown, wanted, faces):
    good = 0
    for roll in _product(range(faces), repeat=thrown):
        dice = kept + roll
        good += max(dice.count(face) for face in range(faces)) >= wanted
    return good / faces**thrown


def _reply(channel, message):
    data = _json.dumps(message, separators=(",", ":")).encode() + b"\n"
    while data:
        data = data[_os.write(channel, data) :]


def _why(error, method=None):
    """An exception on one line, with the place in the bot where it arose."""
    place = _place(error, method)
    place = f" ({_os.path.basename(place[0])}, line {place[1]})" if place else ""
    return f"{type(error).__name__}: {error}{place}"


def _place(error, method):
    """The last line of the bot's own files. The error itself may have been raised by this
    module or by another that the bot called, where its author has nothing to mend. Where
    no line of the bot ran, what was called: it takes other arguments, or gave back what
    it should not."""
    full = _os.path.abspath
    frames = _traceback.extract_tb(error.__traceback__)
    places = [(full(frame.filename), frame.lineno) for frame in frames]
    code = getattr(method, "__code__", None)
    if code:
        places.insert(0, (full(code.co_filename), code.co_firstlineno))
    places = [place for place in places if place[0] != full(__file__)]
    main = getattr(_sys.modules["__main__"], "__file__", None)
    folder = _os.path.join(_os.path.dirname(full(main)), "") if main else None
    own = [place for place in places if folder and place[0].startswith(folder)]
    return (own or places or [None])[-1]


def run(make):
    """Plays until there is nothing more to play. `make` is the bot's class, or anything
    that makes a bot and has the class's attributes."""
    # What is printed, by whomever, must not end up among the replies.
    channel = _os.dup(1)
    _os.dup2(2, 1)
    _sys.stdout = _sys.stderr
    bots = {}
    for line in _sys.stdin.buffer:
        asked = _json.loads(line)
        reply = {"id": asked["id"]}
        if asked["type"] == "batch":
            reply["replies"] = replies = []
            for call in asked["calls"]:
                part = {"session": call["session"]}
                _answer(make, bots, call, part)
                replies.append(part)
        else:
            _answer(make, bots, asked, reply)
        _reply(channel, reply)


def _answer(make, bots, asked, reply):
    """Does what is asked of one session; there is a bot for each."""
    method = None
    try:
        kind = asked["type"]
        session = asked.get("session", 0)
        if kind == "hello":
            reply.update(_greeting(make))
        elif kind == "session":
            bots[session] = make()
            _seat(bots[session], asked)
        elif kind == "game":
            bot = bots[session]
            bot.rng = _random.Random(int(asked["seed"], 16))
            bot.begin(asked["game"])
        elif kind == "act":
            _hear(bots[session], asked["events"])
            method = bots[session].act
            _act(bots[session], asked, reply)
        elif kind == "end":
            bot = bots[session]
            _hear(bot, asked["events"])
            bot.end(asked["places"])
    except MemoryError as error:
        reply.update(error="out-of-memory", detail=_why(error, method))
    except Exception as error:
        _traceback.print_exc(file=_sys.stderr)
        reply.update(error="panicked", detail=_why(error, method))


def _greeting(make):
    def of(name):
        return getattr(make, name, getattr(Bot, name))

    greeting = {
        "name": of("name") or getattr(make, "__name__", ""),
        "games": list(of("games")),
        "refuses": list(of("refuses")),
        "legal": bool(of("legal")),
        "threads": of("threads"),
        "concurrent": of("concurrent"),
    }
    if of("seats_played"):
        greeting["seats"] = list(of("seats_played"))
    return greeting


def _seat(bot, asked):
    bot.game = asked["game"]
    bot.rules = asked["rules"]
    bot.seat = asked["seat"]
    bot.seats = asked["seats"]
    bot.games_in_session = asked["games"]
    bot.words_file = asked["words"]
    bot.session()


def _hear(bot, events):
    for told in events:
        seat, _, event = told.partition(" ")
        bot.observe(int(seat), event)


def _act(bot, asked, reply):
    view = View(asked["view"])
    view["legal"] = asked.get("legal", [])
    view["events"] = asked["events"]
    bot._said = None
    action = bot.act(view)
    if not isinstance(action, str):
        raise TypeError(f"act gave back {action!r}; an action is a text such as 'bid 3x5'")
    reply["action"] = action
    if bot._said:
        reply["say"], claims = bot._said
        if claims:
            reply["claims"] = claims
