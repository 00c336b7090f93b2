//! Opens artifacts and proofs named on the command line.

use std::path::Path;

use anyhow::{Context, Result};
use solveig_format::proof::ProofReader;
use solveig_format::{MappedFile, Reader};
use solveig_game::Game;
use solveig_games::AnyGame;

use crate::arguments::MemoryArgument;
use crate::games::games;
use crate::memory::MemorySize;

/// Opens the file at `path`, and the game that its header names.
pub fn open(path: &Path) -> Result<(Reader<MappedFile>, AnyGame)> {
    let reader = Reader::open(path)?;
    let game = games()
        .parse(&reader.header().game)
        .with_context(|| format!("{}: header", path.display()))?;
    Ok((reader, game))
}

/// The game of the proof at `path`.
pub fn game_of_proof(path: &Path) -> Result<AnyGame> {
    let reader = ProofReader::open(path)?;
    games()
        .parse(&reader.header().game)
        .with_context(|| format!("{}: header", path.display()))
}

/// Memory for searches above the cut of `reader`; the least possible if it has no cut.
pub fn search_memory<G: Game>(
    reader: &Reader<MappedFile>,
    game: &G,
    asked: &MemoryArgument,
) -> MemorySize {
    match reader.header().cut {
        Some(_) => asked.size(game),
        None => MemorySize::LEAST,
    }
}
