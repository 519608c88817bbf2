"""An old bot: `old.py SEAT SEATS [FILE]`.

It answers what its seat answered in the transcript in FILE, line by line, whatever it is
asked; without one it makes up answers, as it did when the transcripts were recorded. All that
it is asked and answers is in `heard-SEAT.txt` afterwards.
"""

import json
import sys

SEAT, SEATS = int(sys.argv[1]), int(sys.argv[2])


def recorded(path):
    """The answers of this seat."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().split(f"# seat {SEAT}\n")[1].split("\n# seat")[0].split("\n")
    return [line[2:] for line in lines if line.startswith("< ")]


class Inventor:
    """Answers of all kinds; fields that nobody knows are among them."""

    def __init__(self):
        self.decisions = 0

    def hello(self, ask):
        return {
            "name": f"old {SEAT}",
            "games": [ask["game"], "chess"],
            "seats": [2, 3],
            "refuses": ["a-knob-of-old=on"],
            "legal": not (ask["game"] == "liars-dice" and SEAT == 1),
            "threads": 1,
            "concurrent": 1,
            "form": "json",
            "mood": {"old": [True, None]},
        }

    def act(self, ask):
        self.decisions += 1
        if "legal" in ask:
            legal = ask["legal"]
            action = legal[(7 * SEAT + 3 * self.decisions) % len(legal)]
        else:
            view = ask["view"]
            bids = [f"bid {n}x{face}" for face, n in enumerate(view["lowest"], 1) if n]
            action = "pass" if view["may_pass"] else "challenge" if view["may_challenge"] else bids[0]
        answer = {"action": action, "why": "it seemed right"}
        if "rules" in self.place and "talk=on" in self.place["rules"]:
            answer["say"] = f"believe \"me\", \u00e9h {self.decisions}"
            answer["claims"] = ["valid tea"]
        return answer

    def answer(self, ask):
        kind = ask["type"]
        if kind == "session":
            self.place = ask
        rest = {"hello": self.hello, "act": self.act}.get(kind, lambda ask: {})(ask)
        return json.dumps({"id": ask["id"], **rest}, ensure_ascii=False)


def main():
    answers = iter(recorded(sys.argv[3])) if len(sys.argv) > 3 else None
    inventor = Inventor()
    with open(f"heard-{SEAT}.txt", "w", encoding="utf-8") as heard:
        for line in sys.stdin:
            heard.write(f"> {line}")
            heard.flush()
            answer = next(answers) if answers else inventor.answer(json.loads(line))
            heard.write(f"< {answer}\n")
            heard.flush()
            print(answer, flush=True)


main()
