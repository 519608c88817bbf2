"""The tables of BOTS.md, written anew.

    cargo build --release
    python3 tests/benches/ladders.py target/release/dudo

Plays each ladder that BOTS.md has a heading for, with the preset, seats and
deals of the heading and all bots of its game's tables, and puts what `dudo rank
--format md` prints in its place. Some minutes.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

BOTS = Path(__file__).resolve().parents[2] / "BOTS.md"
# By level, as in the roster: where not all seatings are played, the order of bots counts.
ORDER = ["random", "timid", "caller", "minraise", "honest", "odds", "reader", "solver"]
HEADING = re.compile(r"### (\S+), (\d) seats, ([\d,]+) deals")
SPEC = """
seed = 20261129
game = "{game}"
rules.preset = "{preset}"
schedule = {{ seats = {seats}, deals = {deals} }}
bot = [{bots}]
"""


def ladder(dudo, game, preset, seats, deals, bots):
    with tempfile.TemporaryDirectory() as folder:
        spec, out = Path(folder) / "spec.toml", Path(folder) / "out"
        uses = ", ".join(f'{{ use = "{bot}" }}' for bot in bots)
        spec.write_text(SPEC.format(game=game, preset=preset, seats=seats, deals=deals, bots=uses))
        subprocess.run([dudo, "run", spec, "--out", out, "--progress", "none"], check=True, stdout=subprocess.DEVNULL)
        told = subprocess.run([dudo, "rank", out, "--format", "md"], check=True, capture_output=True, text=True)
    # The ratings, the scores, and what a seat is worth.
    parts = re.split(r"\n\n+", told.stdout)
    tables = [part for part in parts if part.startswith(("| # | bot | rating", "| score of row"))]
    seat = [line for line in told.stdout.splitlines() if line.startswith(("- To sit first", "- Worth of each"))]
    return "\n\n".join([*(table.strip() for table in tables), *seat])


def main():
    dudo = Path(sys.argv[1]).resolve()
    text = BOTS.read_text()
    head, *games = re.split(r"(?m)^(?=## `)", text)
    for at, section in enumerate(games):
        game = re.match(r"## `(\S+)`", section).group(1)
        title, *ladders = re.split(r"(?m)^(?=### )", section)
        for number, old in enumerate(ladders):
            preset, seats, deals = HEADING.match(old).groups()
            bots = sorted(set(re.findall(r"(?m)^\| \d+ \| (\w+) \|", old)), key=ORDER.index)
            heading = old.splitlines()[0]
            print(game, heading, file=sys.stderr)
            new = ladder(dudo, game, preset, seats, deals.replace(",", ""), bots)
            ladders[number] = f"{heading}\n\n{new}\n\n"
        games[at] = title + "".join(ladders)
    BOTS.write_text(head + "\n".join(games).rstrip() + "\n")


if __name__ == "__main__":
    main()
