//! Opens artifacts and proofs named on the command line.

use std::path::Path;

use anyhow::{Context, Result, bail};
use solveig_engine::OpeningLimits;
use solveig_format::proof::ProofReader;
use solveig_format::{LevelSummary, Reader};
use solveig_game::Keyed;
use solveig_games::AnyGame;

use crate::arguments::MemoryArgument;
use crate::games::games;
use crate::levels::Levels;
use crate::memory::MemorySize;

/// Fails if `path` is no file but names a game.
pub fn expect_file(path: &Path) -> Result<()> {
    match path.to_str() {
        Some(spec) if !path.exists() && games().parse(spec).is_ok() => bail!(
            "{spec}: this is a game; expected a file: `{0} solve` and `{0} prove` write one, and \
             `{0} analyse` takes a game as well",
            crate::program()
        ),
        _ => Ok(()),
    }
}

/// Opens the file at `path` within limits, and the game that its header names.
pub fn open(path: &Path, limits: OpeningLimits) -> Result<(Reader, AnyGame)> {
    expect_file(path)?;
    let reader = limits.open(path, true)?;
    let game = games()
        .parse(&reader.header().game)
        .with_context(|| format!("{}: header", path.display()))?;
    Ok((reader, game))
}

/// The levels among `wanted` of which a file stores positions.
///
/// # Errors
///
/// Fails if it stores positions, but none between the least and the greatest of these levels.
pub fn stored_levels(reader: &Reader, wanted: Levels) -> Result<Vec<&LevelSummary>> {
    let levels = reader.levels().iter();
    let mut stored: Vec<_> = levels.filter(|one| one.records > 0).collect();
    if let [first, ..] = &stored[..]
        && let [.., last] = &stored[..]
    {
        wanted.expect_some(first.level, last.level, reader.origin())?;
    }
    stored.retain(|one| wanted.contains(one.level));
    Ok(stored)
}

/// The game of the proof at `path`.
pub fn game_of_proof(path: &Path) -> Result<AnyGame> {
    let header = ProofReader::header_of(path)?;
    games()
        .parse(&header.game)
        .with_context(|| format!("{}: header", path.display()))
}

/// Memory for searches above the cut of `reader`; the least possible if it has no cut.
pub fn search_memory<G: Keyed>(reader: &Reader, game: &G, argument: &MemoryArgument) -> MemorySize {
    match reader.header().cut {
        Some(_) => argument.size(game),
        None => MemorySize::LEAST,
    }
}
