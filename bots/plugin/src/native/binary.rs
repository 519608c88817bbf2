//! A library's file, looked at before it is run.

use dudo_abi::ENTRY;
use object::elf::STB_GNU_UNIQUE;
use object::{
    Architecture, BinaryFormat, Object, ObjectKind, ObjectSymbol, SymbolFlags, SymbolKind,
};

/// Exported names that are listed, at most.
const LISTED: usize = 3;

/// Looks whether this is a library of a bot for this machine.
///
/// Returns warnings: what may clash with another library in the same process.
///
/// # Errors
/// It is none; why, as a phrase.
pub(super) fn inspect(bytes: &[u8]) -> Result<Vec<String>, String> {
    if bytes.is_empty() {
        return Err("is empty".into());
    }
    let file = object::File::parse(bytes)
        .map_err(|error| format!("is no shared library, or a damaged one ({error})"))?;
    if file.format() != BinaryFormat::Elf {
        return Err(format!("is a {:?} file, not an ELF one", file.format()));
    }
    if file.kind() != ObjectKind::Dynamic {
        return Err("is no shared library; it is built with -shared, or as a cdylib".into());
    }
    if let Some(machine) = machine()
        && file.architecture() != machine
    {
        return Err(format!(
            "is built for {:?}, and this machine is {machine:?}",
            file.architecture()
        ));
    }
    let mut entry = false;
    let mut exported = Vec::new();
    let mut unique = Vec::new();
    for symbol in file.dynamic_symbols().filter(ObjectSymbol::is_definition) {
        let name = symbol.name().unwrap_or("?");
        if name == ENTRY {
            entry = true;
            continue;
        }
        if is_unique(&symbol) {
            unique.push(name);
        } else if symbol.kind() == SymbolKind::Text {
            exported.push(name);
        }
    }
    if !entry {
        return Err(format!("does not export {ENTRY}, so it is no bot of dudo"));
    }
    let mut warnings = Vec::new();
    if !unique.is_empty() {
        warnings.push(format!(
            "shares {} with every other library that has it, so two bots can meet in a variable; \
             build it with -fno-gnu-unique or -fvisibility=hidden",
            names(&unique)
        ));
    }
    if !exported.is_empty() {
        warnings.push(format!(
            "exports {} beside {ENTRY}; build it with -fvisibility=hidden, so that no other \
             library's function is called in its place",
            names(&exported)
        ));
    }
    Ok(warnings)
}

fn is_unique<'data>(symbol: &impl ObjectSymbol<'data>) -> bool {
    let SymbolFlags::Elf { st_info, .. } = symbol.flags() else {
        return false;
    };
    st_info.st_bind() == STB_GNU_UNIQUE
}

fn names(all: &[&str]) -> String {
    let mut text = all[..all.len().min(LISTED)].join(", ");
    if all.len() > LISTED {
        text += &format!(" and {} more", all.len() - LISTED);
    }
    text
}

/// What this program was built for, where a library's file can say so too.
const fn machine() -> Option<Architecture> {
    if cfg!(target_arch = "x86_64") {
        Some(Architecture::X86_64)
    } else if cfg!(target_arch = "aarch64") {
        Some(Architecture::Aarch64)
    } else {
        None
    }
}
