"""Questions to the bot, with answers that must not change by accident:

    python3 -m unittest

A view is made by hand here; it needs no more fields than the bot looks at.
"""

import unittest

from bot import Speller
from dudo import View


class Known(Speller):
    words = ["ate", "axe", "tea", "tees", "zoo"]


class TestSpeller(unittest.TestCase):
    def act(self, view):
        bot = Known()
        bot.session()
        return bot.act(view)

    def view(self, **fields):
        # Dice 1 to 3 are its own, and show E, A and T; the other has three dice as well.
        view = {
            "phase": "turn", "up": "eatxxx", "hand": [1, 2, 3], "held": [3, 3], "standing": None,
            "may_bid": True, "may_call": False, "min_faces": 3, "max_faces": 6, "qu_two": False,
            "legal": ["bid axe"],
        }
        return View({**view, **fields})

    def test_it_bids_what_it_holds(self):
        self.assertEqual(self.act(self.view()), "bid ate")

    def test_it_calls_what_nobody_seems_to_have(self):
        word = {"word": "zoom", "bidder": 2}
        self.assertEqual(self.act(self.view(standing=word, may_call=True)), "call")

    def test_out_of_turn_it_objects_to_nothing(self):
        self.assertEqual(self.act(self.view(phase="poll", may_vote=False)), "pass")


if __name__ == "__main__":
    unittest.main()
