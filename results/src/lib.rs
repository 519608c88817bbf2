//! What happened and how strong each bot is.
