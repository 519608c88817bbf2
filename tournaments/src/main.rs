//! The `dudo` command.

fn main() {}
