//! Files named on the command line.

use std::path::Path;

use anyhow::{Context, Result};
use solveig_format::{MappedFile, Reader};
use solveig_game::Game;
use solveig_games::AnyGame;

use crate::arguments::MemoryArgument;
use crate::games::games;
use crate::memory::MemorySize;

/// Opens the file at `path` and finds out which game it is about.
pub fn open(path: &Path) -> Result<(Reader<MappedFile>, AnyGame)> {
    let reader = Reader::open(path)?;
    let game = games()
        .parse(&reader.header().game)
        .with_context(|| format!("{}: header", path.display()))?;
    Ok((reader, game))
}

/// How much memory answering from `reader` needs: none for a search where nothing is above a cut.
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
