//! Symbolic enumeration: counts the reachable positions of Connect Four without visiting each one.
//!
//! The positions of a level form one set, stored as a decision diagram with one layer per column of
//! the board. Moves and wins are computed for the whole set, node by node (Edelkamp and Kissmann
//! 2008 do so with one layer per bit). [`enumerate`](solveig_region::enumerate) needs some bytes
//! per position; a diagram of 10^11 positions has a few million nodes.

mod columns;
mod diagram;

use std::io::{ErrorKind, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};
use solveig_game::{Game, Reduction};
use solveig_games::connect_four::ConnectFour;
use solveig_region::new_files::open_own;
use solveig_region::work::WorkDirectory;
use solveig_region::{Amount, BuildError, EnumerationProgress, LevelStep};

use self::columns::Columns;
use self::diagram::{Diagram, EMPTY, NodeId, TooLarge};

/// What to count, and the memory for it, which does not affect the counts.
#[derive(Clone, Debug)]
pub struct SymbolicEnumeration {
    /// The board whose positions are counted.
    pub game: ConnectFour,
    /// Whether mirror images count as one position.
    pub reduction: Reduction,
    /// The last level to count.
    pub to_level: u32,
    /// Memory limit of the diagrams in bytes.
    pub memory: u64,
}

impl SymbolicEnumeration {
    /// Whether the columns of a board are low enough for this method.
    pub fn handles(game: &ConnectFour) -> bool {
        game.rows() <= Columns::MAX_ROWS
    }

    fn describe(&self) -> String {
        let symmetry = self.reduction;
        let (game, last) = (self.game.spec(), self.to_level);
        format!("the positions of {game} as diagrams, {symmetry}, up to level {last}")
    }

    /// Number of positions in a set, under the reduction.
    fn count(&self, diagram: &Diagram, set: NodeId) -> u64 {
        let apart = diagram.count(set);
        match self.reduction {
            Reduction::None => apart,
            Reduction::Canonical => (apart + diagram.count_palindromes(set)) / 2,
        }
    }
}

/// Counts the distinct reachable positions level by level, as
/// [`enumerate`](solveig_region::enumerate) does.
///
/// If `place` names a directory, every level leaves a checkpoint there. A computation that was
/// interrupted resumes at the level it was at; the directory is removed at the end.
///
/// # Errors
///
/// Fails if the diagrams exceed their memory, if the directory cannot be used or belongs to another
/// computation, or if a file in it is damaged.
///
/// # Panics
///
/// Panics if the method does not [handle](SymbolicEnumeration::handles) the board.
pub fn enumerate_symbolically(
    enumeration: &SymbolicEnumeration,
    place: Option<&Path>,
    progress: &mut dyn FnMut(&EnumerationProgress),
) -> Result<Vec<(u32, u64)>, BuildError> {
    let work = place
        .map(|path| WorkDirectory::lock(path, &["diagram-"], "count"))
        .transpose()?;
    let game = &enumeration.game;
    let columns = Columns::new(game.columns(), game.rows());
    let (mut state, mut diagram, mut root) = match &work {
        Some(work) => resume(enumeration, &columns, work)?,
        None => begin(enumeration, &columns)?,
    };
    let last = enumeration.to_level.min(game.max_level());
    while root != EMPTY && state.level() < last {
        let level = state.level() + 1;
        let counted = state.levels.iter().map(|(_, count)| count).sum();
        let next = next(&columns, &mut diagram, root, level, &mut |step, in_step| {
            progress(&EnumerationProgress {
                level,
                step,
                in_step,
                counted,
            });
        });
        root = next.map_err(|TooLarge| enumeration.too_large(level))?;
        if root == EMPTY {
            break;
        }
        let count = enumeration.count(&diagram, root);
        state.levels.push((level, count));
        if let Some(work) = &work {
            save(&mut state, work, &diagram, root)?;
        }
    }
    if let Some(work) = work {
        work.remove()?;
    }
    Ok(state.levels)
}

