"""Questions to the bot, with answers that must not change by accident:

    python3 -m unittest

A view is made by hand here; it needs no more fields than the bot looks at.
"""

import unittest

from bot import Doubter
from dudo import View

ORDER = [31, 32, 41, 42, 43, 51, 52, 53, 54, 61, 62, 63, 64, 65, 11, 22, 33, 44, 55, 66, 21]


class TestDoubter(unittest.TestCase):
    def decide(self, value):
        standing = {"value": value, "announcer": 2}
        view = {"phase": "decide", "standing": standing, "order": ORDER}
        return Doubter().act(View(view, may_look=True, may_believe=True, legal=["believe", "look"]))

    def announce(self, own, least):
        start = ORDER.index(least)
        legal = [f"announce {value}" for value in ORDER[start:]]
        view = {"phase": "announce", "own": own, "order": ORDER, "announce_from": start}
        return Doubter().act(View(view, legal=legal))

    def test_it_looks_when_that_is_unlikely(self):
        self.assertEqual(self.decide(31), "believe")
        self.assertEqual(self.decide(66), "look")

    def test_it_tells_the_truth_when_it_can(self):
        self.assertEqual(self.announce(55, 54), "announce 55")

    def test_else_it_lies_as_little_as_it_may(self):
        self.assertIn(self.announce(31, 64), ["announce 64", "announce 65"])


if __name__ == "__main__":
    unittest.main()
