//! Bots in shared libraries, inside this process.
//!
//! For bots that are trusted: a library can do whatever this program can, and a
//! crash of it is a crash of the run. A library is loaded by its canonical path,
//! with every symbol bound at once, and never unloaded: no library that has
//! thread-local values can be unloaded soundly, and most quietly are not.

mod binary;
mod library;
mod line;
mod loaded;
mod words;

pub use library::Library;
