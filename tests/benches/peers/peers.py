"""dudo beside OpenSpiel and Axelrod, in one run on one machine.

    cargo build --release
    python3 tests/benches/peers/peers.py target/release/dudo [FOLDER]

Makes a virtual environment in FOLDER (a temporary one unless given), installs
the versions below from the package index, and prints processor time per game
and ratios. All play in turn, ROUNDS times; what is told is the median of times
and, of each turn's ratios to dudo's log as text, the median, least and most, so
that a machine that slows down for all of a turn changes no ratio. Every program
plays on one thread, and what it costs to start is taken off by playing many
games and a tenth of them. Processor time is user and system time. It takes
about six minutes.

* OpenSpiel's `liars_dice` (two players, one die each, one round), both uniformly
  random: the loop that its examples have in Python, and its own in C++
  (`evaluate_bots`). Neither writes anything.
* dudo's `preset = "openspiel"`, which is the same game, two `random`: a whole
  `dudo run`, with the log as text or compressed, and the standings in the end.
  That it is the same game is checked by how many decisions a game takes.
* Axelrod's tournament of two `Random` with its log file, one turn a match: the
  other program here that plays tournaments and writes a row for each player
  and match. Its game is one simultaneous choice, so the rules cost nothing.
"""

import csv
import resource
import statistics
import subprocess
import sys
import tempfile
import textwrap
import venv
from pathlib import Path

PACKAGES = ["open_spiel==2.0.2", "axelrod==4.14.0"]
ROUNDS = 5

OPENSPIEL = """
import random, sys
import pyspiel
game, few, decisions = pyspiel.load_game("liars_dice"), random.Random(1), 0
for _ in range(int(sys.argv[1])):
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes())
            state.apply_action(few.choices(actions, chances)[0])
        else:
            state.apply_action(few.choice(state.legal_actions()))
            decisions += 1
    state.returns()
print(decisions / int(sys.argv[1]))
"""

OPENSPIEL_CPP = """
import sys
import pyspiel
game = pyspiel.load_game("liars_dice")
bots = [pyspiel.make_uniform_random_bot(seat, 1 + seat) for seat in range(2)]
for seed in range(int(sys.argv[1])):
    pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
"""

AXELROD = """
import sys
import axelrod
# Two players make three pairs, each also with itself.
tournament = axelrod.Tournament(
    [axelrod.Random(), axelrod.Random()], turns=1, repetitions=int(sys.argv[1]) // 3, seed=1
)
tournament.play(filename="axelrod.csv", build_results=False, progress_bar=False)
"""

SPEC = """
seed = 1
game = "liars-dice"
bot = [{{ use = "random", name = "a" }}, {{ use = "random", name = "b" }}]
rules.preset = "openspiel"
schedule.deals = {deals}
log.compress = "{compress}"
"""


def seconds(command, folder):
    """Processor time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def per_game(play, games):
    """Microseconds of a game: of many games less those of a tenth of them."""
    return (play(games) - play(games // 10)) / (games - games // 10) * 1e6


def decisions(games):
    """How many decisions a game of dudo's log takes."""
    with open(games, newline="", encoding="utf-8") as log:
        counts = [int(row["actions"]) for row in csv.DictReader(log)]
    return sum(counts) / len(counts)


def same_game(openspiel, dudo):
    """The standard deviation is 1.15 decisions, so a mean of 25,000 is within 0.02 of the truth."""
    print(f"decisions a game: OpenSpiel {openspiel:.3f}, dudo {dudo:.3f}")
    if abs(openspiel - dudo) > 0.05:
        sys.exit("OpenSpiel and dudo do not play the same game")


def main():
    dudo = Path(sys.argv[1]).resolve()
    folder = Path(sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp()).resolve()
    python = folder / "venv" / "bin" / "python"
    if not python.exists():
        venv.create(folder / "venv", with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "-q", *PACKAGES], check=True)

    def script(text):
        return lambda games: seconds([python, "-c", textwrap.dedent(text), str(games)], folder)

    runs = iter(range(10**6))
    sizes = {}

    def played(compress):
        def play(games):
            spec = folder / "peers.toml"
            spec.write_text(SPEC.format(deals=games // 2, compress=compress))
            out = folder / f"run-{next(runs)}"
            common = ["--threads", "1", "--progress", "none", "--out", out]
            taken = seconds([dudo, "run", spec, *common], folder)
            log = next(out.glob("games.csv*"))
            sizes[compress] = log.stat().st_size / games
            for file in out.iterdir():
                file.unlink()
            out.rmdir()
            return taken

        return play

    peers = {
        "dudo, log": (played("none"), 2_000_000),
        "dudo, log compressed": (played("zstd"), 2_000_000),
        "OpenSpiel, loop in Python, no log": (script(OPENSPIEL), 100_000),
        "OpenSpiel, loop in C++, no log": (script(OPENSPIEL_CPP), 200_000),
        "Axelrod, tournament with its log": (script(AXELROD), 30_000),
    }
    spec = folder / "peers.toml"
    spec.write_text(SPEC.format(deals=25_000, compress="none"))
    out = folder / "same"
    subprocess.run([dudo, "run", spec, "--out", out], check=True, capture_output=True)
    told = subprocess.run([python, "-c", OPENSPIEL, "50000"], check=True, capture_output=True, text=True)
    same_game(float(told.stdout), decisions(out / "games.csv"))

    turns = []
    for turn in range(ROUNDS):
        turns.append({name: per_game(play, games) for name, (play, games) in peers.items()})
        print(f"turn {turn + 1} of {ROUNDS}", file=sys.stderr)
    print(f"{'':36}{'us a game':>12}{'ratio':>9}{'(least, most)':>20}")
    for name in peers:
        ratios = [turn[name] / turn["dudo, log"] for turn in turns]
        spread = f"({min(ratios):.2f}, {max(ratios):.2f})"
        middle = statistics.median(turn[name] for turn in turns)
        print(f"{name:36}{middle:12.2f}{statistics.median(ratios):9.2f}{spread:>20}")
    print(f"bytes a row: {sizes['none']:.1f}, compressed {sizes['zstd']:.1f}")
    # The last that it played is the tenth.
    log = folder / "axelrod.csv"
    print(f"Axelrod: {log.stat().st_size / 3_000:.1f} bytes a match")


if __name__ == "__main__":
    main()
