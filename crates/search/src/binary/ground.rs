//! What all binary solvers stand on: the rules, what is known of the game, and the table.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use solveig_game::{Game, Interval, Move, Reduction, Symmetry, Value};

use super::{Effort, Playout};
use crate::random::Random;
use crate::table::{Entry, FramedTable};
use crate::{Knowledge, TranspositionTable};

/// What a solver may use.
#[derive(Clone, Debug)]
pub struct Resources {
    /// Where proven answers are kept, for this solver or for many; nowhere in games that depend on history.
    pub table: Option<Arc<TranspositionTable>>,
    /// Whether positions are one with their mirror images.
    pub reduction: Reduction,
    /// How many bytes the search tree may take.
    pub tree_bytes: u64,
    /// Whether a new node is also decided by what the table knows of its children (enhanced transposition
    /// cutoffs, Schaeffer and Plaat 1996).
    pub looks_ahead: bool,
    /// What random plays follow from.
    pub seed: u64,
}

impl Resources {
    /// A table, a reduction and a tree of so many bytes, with everything else as is usual.
    pub fn new(table: Arc<TranspositionTable>, reduction: Reduction, tree_bytes: u64) -> Self {
        Self {
            table: Some(table),
            reduction,
            tree_bytes,
            looks_ahead: true,
            seed: 1,
        }
    }

    /// A tree of so many bytes and no table.
    pub const fn without_table(reduction: Reduction, tree_bytes: u64) -> Self {
        Self {
            table: None,
            reduction,
            tree_bytes,
            looks_ahead: false,
            seed: 1,
        }
    }
}

/// What is known of a position that was asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It reaches the bound.
    Yes,
    /// It does not.
    No,
    /// Its moves have to be looked at.
    Open,
}

impl Answer {
    fn of(bounds: Interval, bound: Value) -> Self {
        if bounds.lower >= bound {
            Self::Yes
        } else if bounds.upper < bound {
            Self::No
        } else {
            Self::Open
        }
    }

    /// Yes or no.
    pub const fn decided(self) -> Option<bool> {
        match self {
            Self::Yes => Some(true),
            Self::No => Some(false),
            Self::Open => None,
        }
    }
}

/// The rules, what is known of the game, and the table.
#[derive(Clone, Debug)]
pub struct Ground<G, K> {
    pub game: G,
    knowledge: K,
    table: Option<FramedTable>,
    reduction: Reduction,
    looks_ahead: bool,
    pub random: Random,
    pub effort: Effort,
    moves: Vec<Move>,
}

impl<G: Game, K: Knowledge<G>> Ground<G, K> {
    /// # Panics
    ///
    /// Panics if the table was made for another game.
    pub fn new(game: G, knowledge: K, resources: &Resources) -> Self {
        let table = resources.table.as_ref();
        let framed = |table| FramedTable::new(&game, Arc::clone(table), resources.reduction);
        Self {
            table: table.map(framed),
            game,
            knowledge,
            reduction: resources.reduction,
            looks_ahead: resources.looks_ahead,
            random: Random::new(resources.seed),
            effort: Effort::default(),
            moves: Vec::new(),
        }
    }

    /// What a player who wants `bound` wants of the position after a move of the other's.
    pub const fn turned(bound: Value) -> Value {
        1 - bound
    }

    /// What the rules and the table know of a position.
    pub fn known(&mut self, position: &G::Position, bound: Value) -> Answer {
        if let Some(value) = self.game.terminal_value(position) {
            return Answer::of(Interval::exact(value), bound);
        }
        let entry = self.table.as_ref().and_then(|table| {
            let frame = table.frame(&self.game, &self.knowledge, position)?;
            table.look_up(&self.game, frame)
        });
        let answer = entry.map_or(Answer::Open, |entry| Answer::of(entry.bounds, bound));
        self.effort.known += u64::from(answer != Answer::Open);
        answer
    }

