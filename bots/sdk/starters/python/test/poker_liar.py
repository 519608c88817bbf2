"""Questions to the bot, with answers that must not change by accident:

    python3 -m unittest

A view is made by hand here; it needs no more fields than the bot looks at.
"""

import unittest

from bot import Keeper
from dudo import View


class TestKeeper(unittest.TestCase):
    def answer(self, dice):
        view = {"phase": "answer", "standing": {"dice": dice}, "faces": 6, "may_accept": True}
        return Keeper().act(View(view, legal=["accept", "doubt"]))

    def test_it_doubts_what_one_throw_seldom_gives(self):
        self.assertEqual(self.answer([5, 4, 3, 2, 0]), "accept")
        self.assertEqual(self.answer([5, 5, 5, 5, 5]), "doubt")

    def test_it_keeps_what_is_alike(self):
        view = {"phase": "throw", "hand": [5, 4, 4, 2, 0], "all": False}
        self.assertEqual(Keeper().act(View(view, legal=["roll none", "roll 1,4,5"])), "roll 1,4,5")

    def test_it_claims_the_truth_when_that_is_enough(self):
        view = {"phase": "claim", "hand": [5, 5, 4, 2, 0], "signs": "9TJQKA"}
        legal = ["claim KKJT9", "claim AAKJ9"]
        self.assertEqual(Keeper().act(View(view, legal=legal)), "claim AAKJ9")
        self.assertEqual(Keeper().act(View(view, legal=["claim AAAAA"])), "claim AAAAA")


if __name__ == "__main__":
    unittest.main()
