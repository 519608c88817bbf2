"""Plays what is left of a plan on a Ray cluster, then merges.

    python3 ray_parts.py DIR [ADDRESS]

Without an address a cluster of two workers is started here. DUDO names the program
if it is not on the path. Needs: pip install ray
"""

import os
import subprocess
import sys

import ray

DUDO = os.environ.get("DUDO", "dudo")


def left(plan):
    out = subprocess.run([DUDO, "missing", plan, "--check", "--format", "lines"],
                         check=True, capture_output=True, text=True)
    return [int(line) for line in out.stdout.split()]


# A node or a worker that dies is retried by itself; a part that fails is an
# exception, and those are retried only when one says so.
@ray.remote(num_cpus=1, max_retries=3, retry_exceptions=True)
def shard(dudo, plan, index):
    subprocess.run([dudo, "shard", plan, "--index", str(index), "--threads", "1", "--progress", "none"], check=True)
    return index


def main():
    plan = os.path.abspath(sys.argv[1])
    if len(sys.argv) > 2:
        ray.init(address=sys.argv[2])
    else:
        ray.init(num_cpus=2, include_dashboard=False)
    for _ in range(3):
        parts = [shard.remote(DUDO, plan, index) for index in left(plan)]
        while parts:
            done, parts = ray.wait(parts)
            try:
                print("finished", ray.get(done[0]), file=sys.stderr)
            except Exception as error:  # it is played in the next round
                print("failed", error, file=sys.stderr)
        if not left(plan):
            break
    ray.shutdown()
    return subprocess.run([DUDO, "merge", plan, "--out", os.path.join(plan, "merged"), "--progress", "none"]).returncode


if __name__ == "__main__":
    sys.exit(main())
