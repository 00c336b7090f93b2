//! The state that all binary solvers share: the rules, the game knowledge and the tables.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

use solveig_game::{Keyed, Move, Reduction, Symmetric, Symmetry, Value};

use super::memory::Memory;
use super::question::{BinaryQuestion, KnownAnswer, complement, decide, implied_bounds};
use super::{Effort, Playout, Resources};
use crate::random::Random;
use crate::table::Frame;
use crate::{Knowledge, StopChecker, StopToken};

/// The rules, the game knowledge, the tables and the counters of one thread.
#[derive(Clone, Debug)]
pub struct SearchContext<G: Keyed, K> {
    pub game: G,
    knowledge: K,
    pub memory: Memory,
    reduction: Reduction,
    pub random: Random,
    pub effort: Effort,
    stop: StopChecker,
    moves: Vec<Move>,
    /// The table frames of the positions after moves already tried.
    frames: Vec<(Move, Option<Frame<G::Key>>)>,
}

impl<G: Symmetric, K: Knowledge<G>> SearchContext<G, K> {
    /// # Panics
    ///
    /// Panics if a table was made for another game.
    pub fn new(game: G, knowledge: K, resources: &Resources) -> Self {
        resources.memory.expect_for(&game);
        Self {
            game,
            knowledge,
            memory: resources.memory.clone(),
            reduction: resources.reduction,
            random: Random::new(resources.seed),
            effort: Effort::default(),
            stop: StopChecker::default(),
            moves: Vec::new(),
            frames: Vec::new(),
        }
    }

    /// Sets the stop flag of later searches.
    pub fn set_stop(&mut self, stop: StopToken) {
        self.stop = StopChecker::new(stop);
    }

    /// Checks the stop flag; whether it is set.
    pub fn stops(&mut self) -> bool {
        self.stop.check().is_err()
    }

    /// Whether the stop flag was set at the last check, which every expansion makes.
    pub const fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// The value by the rules alone, with the winning move if any: the game is over, the side to
    /// move wins at once, or the opponent has two immediate threats.
    fn value_by_rules(&self, position: &G::Position) -> Option<(Value, Option<Move>)> {
        if let Some(value) = self.game.terminal_value(position) {
            return Some((value, None));
        }
        let connection = self.game.connection()?;
        let range = self.game.value_range();
        let wins = connection.immediate_wins(position, true);
        if wins != 0 {
            return Some((range.max, Some(Move(wins.trailing_zeros() as u16))));
        }
        // One move cannot stop two threats.
        let threats = connection.immediate_wins(position, false);
        (threats.count_ones() > 1).then_some((range.min, None))
    }

    /// The value by the rules alone of the position after a move, `child`, where the rules do not
    /// decide the position before it, in which the opponent had these `threats`.
    fn value_by_rules_after(
        &self,
        played: Move,
        child: &G::Position,
        threats: u128,
    ) -> Option<Value> {
        let Some(connection) = self.game.connection() else {
            return self.game.terminal_value(child);
        };
        // The move did not win: then the rules would have decided.
        let range = self.game.value_range();
        if threats & !(1 << played.0) != 0 {
            return Some(range.max);
        }
        let own = connection.immediate_wins(child, false);
        (own.count_ones() > 1).then_some(range.min)
    }

    /// The answer of the rules and the tables.
    pub fn answer(&mut self, position: &G::Position, bound: Value) -> Option<bool> {
        if let Some((value, _)) = self.value_by_rules(position) {
            return Some(value >= bound);
        }
        let stored = self.memory.look_up(&self.question(position, bound))?;
        self.effort.table_answers += 1;
        Some(stored.reaches)
    }

    /// As [`answer`](Self::answer), with the move that is kept beside the answer.
    pub fn look_up(&self, position: &G::Position, bound: Value) -> Option<KnownAnswer> {
        match self.value_by_rules(position) {
            Some((value, best_move)) => Some(KnownAnswer {
                reaches: value >= bound,
                best_move,
            }),
            None => self.memory.look_up(&self.question(position, bound)),
        }
    }

