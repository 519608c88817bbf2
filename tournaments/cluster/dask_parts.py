"""Plays what is left of a plan on a Dask cluster, then merges.

    python3 dask_parts.py DIR [ADDRESS]

Without an address a cluster of two workers is started here. On Slurm, PBS or LSF
dask-jobqueue starts one; a job array (dudo slurm) is simpler. DUDO names the
program if it is not on the path. Needs: pip install distributed
"""

import os
import subprocess
import sys

from dask.distributed import Client, LocalCluster, as_completed

DUDO = os.environ.get("DUDO", "dudo")


def left(plan):
    out = subprocess.run([DUDO, "missing", plan, "--check", "--format", "lines"],
                         check=True, capture_output=True, text=True)
    return [int(line) for line in out.stdout.split()]


def shard(dudo, plan, index):
    subprocess.run([dudo, "shard", plan, "--index", str(index), "--threads", "1", "--progress", "none"], check=True)
    return index


def main():
    plan = os.path.abspath(sys.argv[1])
    if len(sys.argv) > 2:
        client = Client(sys.argv[2])
    else:
        client = Client(LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None))
    for _ in range(3):
        # A worker that dies is replaced and its part is given to another; retries are for parts
        # that fail. Not pure: Dask would remember that a part was played when it is gone.
        parts = [client.submit(shard, DUDO, plan, index, retries=2, pure=False) for index in left(plan)]
        for part in as_completed(parts):
            print(part.status, part.result() if part.status == "finished" else part.exception(), file=sys.stderr)
        if not left(plan):
            break
    client.close()
    return subprocess.run([DUDO, "merge", plan, "--out", os.path.join(plan, "merged"), "--progress", "none"]).returncode


if __name__ == "__main__":
    sys.exit(main())
