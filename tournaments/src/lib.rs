//! Who meets whom, with which dice.
