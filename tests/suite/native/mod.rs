//! Bots in shared libraries: well-behaved ones, misfits, and files that are none.

mod build;
mod files;
mod misfits;
mod same;
mod table;
