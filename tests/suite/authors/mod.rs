//! What authors are given: projects to start from, one source for two kinds of bot, and a
//! check that tells misfits.

mod attempts;
mod bench;
#[cfg(feature = "wasmtime")]
mod compiled;
mod misfits;
mod modules;
mod projects;
mod python;
