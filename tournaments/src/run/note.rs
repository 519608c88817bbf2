//! `manifest.toml` on the disk, and who may read it.

use super::disk::Disk;
use super::folder::Folder;
use crate::error::RunError;
use dudo_results::log::Manifest;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Writes the manifest. With a secret seed it is its owner's.
pub(super) fn note(
    disk: &mut Disk,
    folder: &Folder,
    manifest: &Manifest,
    secret: bool,
) -> Result<(), RunError> {
    let text = manifest.to_toml();
    let text = text.map_err(|error| RunError::refused(folder.path(), error))?;
    let path = folder.file("manifest.toml");
    if secret {
        disk.replace_secret(&path, &text)
    } else {
        disk.replace(&path, &text)
    }
}

/// Lets everybody read the manifest of a run, and with it its seed.
///
/// # Errors
/// There is none, or it is somebody else's.
pub(crate) fn reveal(folder: &Path) -> Result<Manifest, RunError> {
    let manifest =
        Manifest::beside(&folder.join("games.csv")).map_err(|error| RunError::manifest(&error))?;
    let manifest = manifest.ok_or_else(|| {
        RunError::refused(folder, "no run is in this folder: it has no manifest.toml")
    })?;
    let path = folder.join("manifest.toml");
    fs::set_permissions(&path, Permissions::from_mode(0o644))
        .map_err(|error| RunError::io("publish", &path, &error))?;
    Ok(manifest)
}

/// Whether the manifest of a run is its owner's alone.
pub(crate) fn is_secret(folder: &Path) -> bool {
    let data = fs::metadata(folder.join("manifest.toml"));
    data.is_ok_and(|data| data.permissions().mode() & 0o077 == 0)
}
