//! The template of a Kubernetes job plays a plan: what is read in it is run here,
//! pod by pod. Kubernetes itself is not asked.

use super::bench::{Home, Log, Spec, dudo, stderr};
use saphyr::{LoadableYamlNode, Yaml};
use std::path::Path;

const TEMPLATE: &str = include_str!("../../../tournaments/cluster/kubernetes.yaml");
const FOLDER: &str = "/plans/league";
const INDEX: &str = "$(JOB_COMPLETION_INDEX)";

fn text<'a>(node: &'a Yaml<'_>) -> &'a str {
    node.as_str()
        .unwrap_or_else(|| panic!("{node:?} is no text"))
}

/// The commands that its comment tells a person to give.
fn told() -> Vec<Vec<&'static str>> {
    let lines = TEMPLATE
        .lines()
        .filter_map(|line| line.strip_prefix("#   dudo "));
    lines
        .map(|line| {
            let command = line.split("    ").next().unwrap_or_default();
            command.split_whitespace().collect()
        })
        .collect()
}

/// Runs a command of the template with its folder and run file in other places.
#[track_caller]
fn obey(home: &Home, words: &[&str], index: &str) {
    let mut command = dudo();
    for word in words {
        match *word {
            FOLDER => command.arg(home.path("plan")),
            "spec.toml" => command.arg(home.path("spec.toml")),
            INDEX => command.arg(index),
            word => command.arg(word),
        };
    }
    if words[0] == "merge" {
        command.arg("--out").arg(home.path("merged"));
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", stderr(&output));
}

#[test]
fn the_template_plays_a_plan() {
    let documents = Yaml::load_from_str(TEMPLATE).unwrap();
    assert_eq!(documents.len(), 1);
    let job = &documents[0];
    assert_eq!(
        (text(&job["apiVersion"]), text(&job["kind"])),
        ("batch/v1", "Job")
    );
    assert_eq!(text(&job["spec"]["completionMode"]), "Indexed");
    let completions = job["spec"]["completions"].as_integer().unwrap();
    let parallelism = job["spec"]["parallelism"].as_integer().unwrap();
    assert!(0 < parallelism && parallelism <= completions);
    let pod = &job["spec"]["template"]["spec"];
    // backoffLimitPerIndex is refused with another.
    assert_eq!(text(&pod["restartPolicy"]), "Never");
    let container = &pod["containers"][0];
    let mount = &container["volumeMounts"][0];
    assert!(Path::new(FOLDER).starts_with(text(&mount["mountPath"])));
    assert_eq!(text(&mount["name"]), text(&pod["volumes"][0]["name"]));
    let command: Vec<&str> = container["command"]
        .as_sequence()
        .unwrap()
        .iter()
        .map(text)
        .collect();
    assert_eq!(command[0], "dudo");
    assert!(
        command.contains(&FOLDER) && command.contains(&INDEX),
        "{command:?}"
    );

    let home = Home::new();
    let spec = Spec::of(3, 230);
    home.write("spec.toml", &spec);
    let told = told();
    assert_eq!(told.len(), 2, "{told:?}");
    assert_eq!((told[0][0], told[1][0]), ("plan", "merge"));
    obey(&home, &told[0], "");
    // As many pods as parts, and none for which there is none.
    for index in 0..completions {
        obey(&home, &command[1..], &index.to_string());
    }
    obey(&home, &told[1], "");
    Log::of(&home.path("merged")).expect(&spec.fresh(), "by the template");
}
