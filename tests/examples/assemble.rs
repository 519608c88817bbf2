//! `assemble FROM.wat TO.wasm`: a WebAssembly module from its text.

use std::error::Error;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<String> = env::args().skip(1).collect();
    let [from, to] = &files[..] else {
        return Err("assemble FROM.wat TO.wasm".into());
    };
    fs::write(to, wat::parse_file(from)?)?;
    Ok(())
}
