//! `solveig serve --static`: the page as a folder of static files.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use solveig_engine::Engine;
use solveig_games::GameTable;
use solveig_region::Lock;
use solveig_server::{FolderFile, FolderGame, LIST};

use crate::engines::{OpeningFile, names_file, openings_of};
use crate::files::ForceArgument;
use crate::memory::MemorySize;

/// The largest file that a page loads into its memory.
const MAX_BYTES: u64 = 64 << 20;

/// The game of a target, with the files that its page needs.
///
/// # Errors
///
/// Fails if the page does not know the game, or if a file cannot be read or is too large.
pub fn game(
    target: &str,
    certificate: Option<&Path>,
    engine: Arc<dyn Engine>,
) -> Result<FolderGame> {
    let spec = &engine.about().spec;
    if GameTable::built_in().parse(spec).is_err() {
        bail!("{target}: --static: the page knows the built-in games alone, and {spec} is none");
    }
    if engine.about().player.is_some() {
        bail!(
            "{target}: --static: the page alone cannot play by a player's table; serve it without"
        );
    }
    let openings = match names_file(target) {
        true => Vec::new(),
        false => openings_of(target)?,
    };
    // A proof is asked alone.
    let has_proof = openings.first().is_some_and(|one| !one.is_artifact());
    let openings = openings
        .into_iter()
        .take(if has_proof { 1 } else { usize::MAX });
    let mut further = openings.map(|one| match one {
        OpeningFile::InFolder(path) => file(&path),
        OpeningFile::InProgram(kept) => Ok(FolderFile::new(kept.file, kept.bytes)),
    });
    let solution = match names_file(target) {
        true => Some(file(Path::new(target))?),
        false => further.next().transpose()?,
    };
    Ok(FolderGame {
        engine,
        solution,
        certificate: certificate.map(file).transpose()?,
        further: further.collect::<Result<_>>()?,
    })
}

fn file(path: &Path) -> Result<FolderFile> {
    let shown = path.display();
    let length = fs::metadata(path).with_context(|| format!("{shown}: cannot read"))?;
    let length = length.len();
    ensure!(
        length <= MAX_BYTES,
        "{shown}: --static: it has {}, and a page loads files of at most {}; serve it without \
         --static",
        MemorySize(length),
        MemorySize(MAX_BYTES)
    );
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.with_context(|| format!("{shown}: --static: its name is not UTF-8"))?;
    let bytes = fs::read(path).with_context(|| format!("{shown}: cannot read"))?;
    Ok(FolderFile::new(name, bytes))
}

/// What an earlier list of games says of its folder.
#[derive(Deserialize)]
struct Earlier {
    written: BTreeSet<String>,
}

/// Writes `files` into `folder`. A new folder appears when it is whole; in one that stands already,
/// each file is replaced atomically, the service worker last, and files of an earlier folder that
/// are no longer needed are removed.
///
/// # Errors
///
/// Fails if another process writes the folder, if two files have the same name, if a file would be
/// replaced that no earlier call has written and `force` is not set, or if the system fails.
pub fn write(folder: &Path, files: &[FolderFile], force: ForceArgument) -> Result<()> {
    let shown = folder.display();
    let _alone = Lock::beside(folder, "serve")?;
    let mut names = BTreeSet::new();
    for file in files {
        let is_new = names.insert(file.name.as_str());
        ensure!(is_new, "--static: two files have the name {}", file.name);
    }
    let has_files = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_some(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => false,
        Err(error) => return Err(error).with_context(|| format!("{shown}: cannot write there")),
    };
    let done = match has_files {
        false => write_new(folder, files),
        true => {
            let earlier = earlier(folder);
            if let Some(foreign) = foreign(folder, &names, &earlier).filter(|_| !force.force) {
                bail!(
                    "{}: not written by --static; --force replaces it",
                    foreign.display()
                );
            }
            replace(folder, files, &names, &earlier)
        }
    };
    done.with_context(|| format!("{shown}: cannot write there"))
}

/// The names that an earlier call wrote into `folder`.
fn earlier(folder: &Path) -> BTreeSet<String> {
    let list = fs::read(folder.join(LIST)).unwrap_or_default();
    let earlier = serde_json::from_slice(&list)
        .map_or_else(|_| BTreeSet::new(), |Earlier { written }| written);
    let is_within = |name: &String| {
        let mut parts = Path::new(name).components();
        parts.all(|part| matches!(part, Component::Normal(_)))
    };
    earlier.into_iter().filter(is_within).collect()
}

/// A file that would be replaced and was not written by an earlier call.
fn foreign(folder: &Path, names: &BTreeSet<&str>, earlier: &BTreeSet<String>) -> Option<PathBuf> {
    let mut new = names.iter().filter(|name| !earlier.contains(**name));
    let foreign = new.find(|name| folder.join(name).exists());
    foreign.map(|name| folder.join(name))
}

fn write_new(folder: &Path, files: &[FolderFile]) -> io::Result<()> {
    let above = match folder.parent() {
        Some(above) if above != Path::new("") => above,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".").suffix(".partial");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The user's umask still applies.
        builder.permissions(fs::Permissions::from_mode(0o777));
    }
    let partial = builder.tempdir_in(above)?;
    for file in files {
        write_file(partial.path(), file)?;
    }
    fs::rename(partial.path(), folder)?;
    // It has another name now.
    let _ = partial.keep();
    Ok(())
}

fn replace(
    folder: &Path,
    files: &[FolderFile],
    names: &BTreeSet<&str>,
    earlier: &BTreeSet<String>,
) -> io::Result<()> {
    for file in files {
        write_file(folder, file)?;
    }
    for name in earlier.iter().filter(|name| !names.contains(name.as_str())) {
        match fs::remove_file(folder.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

fn write_file(folder: &Path, file: &FolderFile) -> io::Result<()> {
    let path = folder.join(&file.name);
    if let Some(above) = path.parent() {
        fs::create_dir_all(above)?;
    }
    solveig_format::write_whole(&path, |to| to.write_all(&file.bytes))
}
