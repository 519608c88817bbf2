//! `[[bot]]`, `[bots]` and names.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    (
        "game = \"mia\"\nbot = [{use=\"a\"},{use=\"b\"}]",
        r#"quick.toml: seed: missing; expected a whole number from 0 to 9223372036854775807, 64 hex digits or "secret""#,
    ),
    (
        r#"bots.folder = "subs""#,
        "quick.toml: line 1: bots.folder: \"subs\": No such file or directory (os error 2)",
    ),
    (
        "bots.folder = 1",
        "quick.toml: line 1: bots.folder: expected the name of a folder, found 1",
    ),
    (
        r#"bots.fodler = "x""#,
        r#"quick.toml: line 1: bots.fodler: unknown key; did you mean "folder"?"#,
    ),
    (
        "bot = [{use=\"./a.so\",restart=\"never\"}]",
        "quick.toml: line 1: bot.restart: a bot that outlives a session could remember dice; expected trusted = true beside it",
    ),
    (
        "bot = [{use=\"./a.so\",concurrent=2}]",
        "quick.toml: line 1: bot.concurrent: a bot in several games at once could compare them; expected trusted = true beside it",
    ),
    (
        "bot = [{use=\"./a.so\",trusted=\"yes\"}]",
        "quick.toml: line 1: bot.trusted: expected true or false, found \"yes\"",
    ),
    (
        r#"bot = [{use="a",isolation=7}]"#,
        r#"quick.toml: line 1: bot.isolation: expected one of none, process, jail, found 7"#,
    ),
    (
        r#"bot = [{use="a",restart=true}]"#,
        r#"quick.toml: line 1: bot.restart: expected one of session, never, found true"#,
    ),
    (
        r#"bot = [{use="a",concurrent="4"}]"#,
        r#"quick.toml: line 1: bot.concurrent: expected a whole number from 1 to 256, found "4"; write it without quotes"#,
    ),
    (
        r#"bot = [{use="a",owner=1}]"#,
        r#"quick.toml: line 1: bot.owner: expected whose bot it is, found 1"#,
    ),
    (
        "bots.isolation = 1",
        "quick.toml: line 1: bots.isolation: expected one of none, process, jail, found 1",
    ),
    (
        "bots.same-owner = 1",
        "quick.toml: line 1: bots.same-owner: expected one of together, apart, found 1",
    ),
    (
        "seed = 1\ngame = \"mia\"\nbots.same-owner = \"apart\"\nbot = [{use=\"odds\",owner=\"ann\"},{use=\"honest\",owner=\"ann\"}]",
        "quick.toml: line 3: bots.same-owner: every table of 2 would seat two bots of one owner",
    ),
    (
        "seed = 1\ngame = \"mia\"\nbots.same-owner = \"apart\"\nschedule.tables = 2\nbot = [{use=\"a\",owner=\"ann\"},{use=\"b\",owner=\"ann\"},{use=\"c\",owner=\"ann\"},{use=\"d\",owner=\"ann\"},{use=\"e\"}]",
        "quick.toml: line 4: schedule.tables: the 4 bots of one owner would take 3 seats at 2 drawn tables, since all bots sit equally often, and may take 2; expected \"all\", or fewer bots of \"ann\"",
    ),
    (
        "bots = 1",
        "quick.toml: line 1: bots: expected a section [bots], found 1",
    ),
    (
        "bot = []",
        r#"quick.toml: seed: missing; expected a whole number from 0 to 9223372036854775807, 64 hex digits or "secret""#,
    ),
    (
        r#"bot = "odds""#,
        r#"quick.toml: line 1: bot: expected [[bot]] with two brackets on each side, found "odds""#,
    ),
    (
        "[bot]\nuse = \"odds\"",
        "quick.toml: line 1: bot: expected [[bot]] with two brackets on each side, found a table",
    ),
    (
        "bot = [1]",
        "quick.toml: line 1: bot: expected [[bot]] with two brackets on each side, found 1",
    ),
    (
        "[[bot]]",
        r#"quick.toml: line 1: bot.use: missing; expected a bot, such as use = "odds" or use = "./bot.py""#,
    ),
    (
        "[[bot]]\nname = \"a\"",
        r#"quick.toml: line 1: bot.use: missing; expected a bot, such as use = "odds" or use = "./bot.py""#,
    ),
    (
        "[[bot]]\nuse = 1",
        r#"quick.toml: line 2: bot.use: expected a bot, such as use = "odds" or use = "./bot.py", found 1"#,
    ),
    (
        "[[bot]]\nuse = \" \"",
        r#"quick.toml: line 2: bot.use: expected a bot, such as use = "odds" or use = "./bot.py", found " ""#,
    ),
    (
        "[[bot]]\nuse = \"odds\"",
        r#"quick.toml: seed: missing; expected a whole number from 0 to 9223372036854775807, 64 hex digits or "secret""#,
    ),
    (
        "[[bot]]\nuse = \"a\"\nnam = \"b\"",
        r#"quick.toml: line 3: bot.nam: unknown key; did you mean "name"?"#,
    ),
    (
        "[[bot]]\nuse = \"a\"\ndeals = 5",
        "quick.toml: line 3: bot.deals: unknown key; it belongs under [schedule]",
    ),
    (
        "[[bot]]\ncommand = [\"python3\", \"bot.py\"]",
        r#"quick.toml: line 2: bot.command: unknown key; did you mean "use"?"#,
    ),
    (
        "[[bot]]\nus = \"a\"",
        r#"quick.toml: line 2: bot.us: unknown key; did you mean "use"?"#,
    ),
    (
        "[[bot]]\nuse = \"odds\"\n[[bot]]\nuse = \"odds\"",
        r#"quick.toml: line 3: bot.use: "odds" is the name of the bot in line 1 already; give one a name"#,
    ),
    (
        "[[bot]]\nuse = \"a\"\nname = \"x\"\n[[bot]]\nuse = \"b\"\nname = \"x\"",
        r#"quick.toml: line 4: bot.name: "x" is the name of the bot in line 1 already; expected another"#,
    ),
    (
        "[[bot]]\nuse = \"a\"\nname = \"x\"\n[[bot]]\nuse = \"x\"",
        r#"quick.toml: line 4: bot.use: "x" is the name of the bot in line 1 already; give one a name"#,
    ),
    (
        "[[bot]]\nuse = \"a\"\nname = \"X\"\n[[bot]]\nuse = \"b\"\nname = \"x\"",
        r#"quick.toml: line 4: bot.name: "x" differs from "X" in line 1 only in capital letters; expected another"#,
    ),
    (
        "[[bot]]\nuse = \"a\"\nname = \"Zo\\u00eb\"\n[[bot]]\nuse = \"b\"\nname = \"Zoe\\u0308\"",
        r#"quick.toml: line 4: bot.name: "Zoë" is the name of the bot in line 1 already; expected another"#,
    ),
    (
        "[[bot]]\nuse = \"a\"\nname = 7",
        "quick.toml: line 3: bot.name: expected a name, found 7",
    ),
    (
        "[[bot]]\nuse = \"a\"\nname = \"\"",
        r#"quick.toml: line 3: bot.name: "" is empty"#,
    ),
    (
        "[[bot]]\nuse = \"a\"\nname = \"=1+1\"",
        r#"quick.toml: line 3: bot.name: "=1+1" begins with = + - or @, which spreadsheets run"#,
    ),
    (
        "[[bot]]\nuse = \"a\"\nname = \"  @x\"",
        r#"quick.toml: line 3: bot.name: "  @x" begins with = + - or @, which spreadsheets run"#,
    ),
    (
        "[[bot]]\nuse = \"a\"\nname = \" x\"",
        r#"quick.toml: line 3: bot.name: " x" begins or ends with a blank"#,
    ),
    (
        "[[bot]]\nuse = \"a\"\nname = \"x\\u202Ey\"",
        r#"quick.toml: line 3: bot.name: "x\u{202e}y" holds invisible character U+202E"#,
    ),
    (
        "[[bot]]\nuse = \"a\"\nname = \"x\\ty\"",
        r#"quick.toml: line 3: bot.name: "x\ty" holds control character U+0009"#,
    ),
    (
        "[[bot]]\nuse = \"a\"\nname = \"nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn\"",
        r#"quick.toml: line 3: bot.name: "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…" has more than 64 characters"#,
    ),
    (
        "[[bot]]\nuse = \"uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu\"",
        r#"quick.toml: line 2: bot.use: "uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu…" is no name, as it has more than 64 characters; give the bot a name"#,
    ),
    (
        "[[bot]]\nuse = \"-x\"",
        r#"quick.toml: line 2: bot.use: "-x" is no name, as it begins with = + - or @, which spreadsheets run; give the bot a name"#,
    ),
    (
        "seed = 1\ngame = \"mia\"\n[[bot]]\nuse = \"a\"\n[[bot]]\nuse = \"b\"\n[[bot]]\nuse = \"c\"\n[schedule]\nformat = \"duel\"",
        "quick.toml: line 10: schedule.format: a duel is between exactly 2 bots, and there are 3",
    ),
    (
        "seed = 1\ngame = \"mia\"\n[[bot]]\nuse = \"a\"\n[[bot]]\nuse = \"b\"\n[[bot]]\nuse = \"c\"\n[schedule]\nformat = \"duel\"\nseats = 3",
        "quick.toml: line 11: schedule.seats: a duel is played at tables of 2, not of 3",
    ),
    (
        "seed = 1\ngame = \"mia\"\n[[bot]]\nuse = \"a\"\n",
        r#"quick.toml: line 3: bot: a table of 2 needs 2 bots, and there is 1; add them as [[bot]] with use = "...""#,
    ),
    (
        "seed = 1\ngame = \"mia\"\n[[bot]]\nuse = \"a\"\n[schedule]\nseats = 2",
        "quick.toml: line 6: schedule.seats: a table of 2 needs 2 bots, and there is 1",
    ),
    (
        "seed = 1\ngame = \"mia\"\n[[bot]]\nuse = \"a\"\n[bots]\nfolder = \"subs\"",
        "quick.toml: line 6: bots.folder: \"subs\": No such file or directory (os error 2)",
    ),
    (
        "seed = 1\ngame = \"mia\"\nbot = [{use=\"a\"},{use=\"b\"}]\n[schedule]\ndeals = 9223372036854775808",
        "quick.toml: line 5: schedule.deals: 1 table x 2 rotations x 9223372036854775808 blocks of deals are more sessions than the 18446744073709551615 that can be numbered",
    ),
    (
        r#"bot = [{ use = "-x", name = "y" }, { use = "" }]"#,
        r#"quick.toml: line 1: bot.use: expected a bot, such as use = "odds" or use = "./bot.py", found """#,
    ),
    (
        "seed = 1\ngame = \"mia\"\n[[bot]]\nuse = \"a\"\n[[bot]]\nuse = \"b\"\n[schedule]\nformat = \"gauntlet\"\nfocus = [\"A\"]",
        r#"quick.toml: line 9: schedule.focus: "A" is the name of no bot here; did you mean "a"?"#,
    ),
];
