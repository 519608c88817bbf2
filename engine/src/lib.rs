//! What may happen at a table.
