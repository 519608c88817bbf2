//! Python: a script and one module.

use super::{Game, Lang, entries};

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
