#!/bin/bash
# Plays what is left of a plan as Slurm job arrays, then merges. Keep this file at the path in
# `script`: its jobs run it again.
#
#   bash slurm.sh            submits what is left, and the job that merges
#   bash slurm.sh part N     in an array: plays part N + SLURM_ARRAY_TASK_ID
#   bash slurm.sh merge R    after round R: submits what is still left, or merges
#
# A part that was killed, or whose node died, is simply not there after its array, whatever Slurm
# did about it; so the merge job waits for the arrays to end (afterany, not afterok, which would
# wait for ever) and looks. How many parts there are stands in the plan only.
set -euo pipefail
dudo=@DUDO@
plan=@PLAN@
out=@OUT@
script=$plan/slurm.sh
rounds=@ROUNDS@
options=(@OPTIONS@)

case ${1:-submit} in
submit)
  round=${2:-1}
  check=()
  if [ "$round" -gt 1 ]; then check=(--check); fi
  mkdir -p "$plan/logs"
  after=""
  "$dudo" missing "$plan" --format arrays "${check[@]}" >"$plan/logs/round-$round"
  while read -r offset ranges; do
    job=$(sbatch --parsable --job-name=@NAME@ --array="$ranges" --requeue \
      --output="$plan/logs/%x-%A_%a.out" "${options[@]}" "$script" part "$offset")
    after+=":${job%%;*}"
  done <"$plan/logs/round-$round"
  job=$(sbatch --parsable --job-name=@NAME@-merge --requeue ${after:+--dependency=afterany"$after"} \
    --output="$plan/logs/%x-%A.out" "${options[@]}" "$script" merge "$round")
  echo "round $round: arrays ${after:-(nothing is left)}, then the merge job ${job%%;*}"
  ;;
part)
  exec "$dudo" shard "$plan" --index $(($2 + SLURM_ARRAY_TASK_ID)) \
    --threads "${SLURM_CPUS_PER_TASK:-1}" --progress plain
  ;;
merge)
  left=$("$dudo" missing "$plan" --check)
  if [ -z "$left" ]; then
    exec "$dudo" merge "$plan" --out "$out" --threads "${SLURM_CPUS_PER_TASK:-1}" --progress plain
  elif [ "$2" -lt "$rounds" ]; then
    echo "parts $left are left after round $2"
    exec bash "$script" submit $(($2 + 1))
  fi
  echo "parts $left are left after $2 rounds; see the logs beside the plan, then: bash $script" >&2
  exit 1
  ;;
esac
