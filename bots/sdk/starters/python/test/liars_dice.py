"""Questions to the bot, with answers that must not change by accident:

    python3 -m unittest

A view is made by hand here; it needs no more fields than the bot looks at.
"""

import unittest

from bot import Careful
from dudo import View


class TestCareful(unittest.TestCase):
    def view(self, **fields):
        # Three fives and two twos in hand, five dice elsewhere, no face wild.
        view = {
            "hand": [0, 2, 0, 0, 3, 0], "faces": 6, "wild": None, "in_play": 10,
            "standing": None, "may_challenge": False, "legal": [],
        }
        return View({**view, **fields})

    def test_it_opens_with_what_is_certain(self):
        legal = [f"bid {quantity}x{face}" for quantity in range(1, 4) for face in range(1, 7)]
        self.assertEqual(Careful().act(self.view(legal=legal)), "bid 1x2")

    def test_it_doubts_what_cannot_be_true(self):
        bid = {"quantity": 9, "face": 6, "bidder": 2}
        view = self.view(standing=bid, may_challenge=True, legal=["challenge", "bid 10x6"])
        self.assertEqual(Careful().act(view), "challenge")

    def test_it_raises_where_it_can(self):
        bid = {"quantity": 2, "face": 5, "bidder": 2}
        view = self.view(standing=bid, may_challenge=True, legal=["challenge", "bid 3x5", "bid 6x6"])
        self.assertEqual(Careful().act(view), "bid 3x5")


if __name__ == "__main__":
    unittest.main()