impl SymbolicEnumeration {
    fn too_large(&self, level: u32) -> BuildError {
        BuildError::OutOfMemory {
            what: format!("level {level} of {} as diagrams", self.game.spec()),
            memory: self.memory,
        }
    }
}

/// Computes the positions of `level` from those of the level before.
fn next(
    columns: &Columns,
    diagram: &mut Diagram,
    root: NodeId,
    level: u32,
    report: &mut dyn FnMut(LevelStep, Amount),
) -> Result<NodeId, TooLarge> {
    let side = (level - 1) % 2;
    report(
        LevelStep::Ending,
        Amount {
            done: 0,
            total: None,
        },
    );
    let root = columns.without_lines(diagram, root, 1 - side as usize)?;
    let root = diagram.keep(root);
    let (mut done, total) = (0, diagram.nodes());
    let after = columns.after_move(diagram, root, side as u16, &mut |nodes| {
        done += nodes;
        let total = Some(total);
        report(LevelStep::Expanding, Amount { done, total });
    })?;
    Ok(diagram.keep(after))
}

/// Checkpoint; replaced as a whole, by rename, after every level.
#[derive(Debug, Serialize, Deserialize)]
struct SymbolicState {
    /// Description of the enumeration; a restart must have the same.
    arguments: String,
    /// Finished levels with their counts.
    levels: Vec<(u32, u64)>,
    /// xxh3-64 of the file with the positions of the last finished level.
    checksum: u64,
}

impl SymbolicState {
    fn level(&self) -> u32 {
        self.levels.last().map_or(0, |(last, _)| *last)
    }
}

fn begin(
    enumeration: &SymbolicEnumeration,
    columns: &Columns,
) -> Result<(SymbolicState, Diagram, NodeId), BuildError> {
    let mut diagram = Diagram::new(columns.shape().layers, enumeration.memory);
    let root = columns.start(&mut diagram);
    let root = root.map_err(|TooLarge| enumeration.too_large(0))?;
    let state = SymbolicState {
        arguments: enumeration.describe(),
        levels: vec![(0, 1)],
        checksum: 0,
    };
    Ok((state, diagram, root))
}

fn resume(
    enumeration: &SymbolicEnumeration,
    columns: &Columns,
    work: &WorkDirectory,
) -> Result<(SymbolicState, Diagram, NodeId), BuildError> {
    let Some(state): Option<SymbolicState> = work.read_state(&enumeration.describe())? else {
        return begin(enumeration, columns);
    };
    let path = work.file(&file_name(state.level()));
    // A diagram takes more memory than its file has bytes.
    let mut bytes = Vec::new();
    open_own(&path, false)
        .and_then(|file| file.ok_or_else(|| ErrorKind::NotFound.into()))
        .and_then(|file| file.take(enumeration.memory).read_to_end(&mut bytes))
        .map_err(|cause| BuildError::damaged(&path, format!("cannot be read: {cause}")))?;
    let shape = columns.shape();
    let read = diagram::file::read(&bytes, state.checksum, &shape, enumeration.memory);
    let (diagram, root) = read
        .ok_or_else(|| BuildError::damaged(&path, "is not the diagram that was written there"))?;
    Ok((state, diagram, root))
}

/// Writes the checkpoint of the last level and removes the one before.
fn save(
    state: &mut SymbolicState,
    work: &WorkDirectory,
    diagram: &Diagram,
    root: NodeId,
) -> Result<(), BuildError> {
    let level = state.level();
    work.replace_file(&work.file(&file_name(level)), |file| {
        state.checksum = diagram::file::write(diagram, root, file)?;
        Ok(())
    })?;
    work.write_state(state)?;
    work.discard(&work.file(&file_name(level - 1)))
}

fn file_name(level: u32) -> String {
    format!("diagram-{level:05}")
}
