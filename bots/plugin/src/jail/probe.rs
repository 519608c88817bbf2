//! Which promises hold on this machine, and by what.
