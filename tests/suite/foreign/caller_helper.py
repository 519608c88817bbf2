"""Imported by `caller.py`: a bot may be more than one file."""


def first_bid(legal):
    """The first bid among legal actions, if there is one."""
    return next((action for action in legal if action.startswith("bid ")), None)
