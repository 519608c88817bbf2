//! The report, in a real browser: as people read it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod chrome;

use chrome::Chrome;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

fn dudo(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dudo"))
        .args(args)
        .output()
        .unwrap()
}

/// What a verb prints.
#[track_caller]
fn printed(args: &[&str]) -> String {
    let output = dudo(args);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// A run in a folder of its own.
struct Run(TempDir);

impl Run {
    /// Name and use of each bot.
    fn play(game: &str, sections: &str, bots: &[(&str, &str)]) -> Self {
        let home = TempDir::new().unwrap();
        let quoted = |text: &str| serde_json::to_string(text).unwrap();
        let bots = bots.iter();
        let bots: String = bots
            .map(|(name, bot)| format!("[[bot]]\nname = {}\nuse = \"{bot}\"\n", quoted(name)))
            .collect();
        let spec = home.path().join("spec.toml");
        let text = format!("name = \"probe\"\nseed = 5\ngame = \"{game}\"\n{sections}\n{bots}");
        fs::write(&spec, text).unwrap();
        let out = home.path().join("run");
        let out = out.to_string_lossy();
        printed(&[
            "run",
            &spec.to_string_lossy(),
            "--out",
            &out,
            "--progress",
            "none",
        ]);
        Self(home)
    }

    fn folder(&self) -> PathBuf {
        self.0.path().join("run")
    }

    fn report(&self, args: &[&str]) -> PathBuf {
        let folder = self.folder();
        printed(&[&["report", &folder.to_string_lossy()], args].concat());
        folder.join("report.html")
    }

    fn change(&self, file: &str, change: impl Fn(&str) -> String) {
        let path = self.folder().join(file);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, change(&text)).unwrap();
    }
}

/// Where screenshots are kept, for a person to look at.
fn shots() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report");
    fs::create_dir_all(&folder).unwrap();
    folder
}

impl Chrome {
    /// Opens a report and holds against it what must be true of each.
    #[track_caller]
    fn report(&mut self, file: &Path) {
        self.width(1200);
        self.media("screen", "light");
        self.open(file);
        self.sound();
        assert_eq!(self.requests.len(), 1, "{:?}", self.requests);
    }

    /// No complaint, nothing that was smuggled in, nothing that sticks out.
    #[track_caller]
    fn sound(&mut self) {
        assert_eq!(self.value("document.documentElement.dataset.ready"), "yes");
        assert_eq!(self.complaints, Vec::<String>::new());
        assert_eq!(self.value("typeof pwned"), "undefined");
        let foreign = "document.querySelectorAll('script').length + ' ' + document.querySelectorAll('img, iframe, object, embed, link, base, form, audio, video').length";
        assert_eq!(self.value(foreign), "2 0");
        for width in [1200, 390] {
            self.width(width);
            let over = self.value("document.documentElement.scrollWidth - innerWidth");
            assert!(
                over.as_f64().unwrap() <= 0.0,
                "{over} pixels wider than {width}"
            );
        }
        self.width(1200);
    }

    /// A screenshot of the whole page.
    fn shoot(&mut self, name: &str) {
        let options = serde_json::json!({"format": "png", "captureBeyondViewport": true});
        let shot = self.call("Page.captureScreenshot", &options);
        let text = shot["data"].as_str().unwrap();
        assert!(text.len() > 10_000, "{name} is empty");
        let coded = shots().join(format!("{name}.base64"));
        fs::write(&coded, text).unwrap();
        let decoded = Command::new("base64")
            .arg("-d")
            .arg(&coded)
            .output()
            .unwrap();
        fs::write(coded.with_extension("png"), decoded.stdout).unwrap();
        fs::remove_file(coded).unwrap();
    }

    /// The texts of a column, from the top.
    fn column(&mut self, sheet: &str, key: &str) -> Vec<String> {
        let cells = format!(
            "[...document.querySelectorAll('{sheet} td[data-key={key}]')].map(cell => cell.textContent)"
        );
        let cells = self.value(&cells);
        let texts = cells.as_array().unwrap().iter();
        texts
            .map(|text| text.as_str().unwrap().to_owned())
            .collect()
    }
}

const QUICK: &str = "[schedule]\ndeals = 40\n[log]\nactions = \"all\"";

