//! C: one source, two headers, make.

use super::{Entry, Game, Lang, entries};

pub(super) const LANG: Lang = Lang {
    name: "c",
    bot: "bot.so",
    build: "make",
    test: "make test",
    depends_on: |_| false,
    files: |game| {
        let mut files = sources(game);
        files.extend(entries([
            (
                "Makefile",
                include_str!("../../../bots/sdk/starters/c/Makefile"),
            ),
            (
                "README.md",
                include_str!("../../../bots/sdk/starters/c/README.md"),
            ),
            (
                "bot.toml",
                "command = [\"bot.so\"]\ngames = [\"{{game}}\"]\n",
            ),
            (".gitignore", "bot.so\ntest\n"),
        ]));
        files
    },
};

/// What a bot in C consists of, whatever it is compiled to.
pub(super) fn sources(game: Game) -> Vec<Entry> {
    macro_rules! game {
        ($file:literal) => {
            (
                include_str!(concat!("../../../bots/sdk/examples/c/", $file, ".c")),
                include_str!(concat!("../../../bots/sdk/starters/c/test/", $file, ".c")),
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
        ("bot.c", bot),
        ("test.c", test),
        ("dudo_bot.h", include_str!("../../../bots/sdk/c/dudo_bot.h")),
        (
            "dudo_view.h",
            include_str!("../../../bots/sdk/c/dudo_view.h"),
        ),
        (
            "dudo_help.h",
            include_str!("../../../bots/sdk/c/dudo_help.h"),
        ),
    ])
}
