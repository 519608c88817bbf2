"""Mia in Python: look under the cup when the announcement is unlikely, and lie as
little as you must.

    use = "cmd:python3 mia.py"
"""

from dudo import Bot, mia_chance, parse, run


class Doubter(Bot):
    name = "doubter"
    games = ["mia"]

    def act(self, view):
        # A turn has two parts. First the cup comes with an announcement: believe it and
        # roll yourself, or look under it.
        if view.phase == "decide":
            if view.standing is None or not view.may_look:
                return "believe"
            # Who had to beat a high value lies more often: the chance that an honest roll
            # reaches what was announced.
            likely = mia_chance(view, view.standing["value"])
            return "look" if likely < 0.3 or not view.may_believe else "believe"

        # Then you have rolled, and `view.own` is what only you see. `view.order` has all
        # values from low to high, and you may announce from place `announce_from` on.
        enough = view.order[view.announce_from :]
        if view.own in enough:
            return f"announce {view.own}"
        # A lie is due. The lowest that is allowed is the likeliest to be believed, but
        # always the same is read easily: now and then one more. All chance is `self.rng`.
        lies = [action for action in view.legal if parse(action)[0] == "announce"]
        if not lies:
            return view.legal[0]
        return lies[1] if len(lies) > 1 and self.rng.random() < 0.25 else lies[0]


if __name__ == "__main__":
    run(Doubter)
