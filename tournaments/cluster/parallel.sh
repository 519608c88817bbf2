#!/usr/bin/env bash
# Plays what is left of a plan with GNU parallel, then merges.
#
#   tournaments/cluster/parallel.sh DIR [options of parallel, such as -j 8 or --sshloginfile nodes]
#
# DUDO names the program if it is not on the path.
set -euo pipefail
dudo=${DUDO:-dudo}
plan=$1
shift
for _ in 1 2 3; do
  if "$dudo" missing "$plan" --check --format lines --exit-code >"$plan/left"; then break; fi
  # What fails is tried again in the next round.
  parallel "$@" "$dudo" shard "$plan" --threads 1 --progress none --index {} <"$plan/left" || true
done
"$dudo" merge "$plan" --out "$plan/merged" --progress none
