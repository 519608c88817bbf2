//! Python: a script and one module.

use super::{Game, Lang, entries};

/// What a bot is shown in each game.
const VIEWS: &str = include_str!("../../../VIEWS.md");

pub(super) const LANG: Lang = Lang {
    name: "python",
    bot: "bot.py",
    build: "",
    test: "python3 -m unittest",
    depends_on: |_| false,
    files: |game| {
        macro_rules! game {
            ($file:literal) => {
                (
                    include_str!(concat!("../../../bots/sdk/examples/python/", $file, ".py")),
                    include_str!(concat!(
                        "../../../bots/sdk/starters/python/test/",
                        $file,
                        ".py"
                    )),
                )
            };
        }
        let (bot, test) = match game {
            Game::LiarsDice => game!("liars_dice"),
            Game::LiarsBoggle => game!("liars_boggle"),
            Game::Mia => game!("mia"),
            Game::PokerLiar => game!("poker_liar"),
        };
        entries([
            ("bot.py", bot),
            ("test_bot.py", test),
            ("dudo.py", include_str!("../../../bots/sdk/python/dudo.py")),
            ("VIEWS.md", &views(game)),
            (
                "README.md",
                include_str!("../../../bots/sdk/starters/python/README.md"),
            ),
            (
                "bot.toml",
                "command = [\"python3\", \"bot.py\"]\ngames = [\"{{game}}\"]\n",
            ),
            (".gitignore", "__pycache__/\n"),
        ])
    },
};

/// What all games have in common, and the chapter of this one.
fn views(game: Game) -> String {
    let mut chapters = VIEWS.split("\n## ");
    let head = chapters.next().unwrap_or_default();
    let heading = format!("{}\n", game.name());
    let own = chapters.find(|chapter| chapter.starts_with(&heading));
    format!("{head}\n## {}", own.unwrap_or_default())
}
