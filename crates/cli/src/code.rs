//! The file with the code of the program.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::{env, io};

static FILE: OnceLock<PathBuf> = OnceLock::new();

/// States the file with the code of the program where that is a library of another program. Parts
/// of a check name it by its digest. Later calls have no effect.
pub fn set_code_file(file: PathBuf) {
    let _ = FILE.set(file);
}

/// The file that was stated, or else that of the process.
///
/// # Errors
///
/// Fails if the system does not tell.
pub fn code_file() -> io::Result<PathBuf> {
    FILE.get()
        .map_or_else(env::current_exe, |file| Ok(file.clone()))
}
