//! A view as JSON.

use dudo_engine::Schema;
use std::fmt::Write;

/// Appends a view.
pub(super) fn json(_: &Schema, image: &[u8], out: &mut String) {
    out.push('"');
    for byte in image {
        let _ = write!(out, "{byte:02x}");
    }
    out.push('"');
}
