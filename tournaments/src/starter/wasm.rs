//! WebAssembly, from C.

use super::{Lang, c, entries};

pub(super) const LANG: Lang = Lang {
    name: "wasm",
    bot: "bot.wasm",
    build: "make",
    test: "make test",
    depends_on: |_| false,
    files: |game| {
        let mut files = c::sources(game);
        files.extend(entries([
            (
                "dudo_wasm.h",
                include_str!("../../../bots/sdk/c/dudo_wasm.h"),
            ),
            (
                "wasm/stdlib.h",
                include_str!("../../../bots/sdk/c/wasm/stdlib.h"),
            ),
            (
                "wasm/string.h",
                include_str!("../../../bots/sdk/c/wasm/string.h"),
            ),
            (
                "Makefile",
                include_str!("../../../bots/sdk/starters/wasm/Makefile"),
            ),
            (
                "README.md",
                include_str!("../../../bots/sdk/starters/wasm/README.md"),
            ),
            (
                "bot.toml",
                "command = [\"bot.wasm\"]\ngames = [\"{{game}}\"]\n",
            ),
            (".gitignore", "bot.wasm\ntest\n"),
        ]));
        files
    },
};
