//! What lines tell about m,n,k games: wins, forced replies, draws, an order of moves.
//!
//! A side that owns two empty squares of each line that the other can still fill, no square for two
//! lines, never loses: it answers a stone on one of a pair by one on the other (Hales and Jewett
//! 1963).

use arrayvec::ArrayVec;
use solveig_game::{Game, Interval, Move};
use solveig_search::binary::Resources;
use solveig_search::knowledge::{
    Bounds, Estimates, MoveOrdering, OwnSolvers, ProofConditions, StoragePolicy, TableHints,
};
use solveig_search::{NoKnowledge, Oracle, PrincipalVariationSearch};

use super::{Mnk, Position};

/// Bounds and an order of moves from the lines of a board, for searches.
#[derive(Clone, Debug)]
struct Threats {
    /// The squares of each line of k squares.
    lines: Vec<u64>,
    k: u32,
}

/// What the lines of one position say.
struct Lines {
    /// Squares on which the side to move wins at once.
    wins: u64,
    /// Squares on which the opponent would.
    losses: u64,
    /// Squares on which the side to move creates two wins, or more, at once.
    doubles: u64,
    /// What the side to move can still fill.
    ours: OpenLines,
    /// What the opponent can.
    others: OpenLines,
}

/// The empty squares of the lines that one side can still fill.
#[derive(Default)]
struct OpenLines {
    /// Some of them, if there are more than can be paired.
    lines: ArrayVec<u64, { OpenLines::MAX }>,
    count: u32,
    /// Whether one of them can be filled before the board is full.
    is_near: bool,
}

impl OpenLines {
    /// More lines cannot have two squares each on a board of 64.
    const MAX: usize = 32;

    fn add(&mut self, squares: u64, is_near: bool) {
        self.count += 1;
        self.is_near |= is_near;
        // A line too many is told from the count.
        let _ = self.lines.try_push(squares);
    }

    /// Whether the side may still fill a line, against the best defence that is looked for here.
    fn may_be_filled(&self, empty: u64) -> bool {
        self.is_near && !(2 * self.count <= empty.count_ones() && self.is_paired())
    }

    /// Whether each line can have two squares of its own.
    fn is_paired(&self) -> bool {
        let mut owners = [NO_LINE; 64];
        (0..self.lines.len() as u8).all(|line| {
            (0..2).all(|_| {
                let mut seen = 0;
                self.finds_square(line, &mut owners, &mut seen)
            })
        })
    }

    /// Gives a line one more square, where need be by giving others another one: an augmenting path
    /// of a matching.
    fn finds_square(&self, line: u8, owners: &mut [u8; 64], seen: &mut u64) -> bool {
        loop {
            let left = self.lines[usize::from(line)] & !*seen;
            if left == 0 {
                return false;
            }
            *seen |= left & left.wrapping_neg();
            let square = left.trailing_zeros() as usize;
            let owner = owners[square];
            if owner == line {
                continue;
            }
            if owner == NO_LINE || self.finds_square(owner, owners, seen) {
                owners[square] = line;
                return true;
            }
        }
    }
}

/// No line, among the owners of squares.
const NO_LINE: u8 = u8::MAX;

impl Threats {
    fn new(game: &Mnk) -> Self {
        Self {
            lines: game.all_lines(),
            k: game.k(),
        }
    }

    fn look(&self, position: Position, empty: u64) -> Lines {
        let Position { mover, opponent } = position;
        let left = empty.count_ones();
        let mut found = Lines {
            wins: 0,
            losses: 0,
            doubles: 0,
            ours: OpenLines::default(),
            others: OpenLines::default(),
        };
        // For each square, a square on which a stone there would threaten to win.
        let mut threatened = [0_u64; 64];
        for line in &self.lines {
            let own = (line & mover).count_ones();
            let theirs = (line & opponent).count_ones();
            if theirs == 0 {
                found
                    .ours
                    .add(line & empty, self.k - own <= left.div_ceil(2));
                if own + 1 == self.k {
                    found.wins |= line & empty;
                } else if own + 2 == self.k {
                    let pair = line & empty;
                    let (low, high) = (pair.trailing_zeros(), 63 - pair.leading_zeros());
                    for (square, other) in [(low, high), (high, low)] {
                        let before = &mut threatened[square as usize];
                        let both = *before | 1 << other;
                        if both.count_ones() > 1 {
                            found.doubles |= 1 << square;
                        }
                        *before = both;
                    }
                }
            }
            if own == 0 {
                found.others.add(line & empty, self.k - theirs <= left / 2);
                if theirs + 1 == self.k {
                    found.losses |= line & empty;
                }
            }
        }
        found
    }
}

