//! The runner under attack: threads, kills, full disks, hostile files.
//!
//! Every test here comes down to one sentence: whatever happened in between,
//! the log is the bytes of a run that was left alone.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod bench;
mod broken;
mod cut;
mod drawn;
mod duel;
mod extend;
mod full;
mod hostile;
mod kill;
mod kubernetes;
mod memory;
mod packed;
mod parts;
mod parts_attacked;
mod parts_carried;
mod ranked;
mod refuse;
mod signals;
mod slurm;
mod surface;
mod threads;
mod verify;
mod withdraw;
mod words;
