//! Bots in shared libraries: well-behaved ones, misfits, and files that are none.

pub(crate) mod build;
mod examples;
mod files;
pub(crate) mod misfits;
mod same;
mod table;
