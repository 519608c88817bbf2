//! Disks that are full, and folders that cannot be written.

use super::bench::{Home, Log, Spec, dudo, dudo_run, expect_error, stderr};
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Some 100 kB of games and 600 kB of actions.
fn large() -> Spec {
    let mut spec = Spec::of(3, 400);
    spec.rules = "dice = 1";
    spec
}

/// The command in a namespace of mounts of its own, after a script.
pub(super) fn mounted(script: &str, args: &[&OsStr]) -> Output {
    let mut command = Command::new("unshare");
    command.args(["--mount", "--map-root-user", "sh", "-c", script, "sh"]);
    command.args(args).output().unwrap()
}

/// The run under a limit of the size of its files.
fn limited(spec: &Path, folder: &Path, bytes: u64) -> Output {
    let run = dudo_run(spec, folder);
    let mut command = Command::new("prlimit");
    command
        .arg(format!("--fsize={bytes}"))
        .arg(run.get_program());
    command.args(run.get_args()).output().unwrap()
}

/// It stopped as an error of the disk; what is there is a log.
fn stopped(output: &Output, folder: &Path, rows: bool) {
    expect_error(output, 3, "cannot write ");
    assert!(
        stderr(output).contains(&*folder.to_string_lossy()),
        "{}",
        stderr(output)
    );
    let rank = dudo().arg("rank").arg(folder).output().unwrap();
    if rows {
        assert!(rank.status.success(), "{}", stderr(&rank));
    } else {
        assert!(
            matches!(rank.status.code(), Some(0 | 2 | 4)),
            "{}",
            stderr(&rank)
        );
    }
}

#[test]
fn a_file_size_limit() {
    let home = Home::new();
    let spec = home.write("spec.toml", &large());
    let expected = large().fresh();
    for (bytes, rows) in [
        (0, false),
        (10, false),
        (700, false),
        (30_000, false),
        (150_000, true),
        (400_000, true),
    ] {
        let folder = home.path(&format!("limit-{bytes}"));
        stopped(&limited(&spec, &folder, bytes), &folder, rows);
        stopped(&limited(&spec, &folder, bytes), &folder, rows);
        assert!(dudo_run(&spec, &folder).output().unwrap().status.success());
        Log::of(&folder).expect(&expected, &format!("after a limit of {bytes} bytes"));
    }
    // An extension: the old log stays, whole, until the new one is.
    let folder = home.path("grown");
    large().play(&folder, 1);
    let mut more = large();
    more.bots.push(("x".into(), "random".into()));
    let path = home.write("more.toml", &more);
    stopped(&limited(&path, &folder, 200_000), &folder, true);
    assert!(Log::of(&folder) == expected);
    assert!(dudo_run(&path, &folder).output().unwrap().status.success());
    Log::of(&folder).expect(&more.fresh(), "an extension after a limit");
}

/// A real file system without a byte left. Where no namespace can be had, the
/// limit above is the real thing that was tested.
#[test]
fn a_full_disk() {
    let home = Home::new();
    let spec = home.write("spec.toml", &large());
    let (disk, out) = (home.path("disk"), home.path("out"));
    fs::create_dir(&disk).unwrap();
    fs::create_dir(&out).unwrap();
    let binary = Path::new(env!("CARGO_BIN_EXE_dudo"));
    let script = "mount -t tmpfs -o size=256k none \"$2\" || exit 9
        run() { \"$1\" run \"$3\" --out \"$2/run\" --threads 2 --progress none; }
        run \"$@\" >\"$4/stdout\" 2>\"$4/full\"; echo $? >\"$4/code\"
        \"$1\" rank \"$2/run\" >\"$4/rank\" || exit 8
        mount -o remount,size=64m \"$2\" || exit 7
        run \"$@\" >\"$4/stdout\" || exit 6
        cp -r \"$2/run\" \"$4/run\"";
    let output = mounted(
        script,
        &[binary.as_ref(), disk.as_ref(), spec.as_ref(), out.as_ref()],
    );
    let expected = large().fresh();
    if output.status.code() == Some(9) || !out.join("full").exists() {
        let folder = home.path("limited");
        stopped(&limited(&spec, &folder, 262_144), &folder, true);
        assert!(dudo_run(&spec, &folder).output().unwrap().status.success());
        return Log::of(&folder).expect(&expected, "a limit in place of a full disk");
    }
    assert!(
        output.status.success(),
        "{:?} {}",
        output.status,
        stderr(&output)
    );
    assert_eq!(fs::read_to_string(out.join("code")).unwrap(), "3\n");
    let said = fs::read_to_string(out.join("full")).unwrap();
    assert!(
        said.starts_with("error: cannot write ") && said.contains(".csv: No space left"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
    Log::of(&out.join("run")).expect(&expected, "after a full disk");
}

/// Root writes anywhere, so these are places where nobody can.
#[test]
fn places_that_cannot_be_written() {
    let home = Home::new();
    let spec = home.write("spec.toml", &large());
    let file = home.path("file");
    fs::write(&file, "text").unwrap();
    let link = home.path("link");
    std::os::unix::fs::symlink(home.path("nowhere"), &link).unwrap();
    for out in [
        &file,
        &file.join("below"),
        &link,
        Path::new("/proc/run"),
        Path::new("/dev/null"),
    ] {
        let output = dudo_run(&spec, out).output().unwrap();
        expect_error(&output, 3, &out.to_string_lossy());
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "text");
    // A log that became read-only; the run says so and no more.
    let folder = home.path("run");
    Spec::of(3, 5).play(&folder, 1);
    let more = home.write("more.toml", &Spec::of(3, 9));
    let script = "mount --bind \"$2\" \"$2\" && mount -o remount,bind,ro \"$2\" || exit 9
        exec \"$1\" run \"$3\" --out \"$2\" --threads 2 --progress none";
    let binary = Path::new(env!("CARGO_BIN_EXE_dudo"));
    let output = mounted(script, &[binary.as_ref(), folder.as_ref(), more.as_ref()]);
    if stderr(&output).starts_with("error: ") {
        expect_error(&output, 3, "Read-only file system");
    }
    Log::of(&folder).expect(&Spec::of(3, 5).fresh(), "a read-only folder");
}