#[test]
fn a_report_works_in_a_browser() {
    let run = Run::play(
        "liars-dice",
        QUICK,
        &[
            ("odds", "odds"),
            ("reader", "reader"),
            ("random", "random"),
            ("honest", "honest"),
        ],
    );
    let mut chrome = Chrome::start();
    let file = run.report(&[]);
    chrome.report(&file);

    // Sorting: by name upward, then downward; numbers downward first.
    let sheet = "#standings";
    let ranked = chrome.column(sheet, "bot");
    let mut sorted = ranked.clone();
    sorted.sort();
    assert_ne!(ranked, sorted, "the test would not see a sort");
    chrome.click("#standings th[data-key=bot] button");
    assert_eq!(chrome.column(sheet, "bot"), sorted);
    chrome.click("#standings th[data-key=bot] button");
    sorted.reverse();
    assert_eq!(chrome.column(sheet, "bot"), sorted);
    chrome.click("#standings th[data-key=wins] button");
    let wins = chrome.column(sheet, "wins");
    let wins: Vec<u64> = wins
        .iter()
        .map(|it| it.replace(',', "").parse().unwrap())
        .collect();
    assert!(
        wins.is_sorted_by(|a, b| a >= b) && wins[0] > wins[3],
        "{wins:?}"
    );
    let marked = "document.querySelector('#standings th[aria-sort]').getAttribute('aria-sort')";
    assert_eq!(chrome.text(marked), "descending");

    // The heat map tells more where the pointer is.
    let detail = "(() => { const cell = document.querySelector('#heat td[title]'); cell.dispatchEvent(new PointerEvent('pointerenter')); return document.getElementById('cross-detail').textContent; })()";
    let detail = chrome.text(detail);
    assert!(
        detail.contains(" % against ") && detail.ends_with("points in 80 games"),
        "{detail}"
    );

    // Every plot has something in it.
    let plots = chrome.value("[...document.querySelectorAll('svg.plot')].map(svg => svg.querySelectorAll('.bar, circle, polyline').length)");
    let plots = plots.as_array().unwrap().iter();
    let plots: Vec<u64> = plots.map(|count| count.as_u64().unwrap()).collect();
    assert!(
        plots.len() == 3 && plots.iter().all(|&count| count >= 4),
        "{plots:?}"
    );

    // A game, line by line: by button, by key, by click, to the end.
    let lines =
        chrome.value("JSON.parse(document.getElementById('data').textContent).replays[1].steps");
    let lines = lines.as_array().unwrap();
    chrome.value("(() => { const game = document.getElementById('game'); game.value = 1; game.dispatchEvent(new Event('change')); })()");
    let line = |chrome: &mut Chrome, at: usize| {
        let found = chrome.text("document.getElementById('where').textContent");
        let expected = format!("line {} of {}, ", at + 1, lines.len());
        assert!(found.starts_with(&expected), "{found}, expected {expected}");
        let board = chrome.text("document.getElementById('board').textContent");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        assert!(board.contains(&text(&lines[at]["event"])), "{board}");
        for dice in lines[at]["dice"].as_array().unwrap() {
            assert!(board.contains(&text(dice)), "{board}");
        }
        assert!(board.contains(&text(&lines[at]["ruling"])), "{board}");
    };
    line(&mut chrome, 0);
    let bid = lines
        .iter()
        .position(|it| it["claim"]["kind"] == "bid")
        .unwrap();
    for at in 1..=bid {
        chrome.click("#next");
        line(&mut chrome, at);
    }
    let meters = chrome.value("[...document.querySelectorAll('#board meter')].map(it => it.value)");
    assert_eq!(meters, lines[bid]["claim"]["chances"]);
    chrome.click("#back");
    line(&mut chrome, bid - 1);
    chrome.press("ArrowRight");
    line(&mut chrome, bid);
    chrome.click("#last");
    line(&mut chrome, lines.len() - 1);
    assert_eq!(
        chrome.value("document.getElementById('next').disabled"),
        true
    );
    chrome.click("#first");
    line(&mut chrome, 0);
    chrome.click("#steps tr:nth-child(3)");
    line(&mut chrome, 2);
    chrome.sound();
    chrome.shoot("light");

    // In the dark ink and paper change places; on paper there is nothing to press.
    let bright = "(() => { const of = c => c.match(/[0-9]+/g).slice(0, 3).reduce((sum, it) => sum + Number(it), 0); const s = getComputedStyle(document.body); return of(s.color) - of(s.backgroundColor); })()";
    assert!(chrome.value(bright).as_f64().unwrap() < -500.0);
    chrome.media("screen", "dark");
    assert!(chrome.value(bright).as_f64().unwrap() > 500.0);
    chrome.shoot("dark");
    chrome.media("print", "dark");
    assert!(
        chrome.value(bright).as_f64().unwrap() < -500.0,
        "white on black paper"
    );
    let shown = "getComputedStyle(document.querySelector('.keys')).display";
    assert_eq!(chrome.text(shown), "none");
    let cut = chrome.value("(() => { const it = document.getElementById('steps'); return it.scrollHeight - it.clientHeight; })()");
    assert!(
        cut.as_f64().unwrap() <= 1.0,
        "lines of the game are cut off on paper"
    );
    chrome.shoot("print");

    // The same log, the same bytes.
    let first = fs::read(&file).unwrap();
    assert_eq!(fs::read(run.report(&[])).unwrap(), first);
}

