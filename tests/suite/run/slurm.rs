//! The script of `dudo slurm`, with an `sbatch` that runs jobs at once and
//! loses some. The real Slurm is in `.ci/slurm`.

use super::bench::{Home, Log, Spec, dudo, stderr};
use super::parts::play_all;
use crate::install::install;
use std::fs;
use std::process::Command;

/// Jobs are numbered; task 2 of the first array and all of the third never
/// run, as if they had been killed.
const SBATCH: &str = r#"#!/bin/bash
fake=$(dirname "$0")
array=""
while [[ $1 == --* ]]; do
  case $1 in --array=*) array=${1#--array=} ;; esac
  echo "$1" >>"$fake/options"
  shift
done
echo "$array" >>"$fake/jobs"
job=$(wc -l <"$fake/jobs")
echo "$job"
if [ -z "$array" ]; then
  bash "$@" >"$fake/merge-$job" 2>&1
  exit 0
fi
for range in ${array//,/ }; do
  for task in $(seq "${range%-*}" "${range#*-}"); do
    if [ "$job.$task" = 1.2 ] || [ "$job" = 3 ]; then continue; fi
    SLURM_ARRAY_TASK_ID=$task SLURM_CPUS_PER_TASK=2 bash "$@" >/dev/null 2>>"$fake/errors"
  done
done
"#;

#[test]
fn what_is_lost_is_submitted_again() {
    let home = Home::new();
    let spec = Spec::of(3, 30);
    let path = home.write("spec.toml", &spec);
    // Whatever a folder is called.
    let plan = home.path("it's a \"plan\" for $5");
    play_all(&path, &plan, 6);
    for index in [1, 2, 3, 5] {
        fs::remove_dir_all(plan.join(format!("parts/{index:05}"))).unwrap();
    }
    let fake = home.path("fake");
    fs::create_dir(&fake).unwrap();
    let text = home.path("text");
    fs::write(&text, SBATCH).unwrap();
    install(&text, &fake.join("sbatch"));
    let mut command = Command::new("sh");
    command.args(["-c", "PATH=\"$1:$PATH\"; shift; exec \"$@\"", "sh"]);
    command.arg(&fake).arg(dudo().get_program());
    command.arg("slurm").arg(&plan);
    command.args(["--submit", "--partition", "short", "--sbatch=--account=a b"]);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let read = |name: &str| fs::read_to_string(fake.join(name)).unwrap();
    // Rounds of an array and the job that looks; the second round is lost.
    assert_eq!(read("jobs"), "1-3,5\n\n2\n\n2\n\n");
    for option in ["--partition=short", "--account=a b", "--cpus-per-task=1"] {
        let jobs = read("options")
            .lines()
            .filter(|line| *line == option)
            .count();
        assert_eq!(jobs, 6, "{option}");
    }
    Log::of(&plan.join("merged")).expect(&spec.fresh(), "merged by the script");
}
