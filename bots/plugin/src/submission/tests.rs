use super::*;
use std::os::unix::fs::{PermissionsExt, symlink};
use tempfile::TempDir;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn take(path: &Path) -> Result<Submission, String> {
    let into = tempfile::tempdir().unwrap();
    // The copy may vanish with it: what is looked at here is in the value.
    Submission::take(path, into.path()).map_err(|error| error.0)
}

const SETTINGS: (&str, &str) = (
    FILE,
    "command = \"python3 bot.py\"\ngames = [\"mia\"]\nowner = \"ann\"\n",
);

#[test]
fn a_folder_is_what_its_settings_say() {
    let from = folder(&[
        SETTINGS,
        ("bot.py", "import helper\n"),
        ("lib/helper.py", "x = 1\n"),
    ]);
    let into = tempfile::tempdir().unwrap();
    let bot = Submission::take(from.path(), into.path()).unwrap();
    assert_eq!(
        (bot.owner.as_str(), bot.games),
        ("ann", vec!["mia".to_owned()])
    );
    let words = ["python3", "-s", "-B", "-u", "bot.py"].map(OsString::from);
    assert_eq!(bot.start, Start::Command(words.to_vec()));
    let copy = bot.folder.join("lib/helper.py");
    assert_eq!(fs::read_to_string(&copy).unwrap(), "x = 1\n");
    assert_eq!(
        fs::metadata(copy).unwrap().permissions().mode() & 0o777,
        0o444
    );
}

/// The sum was made with another program, from the description of `Identity`.
#[test]
fn the_identity_is_the_one_described() {
    let from = folder(&[(FILE, "command = \"./b\"\n"), ("b", "1"), ("a/c", "")]);
    let bot = take(from.path()).unwrap();
    assert_eq!(
        bot.identity,
        "dce1827cb06996bf31866df3b707e5b3948878f3b1793902c22facda2160800b"
    );
}

#[test]
fn the_identity_tells_bots_apart() {
    let files = [SETTINGS, ("bot.py", "ab"), ("c", "d")];
    let base = take(folder(&files).path()).unwrap().identity;
    let mut all = vec![base.clone()];
    for change in [
        vec![SETTINGS, ("bot.py", "ab"), ("c", "e")],
        vec![SETTINGS, ("bot.py", "abd"), ("c", "")],
        vec![SETTINGS, ("bot.py", "ab"), ("cd", "")],
        vec![SETTINGS, ("bot.py", "ab"), ("c", "d"), ("x", "")],
        vec![SETTINGS, ("bot.py", "ab")],
        vec![
            (FILE, "command = \"python3 bot.py x\"\n"),
            ("bot.py", "ab"),
            ("c", "d"),
        ],
    ] {
        all.push(take(folder(&change).path()).unwrap().identity);
    }
    let count = all.len();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), count);
    // Neither the order in which files were made nor what tools leave behind.
    let same = [
        ("__pycache__/bot.pyc", "z"),
        ("c", "d"),
        ("bot.py", "ab"),
        (".git/HEAD", "y"),
        SETTINGS,
    ];
    assert_eq!(take(folder(&same).path()).unwrap().identity, base);
}

#[test]
fn a_file_is_started_as_its_name_says() {
    let from = folder(&[
        ("a.py", ""),
        ("b.so", ""),
        ("c.wasm", ""),
        ("d", ""),
        ("e.txt", ""),
    ]);
    let path = |name: &str| from.path().join(name);
    fs::set_permissions(path("d"), fs::Permissions::from_mode(0o755)).unwrap();
    let words = |words: &[&str]| Start::Command(words.iter().map(OsString::from).collect());
    let start = |name: &str| take(&path(name)).unwrap().start;
    assert_eq!(
        start("a.py"),
        words(&["python3", "-s", "-B", "-u", "./a.py"])
    );
    assert_eq!(start("b.so"), Start::Library("b.so".into()));
    assert_eq!(start("c.wasm"), Start::Module("c.wasm".into()));
    assert_eq!(start("d"), words(&["./d"]));
    assert!(take(&path("e.txt")).unwrap_err().contains("chmod +x"));
    assert_eq!(take(&path("a.py")).unwrap().name, "a");
}

