"""A bot that stops answering at its second decision."""

import time

from dudo import Bot, run


class Hang(Bot):
    asked = 0

    def act(self, view):
        self.asked += 1
        if self.asked > 1:
            time.sleep(3600)
        return view.legal[0]


run(Hang)
