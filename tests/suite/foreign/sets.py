"""Plays whatever comes first in a set of texts: its order hangs on the hash seed."""

from dudo import Bot, run


class Sets(Bot):
    def act(self, view):
        return next(iter(set(view.legal)))


run(Sets)