/// Names that a page without care would run, break or turn around.
const HOSTILE: [&str; 6] = [
    "</script><script>pwned=1</script>",
    "\"><img src=x onerror=pwned=1>",
    "{{data}} ${pwned=1} {{title}}",
    "&lt;b&gt; <!-- \\u003c",
    "שלום ﷽ 🎲",
    "constructor",
];

#[test]
fn sixty_bots_with_hostile_names() {
    let plain: Vec<String> = (0..54)
        .map(|bot| format!("a plain bot with number {bot}"))
        .collect();
    let names = HOSTILE.into_iter().chain(plain.iter().map(String::as_str));
    let bots: Vec<(&str, &str)> = names.map(|name| (name, "random")).collect();
    let sections = "[rules]\ndice = 1\n[schedule]\ndeals = 1\n[log]\nactions = \"all\"";
    let run = Run::play("liars-dice", sections, &bots);
    let mut chrome = Chrome::start();
    chrome.report(&run.report(&[]));
    let shown = chrome.column("#standings", "bot");
    assert_eq!(shown.len(), 60);
    for name in HOSTILE {
        assert!(
            shown.iter().any(|found| found == name),
            "{name} in {shown:?}"
        );
    }
    let cells = chrome.value("document.querySelectorAll('#heat td').length");
    assert_eq!(cells, 3600);
    chrome.click("#standings th[data-key=bot] button");
    let mut sorted = shown;
    sorted.sort_by_key(|name| name.encode_utf16().collect::<Vec<u16>>());
    assert_eq!(chrome.column("#standings", "bot"), sorted);
    chrome.sound();
    chrome.shoot("sixty");
    // Markdown and the plots have the same names.
    let folder = run.folder();
    let folder = folder.to_string_lossy();
    let svg = printed(&["report", &folder, "--svg", "ratings"]);
    assert!(svg.contains("&lt;/script&gt;") && !svg.contains("<script"));
    let path = run.folder().join("ratings.svg");
    fs::write(&path, svg).unwrap();
    // The same as a picture: as wide as two pixels for each of the plot's.
    let picture = run.folder().join("ratings.png");
    printed(&[
        "report",
        &folder,
        "--png",
        "ratings",
        "--out",
        &picture.to_string_lossy(),
    ]);
    let bytes = fs::read(&picture).unwrap();
    assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
    assert_eq!(bytes[16..20], 1520_u32.to_be_bytes());
    chrome.open(&path);
    assert_eq!(chrome.complaints, Vec::<String>::new());
    assert_eq!(
        chrome.value("document.querySelectorAll('text').length > 60"),
        true
    );
}

