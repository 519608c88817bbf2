use super::*;
use crate::jail::Limits;
use std::os::unix::fs::symlink;

/// The eyes on a bot in `bot`, with its scratch folder in `scratch`.
fn eyes(home: &Path) -> Eyes {
    let at = |name: &str| {
        let path = home.join(name);
        fs::create_dir_all(&path).unwrap();
        path
    };
    let order = Order {
        folder: Some(at("bot")),
        scratch: Some(at("scratch")),
        read: vec![at("shown")],
        ..Order::only(Limits::bot(1))
    };
    Eyes::new(Arc::default(), &order, Arc::new(Now::new()))
}

#[test]
fn what_is_granted_is_no_attempt() {
    let home = tempfile::tempdir().unwrap();
    let eyes = eyes(home.path());
    symlink("/etc/passwd", home.path().join("bot/out")).unwrap();
    let own = |name: &str| home.path().join(name);
    let (read, write) = (AccessFs::ReadFile.into(), AccessFs::WriteFile.into());
    for (path, wanted, expected) in [
        (PathBuf::from("/usr/bin/env"), read, true),
        ("/usr/bin/env".into(), AccessFs::Execute.into(), true),
        ("/usr/bin/env".into(), write, false),
        ("/etc/passwd".into(), read, false),
        ("/etc/localtime".into(), read, true),
        (
            "/dev/null".into(),
            AccessFs::WriteFile | AccessFs::ReadFile,
            true,
        ),
        ("/dev/null".into(), AccessFs::Execute.into(), false),
        (own("bot/helper.py"), read, true),
        (own("bot/helper.py"), write, false),
        (own("bot/out"), read, false),
        (own("bottom"), read, false),
        (own("shown/words.txt"), read, true),
        (own("scratch/new"), write, true),
        (own("scratch/new"), AccessFs::RemoveFile.into(), true),
        (own("scratch/new"), AccessFs::MakeDir.into(), false),
        (own("other"), read, false),
    ] {
        assert_eq!(eyes.grants(&path, wanted), expected, "{}", path.display());
    }
}

#[test]
fn a_path_is_told_without_what_changes_from_process_to_process() {
    let home = tempfile::tempdir().unwrap();
    let eyes = eyes(home.path());
    for (path, expected) in [
        (home.path().join("bot/data/x"), "./data/x".to_owned()),
        (home.path().join("scratch/x"), "~/x".into()),
        ("/etc/passwd".into(), "/etc/passwd".into()),
        ("/srv/a\nb\u{1b}[31m".into(), "/srv/a?b?[31m".into()),
        (
            format!("/{}", "x".repeat(500)).into(),
            format!("/{}...", "x".repeat(199)),
        ),
    ] {
        assert_eq!(eyes.shown(&path), expected);
    }
    assert_eq!(
        plain(Path::new("/a/./b/../../../etc//passwd")),
        Path::new("/etc/passwd")
    );
}

#[test]
fn flags_say_what_is_wanted() {
    let (read, write) = (AccessFs::ReadFile, AccessFs::WriteFile);
    for (flags, expected) in [
        (
            libc::O_RDONLY | libc::O_CLOEXEC,
            Some(("read", read.into())),
        ),
        (
            libc::O_RDONLY | libc::O_DIRECTORY,
            Some(("list", AccessFs::ReadDir.into())),
        ),
        (
            libc::O_WRONLY | libc::O_CREAT,
            Some(("write", write.into())),
        ),
        (
            libc::O_RDONLY | libc::O_CREAT,
            Some(("write", write | read)),
        ),
        (libc::O_RDWR, Some(("write", write | read))),
        (libc::O_PATH | libc::O_RDWR, None),
    ] {
        assert_eq!(opened(flags as u64), expected, "{flags:o}");
    }
}

#[test]
fn whom_a_number_means() {
    for (number, expected) in [
        (i64::from(process::id()), "its parent"),
        (0, "its group"),
        (-1, "every process"),
        (-7, "a group of processes"),
        (1, "another process"),
    ] {
        assert_eq!(whom(number as u64), expected);
        assert_eq!(whom(u64::from(number as u32)), expected);
    }
}