    /// What is known of a position that may become a node: by the rules, the table, and the table's
    /// knowledge of the positions after it.
    pub fn examine(&mut self, position: &G::Position, bound: Value) -> Answer {
        self.effort.nodes += 1;
        let answer = self.known(position, bound);
        if answer != Answer::Open || !self.looks_ahead {
            return answer;
        }
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.game.legal_moves(position, &mut moves);
        let mut all_reach = true;
        let mut wins = None;
        for played in &moves {
            let child = self.game.play_unchecked(position, *played);
            match self.known(&child, Self::turned(bound)) {
                Answer::No => {
                    wins = Some(*played);
                    break;
                }
                Answer::Yes => {}
                Answer::Open => all_reach = false,
            }
        }
        self.moves = moves;
        if wins.is_none() && !all_reach {
            return Answer::Open;
        }
        self.record(position, bound, wins.is_some(), wins, 1);
        if wins.is_some() {
            Answer::Yes
        } else {
            Answer::No
        }
    }

    /// The moves of an undecided position that are worth a look, best guess first, one for each class of
    /// moves that are mirror images of one another; or the answer, if what is known of the game decides.
    pub fn expand(
        &mut self,
        position: &G::Position,
        bound: Value,
        moves: &mut Vec<Move>,
    ) -> Answer {
        self.effort.expansions += 1;
        moves.clear();
        let bounds = self.knowledge.expand(&self.game, position, moves);
        let answer = Answer::of(bounds, bound);
        if answer != Answer::Open {
            return answer;
        }
        self.knowledge.order(&self.game, position, moves);
        // Where history counts, a board that is its own mirror image may have a history that is not.
        if self.reduction == Reduction::Canonical && !self.game.depends_on_history() {
            self.drop_mirrored(position, moves);
        }
        // No move is as good as the lower bound that is known, which does not reach.
        if moves.is_empty() {
            Answer::No
        } else {
            Answer::Open
        }
    }

    fn drop_mirrored(&self, position: &G::Position, moves: &mut Vec<Move>) {
        let game = &self.game;
        for symmetry in (1..game.symmetries()).map(Symmetry) {
            if game.transform(position, symmetry) != *position {
                continue;
            }
            let mut place = 0;
            while place < moves.len() {
                let image = game.transform_move(moves[place], symmetry);
                match moves[..place].contains(&image) {
                    true => drop(moves.remove(place)),
                    false => place += 1,
                }
            }
        }
    }

    /// Searches depth first, in no more memory than that takes, until the answer is known or `budget`
    /// positions were looked at.
    pub fn depth_first(
        &mut self,
        position: &G::Position,
        bound: Value,
        budget: &mut u64,
    ) -> Option<bool> {
        let before = *budget;
        *budget = budget.checked_sub(1)?;
        let answer = self.known(position, bound);
        if answer != Answer::Open {
            return answer.decided();
        }
        let mut moves = Vec::new();
        let answer = self.expand(position, bound, &mut moves);
        if answer != Answer::Open {
            return answer.decided();
        }
        let mut best = None;
        for played in moves {
            let child = self.game.play_unchecked(position, played);
            if !self.depth_first(&child, Self::turned(bound), budget)? {
                best = Some(played);
                break;
            }
        }
        let nodes = before - *budget;
        self.record(position, bound, best.is_some(), best, nodes);
        Some(best.is_some())
    }

    /// Keeps a proven answer.
    pub fn record(
        &mut self,
        position: &G::Position,
        bound: Value,
        reaches: bool,
        best_move: Option<Move>,
        nodes: u64,
    ) {
        let Some(table) = &self.table else {
            return;
        };
        let Some(frame) = table.frame(&self.game, &self.knowledge, position) else {
            return;
        };
        let range = self.game.value_range();
        let bounds = match reaches {
            true => Interval {
                lower: bound,
                upper: range.max,
            },
            false => Interval {
                lower: range.min,
                upper: bound - 1,
            },
        };
        let entry = Entry { bounds, best_move };
        table.store(&self.game, frame, entry, nodes);
    }

    /// A hash of a position and a bound.
    pub fn mark(&self, position: &G::Position, bound: Value) -> u64 {
        let table = self.table.as_ref();
        let frame = table.and_then(|table| table.frame(&self.game, &self.knowledge, position));
        let key = frame.map_or_else(|| self.game.key(position), |frame| frame.key());
        let mut hasher = DefaultHasher::new();
        (key, bound).hash(&mut hasher);
        hasher.finish()
    }

    /// A random play from a position.
    pub fn playout(&mut self, position: &G::Position) -> Playout {
        self.effort.playouts += 1;
        self.knowledge
            .playout(&self.game, position, &mut self.random)
    }
}