#[test]
fn hostile_talk_faults_and_standard_error() {
    let sections = "[rules]\npreset = \"two\"\ntalk = true\nhandicap = [2, 2]\n[schedule]\ndeals = 2\n[log]\nactions = \"all\"";
    let sections = sections.replace("preset = \"two\"\n", "");
    let run = Run::play(
        "liars-boggle",
        &sections,
        &[("a", "random"), ("b", "caller")],
    );
    let talk = "</script><script>pwned=1</script>\u{202e}\u{2028}";
    run.change("actions.csv", |text| {
        let line = text.lines().find(|line| line.contains(",1,1,1,")).unwrap();
        let head = line.rsplitn(2, ",1,1,1,").last().unwrap();
        let said = format!("{head},1,1,1,\"say \"\"{talk}\"\"\"\n{line}");
        text.replacen(line, &said, 1)
    });
    let detail = "Traceback: <img src=x onerror=pwned=1> in secret.py";
    run.change("faults.csv", |text| {
        format!("{text}0,0,0,3,1,a,panicked,\"{detail}\"\n")
    });
    let bots = run.folder().join("bots");
    fs::create_dir_all(&bots).unwrap();
    let long: String = (0..5000)
        .map(|line| format!("line {line} </pre><script>pwned=1</script>\n"))
        .collect();
    fs::write(bots.join("0-a.log"), long).unwrap();
    let mut chrome = Chrome::start();
    chrome.report(&run.report(&["--games", "9"]));
    let said = chrome
        .text("[...document.querySelectorAll('#steps .talk')].map(it => it.textContent).join()");
    assert!(
        said.contains("<script>pwned=1</script>\\u{202e}\\u{2028}"),
        "{said}"
    );
    let page = "document.body.innerText";
    let text = chrome.text(page);
    assert!(text.contains(detail) && text.contains("line 4999") && !text.contains("line 4900 "));
    assert_eq!(chrome.column("#faults", "times"), ["1"]);
    chrome.shoot("talk");

    // For everybody: that it failed, and not how.
    chrome.report(&run.report(&["--public"]));
    let text = fs::read_to_string(run.folder().join("report.html")).unwrap();
    for private in ["secret.py", "line 4999", "0-a.log"] {
        assert!(!text.contains(private), "{private} is public");
    }
    assert_eq!(chrome.column("#faults", "fault"), ["panicked"]);
}

#[test]
fn no_games_and_one_game() {
    let mut chrome = Chrome::start();
    let run = Run::play(
        "mia",
        "[schedule]\nseating = \"none\"\ndeals = 1",
        &[("a", "random"), ("b", "timid")],
    );
    chrome.report(&run.report(&[]));
    assert_eq!(chrome.column("#standings", "bot").len(), 2);
    chrome.click("#last");
    assert_eq!(
        chrome.value("document.getElementById('next').disabled"),
        true
    );
    chrome.sound();
    run.change("games.csv", |text| {
        text.lines().next().unwrap().to_owned() + "\n"
    });
    chrome.report(&run.report(&[]));
    assert_eq!(
        chrome.value("document.querySelectorAll('#heat td').length"),
        0
    );
    assert_eq!(
        chrome.value("getComputedStyle(document.querySelector('#replay .keys')).display"),
        "none"
    );
    chrome.sound();
}

#[test]
fn tables_are_there_for_programs_too() {
    let run = Run::play(
        "poker-liar",
        "[schedule]\ndeals = 5",
        &[("a, \"b\"", "odds"), ("c|d", "random")],
    );
    let folder = run.folder();
    let folder = folder.to_string_lossy();
    let report = |args: &[&str]| printed(&[&["report", &folder], args].concat());
    let json: Value = serde_json::from_str(&report(&["--format", "json"])).unwrap();
    let names: Vec<&str> = json
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "standings",
            "cross",
            "seats",
            "bluffs",
            "exploits",
            "faults"
        ]
    );
    assert_eq!(json[0]["rows"][0]["bot"], "a, \"b\"");
    for name in names {
        let csv = report(&["--format", "csv", "--table", name]);
        let rows = json
            .as_array()
            .unwrap()
            .iter()
            .find(|it| it["name"] == name)
            .unwrap();
        assert_eq!(
            csv.lines().count(),
            1 + rows["rows"].as_array().unwrap().len(),
            "{csv}"
        );
    }
    let csv = report(&["--format", "csv"]);
    assert!(csv.contains("\"a, \"\"b\"\"\""), "{csv}");
    let markdown = report(&["--format", "md"]);
    assert!(
        markdown.contains("| c\\|d |") && markdown.contains("### Bluff profile"),
        "{markdown}"
    );
    let bluffs = &json[3]["rows"];
    assert!(bluffs[1]["bids"].as_f64().unwrap() > 10.0, "{bluffs}");
    assert_eq!(dudo(&["report", "no-such-folder"]).status.code(), Some(2));
}