    const fn question<'a>(
        &'a self,
        position: &'a G::Position,
        bound: Value,
    ) -> BinaryQuestion<'a, G, K> {
        BinaryQuestion {
            game: &self.game,
            knowledge: &self.knowledge,
            position,
            bound,
        }
    }

    /// The answer of static bounds, where these are cheap; it is stored.
    pub fn bounded(&mut self, position: &G::Position, bound: Value) -> Option<bool> {
        let reaches = decide(self.knowledge.bounds(&self.game, position)?, bound)?;
        match &self.memory {
            Memory::Answers(answers) => {
                answers.record_known(&self.question(position, bound), reaches);
            }
            _ => self.record(position, bound, KnownAnswer::by_bounds(reaches), 1),
        }
        Some(reaches)
    }

    /// What is known of a position that may become a node: by the rules, the table, and the table's
    /// knowledge of the positions after it.
    pub fn examine(&mut self, position: &G::Position, bound: Value) -> Option<bool> {
        self.effort.nodes += 1;
        let answer = self.answer(position, bound);
        let answer = answer.or_else(|| self.matched(position, bound));
        answer.or_else(|| self.look_ahead(position, bound))
    }

    /// The answer for a position that has the stones of another one's proof, which is then stored.
    fn matched(&mut self, position: &G::Position, bound: Value) -> Option<bool> {
        let question = self.question(position, bound);
        let reaches = self.memory.look_up_pattern(&question)?;
        self.effort.table_answers += 1;
        Some(reaches)
    }

    /// The answer from what the rules and the table of bounds say of the positions after each move
    /// (enhanced transposition cutoff, Schaeffer and Plaat 1996); it is stored. Not with history
    /// conditions: measured on Go, a search is faster without, though it visits more positions.
    fn look_ahead(&mut self, position: &G::Position, bound: Value) -> Option<bool> {
        let table = self.memory.framed()?;
        self.moves.clear();
        self.frames.clear();
        self.game.legal_moves(position, &mut self.moves);
        let (mut wins, mut all_reach, below) = (None, true, complement(bound));
        let connection = self.game.connection();
        let threats = connection.map_or(0, |game| game.immediate_wins(position, false));
        for played in &self.moves {
            let child = self.game.play_unchecked(position, *played);
            if let Some(value) = self.value_by_rules_after(*played, &child, threats) {
                self.effort.table_answers += 1;
                if value < below {
                    wins = Some(*played);
                    self.frames.clear();
                    break;
                }
                continue;
            }
            // What the table has of all children is on its way from memory before the first is
            // asked about.
            let frame = table.frame(&self.game, &self.knowledge, &child);
            if let Some(frame) = frame {
                table.prefetch_frame(frame);
            }
            self.frames.push((*played, frame));
        }
        for (played, frame) in &self.frames {
            let stored = frame.and_then(|frame| table.answer(&self.game, frame, below));
            self.effort.table_answers += u64::from(stored.is_some());
            if stored.is_some_and(|stored| !stored.reaches) {
                wins = Some(*played);
                break;
            }
            all_reach &= stored.is_some();
        }
        let answer = match wins {
            Some(played) => KnownAnswer::won(played),
            None if all_reach => KnownAnswer::LOSS,
            None => return None,
        };
        self.record(position, bound, answer, 1);
        Some(answer.reaches)
    }

    /// How many legal moves a position has.
    pub fn branching(&mut self, position: &G::Position) -> u32 {
        self.moves.clear();
        self.game.legal_moves(position, &mut self.moves);
        self.moves.len() as u32
    }

    /// The moves of an undecided position that are worth a look, best guess first, one for each
    /// class of moves that are mirror images of one another; or the answer, if what is known of the
    /// game decides.
    pub fn expand(
        &mut self,
        position: &G::Position,
        bound: Value,
        moves: &mut Vec<Move>,
    ) -> Option<bool> {
        // Each search looks at `is_stopped` before it goes on.
        let _ = self.stop.check();
        self.effort.expansions += 1;
        moves.clear();
        let bounds = self.knowledge.expand(&self.game, position, moves);
        let answer = decide(bounds, bound);
        if let Some(reaches) = answer {
            if let Memory::Answers(answers) = &self.memory {
                answers.record_known(&self.question(position, bound), reaches);
            }
            return answer;
        }
        if let Some(connection) = self.game.connection() {
            let threats = connection.immediate_wins(position, false);
            if threats != 0 {
                // Every other move lets the opponent win at once.
                moves.retain(|played| threats >> played.0 & 1 == 1);
            }
        }
        self.knowledge.order(&self.game, position, moves);
        if self.reduction == Reduction::Canonical {
            self.drop_mirrored(position, moves);
        }
        // No move is left: the value is the known lower bound, which is below the bound asked for.
        moves.is_empty().then_some(false)
    }

    /// Whether knowledge orders the moves of [`expand`](Self::expand).
    pub fn orders_moves(&self) -> bool {
        self.knowledge.orders_moves()
    }

    fn drop_mirrored(&self, position: &G::Position, moves: &mut Vec<Move>) {
        let game = &self.game;
        for symmetry in (1..game.symmetries()).map(Symmetry) {
            if !self.is_symmetric(position, symmetry) {
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

    /// Whether a symmetry maps a position to itself, and its history too where values depend on it.
    fn is_symmetric(&self, position: &G::Position, symmetry: Symmetry) -> bool {
        let game = &self.game;
        let Some(rule) = game.repetition_rule() else {
            return game.transform(position, symmetry) == *position;
        };
        // Cheaper than the image of a position with its history.
        let key = rule.repetition_key(position);
        if rule.transform_key(key, symmetry) != key
            || game.transform(position, symmetry) != *position
        {
            return false;
        }
        let mut occurred = Vec::new();
        let _ = rule.history(position, &mut |earlier| {
            occurred.push(earlier);
            ControlFlow::Continue(())
        });
        occurred.sort_unstable();
        let mut images = occurred
            .iter()
            .map(|key| rule.transform_key(*key, symmetry));
        images.all(|image| occurred.binary_search(&image).is_ok())
    }

    /// Plain depth-first search without a tree, until the answer is known, `budget` positions were
    /// visited or the search is stopped.
    pub fn depth_first(
        &mut self,
        position: &G::Position,
        bound: Value,
        budget: &mut u64,
    ) -> Option<bool> {
        let before = *budget;
        *budget = budget.checked_sub(1)?;
        if self.is_stopped() {
            return None;
        }
        let mut moves = Vec::new();
        let answer = self.answer(position, bound);
        let answer = answer.or_else(|| self.expand(position, bound, &mut moves));
        if answer.is_some() {
            return answer;
        }
        let mut answer = KnownAnswer::LOSS;
        for played in moves {
            let child = self.game.play_unchecked(position, played);
            if !self.depth_first(&child, complement(bound), budget)? {
                answer = KnownAnswer::won(played);
                break;
            }
        }
        self.record(position, bound, answer, before - *budget);
        Some(answer.reaches)
    }

    /// Stores a proven answer in all tables.
    pub fn record(
        &mut self,
        position: &G::Position,
        bound: Value,
        answer: KnownAnswer,
        nodes: u64,
    ) {
        let question = self.question(position, bound);
        let is_kept = self.memory.record(&question, answer, nodes);
        self.effort.unstored += u64::from(!is_kept);
    }

    /// Whether a decided position may show that its siblings are lost.
    pub const fn prunes(&self) -> bool {
        matches!(self.memory, Memory::Zones(..) | Memory::Answers(_))
    }

    /// The must-play region after the move to `child` is known to lose: the moves that may still
    /// win, as bits by their codes.
    pub fn must_play(&self, child: &G::Position) -> u128 {
        match &self.memory {
            Memory::Zones(_, zones) => zones.zone(&self.game, child).unwrap_or(u128::MAX),
            _ => u128::MAX,
        }
    }

    /// A hash of a question: position and bound.
    pub fn mark(&self, position: &G::Position, bound: Value) -> u64 {
        // Without draws, the bounds 0 and 1 ask the same question.
        let bound = implied_bounds(&self.game, bound, true).lower;
        let game = &self.game;
        let key = match &self.memory {
            Memory::Answers(_) => game.representative_key(position, self.reduction).0,
            memory => {
                let table = memory.framed();
                let frame = table.and_then(|table| table.frame(game, &self.knowledge, position));
                frame.map_or_else(|| game.key(position), |frame| frame.key())
            }
        };
        let mut hasher = DefaultHasher::new();
        (key, bound).hash(&mut hasher);
        hasher.finish()
    }

    pub fn playout(&mut self, position: &G::Position) -> Playout {
        self.effort.playouts += 1;
        self.knowledge
            .playout(&self.game, position, &mut self.random)
    }
}
