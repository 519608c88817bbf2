//! Writes the C headers and `VIEWS.md` anew: `cargo run -p dudo-sdk --example headers`.

use std::path::Path;

fn main() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("c");
    for (name, text) in dudo_sdk::headers() {
        std::fs::write(folder.join(name), text)?;
    }
    std::fs::write(folder.join("../../../VIEWS.md"), dudo_sdk::views())
}