/// A module or library is the bot's own, and not one that lies elsewhere.
#[test]
fn a_path_does_not_lead_out_of_the_folder() {
    let mine = folder(&[("bot.wasm", "")]);
    let name = mine.path().file_name().unwrap().to_str().unwrap();
    fs::create_dir(mine.path().join("in")).unwrap();
    for (word, inside) in [
        ("bot.wasm".to_owned(), true),
        (format!("../{name}/bot.wasm"), false),
        ("in/../bot.wasm".into(), false),
        (mine.path().join("bot.wasm").display().to_string(), false),
    ] {
        fs::write(mine.path().join(FILE), format!("command = \"{word}\"\n")).unwrap();
        let start = take(mine.path()).unwrap().start;
        let expected = match inside {
            true => Start::Module("bot.wasm".into()),
            false => Start::Command(vec![word.into()]),
        };
        assert_eq!(start, expected);
    }
}

#[test]
fn what_is_no_bot_is_refused_with_a_sentence() {
    let linked = folder(&[SETTINGS]);
    symlink("/etc/hostname", linked.path().join("bot.py")).unwrap();
    let linked_folder = folder(&[SETTINGS]);
    symlink("/etc", linked_folder.path().join("more")).unwrap();
    let piped = folder(&[SETTINGS]);
    rustix::fs::mknodat(
        rustix::fs::CWD,
        piped.path().join("pipe"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR,
        0,
    )
    .unwrap();
    let many = folder(&[SETTINGS]);
    for number in 0..MAX_FILES {
        fs::write(many.path().join(number.to_string()), "").unwrap();
    }
    let large = folder(&[SETTINGS]);
    let file = fs::File::create(large.path().join("large")).unwrap();
    file.set_len(MAX_BYTES).unwrap();
    let deep = folder(&[SETTINGS, (&"d/".repeat(40), "")][..1]);
    fs::create_dir_all(deep.path().join("d/".repeat(40))).unwrap();
    let settings = |text| folder(&[(FILE, text)]);
    for (folder, says) in [
        (linked, "bot.py: a link"),
        (linked_folder, "more: a link"),
        (piped, "pipe: neither a file nor a folder"),
        (many, "more than 2000 files"),
        (large, "more than 64 MiB"),
        (deep, "more than 32 folders"),
        (folder(&[("bot.py", "")]), "bot.toml: not there"),
        (settings("command = 3\n"), "`command` is how it is started"),
        (settings("command = []\n"), "`command` is how it is started"),
        (settings("games = []\n"), "`command` is how it is started"),
        (
            settings("command = \"x\"\ngames = \"mia\"\n"),
            "`games` is a list",
        ),
        (
            settings("command = \"x\"\nowner = \" \"\n"),
            "`owner` is a name",
        ),
        (
            settings("comand = \"x\"\n"),
            "no key `comand`: there are command, games, owner",
        ),
        (settings("\ncommand = \"x\n"), "bot.toml:2: "),
    ] {
        let said = take(folder.path()).unwrap_err();
        assert!(said.contains(says), "{said:?} lacks {says:?}");
    }
    assert!(
        take(Path::new("nowhere"))
            .unwrap_err()
            .starts_with("nowhere: ")
    );
}

/// A process cannot tell a later one which files of the snapshot it has read.
/// Who leaves out `cmd:` names a file with blanks, which is not there.
#[test]
fn a_command_in_the_place_of_a_file_is_told() {
    let home = folder(&[("my bots/ok.py", "")]);
    for (name, hinted) in [
        ("python3 ok.py", true),
        ("python3 bots/ok.py", true),
        ("my bots/python3 ok.py", true),
        ("my bots/gone.py", false),
        ("gone.py", false),
    ] {
        let error = take(&home.path().join(name)).unwrap_err();
        assert!(error.contains(": No such file"), "{error}");
        assert_eq!(error.contains("begins with cmd:"), hinted, "{error}");
    }
    assert!(is_command(Path::new("python3 ok.py")));
    assert!(!is_command(Path::new("ok.py")));
}

#[test]
fn reading_the_copy_leaves_no_trace() {
    let from = folder(&[SETTINGS, ("bot.py", "x")]);
    let into = tempfile::tempdir().unwrap();
    let bot = Submission::take(from.path(), into.path()).unwrap();
    let path = bot.folder.join("bot.py");
    let before = fs::metadata(&path).unwrap().accessed().unwrap();
    fs::read(&path).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().accessed().unwrap(), before);
}
