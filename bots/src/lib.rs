//! Who plays: the built-in strategies.
