//! Solvers chosen by name.

use anyhow::{Result, anyhow};
use solveig_game::Game;
use solveig_search::Oracle;
use solveig_search::solvers::{Factory, SolverName};

use crate::memory::MemorySize;

/// The solver that `name` stands for in `game`.
pub fn suited<G: Game>(name: SolverName, game: &G) -> Result<SolverName> {
    name.for_game(game)
        .map_err(|error| anyhow!("--solver {error}"))
}

/// Makes `count` solvers that share tables of at most `memory`.
pub fn solvers<G: Game>(
    name: SolverName,
    game: &G,
    factory: &Factory<G>,
    memory: MemorySize,
    count: usize,
) -> Result<Vec<Box<dyn Oracle<G>>>> {
    let name = suited(name, game)?;
    let resources = factory.resources(name, memory.0, count)?;
    if let Some(table) = resources.memory.table() {
        tracing::info!("transposition table: {}", MemorySize(table.bytes() as u64));
    }
    Ok(factory.solvers(name, &resources, count)?)
}