/// Appends the squares of a set as moves.
fn push(mut squares: u64, moves: &mut Vec<Move>) {
    while squares != 0 {
        moves.push(Move(squares.trailing_zeros() as u16));
        squares &= squares - 1;
    }
}

impl Bounds<Mnk> for Threats {
    fn expand(&self, game: &Mnk, position: &Position, moves: &mut Vec<Move>) -> Interval {
        if let Some(value) = game.terminal_value(position) {
            return Interval::exact(value);
        }
        let empty = game.grid().board() & !position.occupied();
        let found = self.look(*position, empty);
        if found.wins != 0 {
            push(found.wins, moves);
            return Interval::exact(1);
        }
        if found.losses.count_ones() > 1 {
            push(found.losses, moves);
            return Interval::exact(-1);
        }
        let may_play = match found.losses {
            0 => empty,
            // Every other move loses at once.
            forced => forced,
        };
        // The opponent cannot win at once and can stop only one of two wins.
        let doubles = found.doubles & may_play;
        if doubles != 0 {
            push(doubles, moves);
            return Interval::exact(1);
        }
        push(may_play, moves);
        Interval {
            lower: -i32::from(found.others.may_be_filled(empty)),
            upper: i32::from(found.ours.may_be_filled(empty)),
        }
    }
}

impl MoveOrdering<Mnk> for Threats {
    fn name(&self) -> &'static str {
        "the open lines"
    }

    /// By the lines through a square that one side can still fill, more for each stone on them.
    fn order(&self, _game: &Mnk, position: &Position, moves: &mut [Move]) {
        let mut worth = [0_u32; 64];
        for line in &self.lines {
            let own = (line & position.mover).count_ones();
            let theirs = (line & position.opponent).count_ones();
            if own != 0 && theirs != 0 {
                continue;
            }
            // So many stones of one side outweigh any number of lines with fewer.
            let weight = 1 << (2 * (own + theirs)).min(20);
            let mut squares = line & !position.occupied();
            while squares != 0 {
                worth[squares.trailing_zeros() as usize] += weight;
                squares &= squares - 1;
            }
        }
        moves.sort_by_key(|played| u32::MAX - worth[usize::from(played.0)]);
    }
}

impl Estimates<Mnk> for Threats {}

impl ProofConditions<Mnk> for Threats {}

impl TableHints<Mnk> for Threats {}

/// No knowledge, on which certificates and proofs depend, and solvers that use the lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct MnkKnowledge;

impl Bounds<Mnk> for MnkKnowledge {
    #[inline]
    fn expand(&self, game: &Mnk, position: &Position, moves: &mut Vec<Move>) -> Interval {
        NoKnowledge.expand(game, position, moves)
    }
}

impl MoveOrdering<Mnk> for MnkKnowledge {
    fn name(&self) -> &'static str {
        "the rules"
    }
}

impl Estimates<Mnk> for MnkKnowledge {}

impl ProofConditions<Mnk> for MnkKnowledge {}

impl TableHints<Mnk> for MnkKnowledge {}

impl StoragePolicy<Mnk> for MnkKnowledge {}

impl OwnSolvers<Mnk> for MnkKnowledge {
    fn solvers(
        &self,
        game: &Mnk,
        resources: &Resources,
        count: usize,
    ) -> Option<Vec<Box<dyn Oracle<Mnk>>>> {
        let table = resources.memory.table()?;
        let threats = Threats::new(game);
        let search = PrincipalVariationSearch::new(
            game.clone(),
            threats,
            table.clone(),
            resources.reduction,
        );
        Some((0..count).map(|_| Box::new(search.clone()) as _).collect())
    }
}

#[cfg(test)]
mod tests;
