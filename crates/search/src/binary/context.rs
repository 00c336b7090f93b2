//! The state that all binary solvers share: the rules, the game knowledge and the tables.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use solveig_game::{Game, GameExt, Interval, Keyed, Move, Reduction, Symmetric, Symmetry, Value};

use super::answers::{AnswerTable, KnownAnswer};
use super::history_conditions::HistoryConditions;
use super::numbers::NumberTable;
use super::zones::ZoneTable;
use super::{Effort, Playout};
use crate::checkpoint::{CheckpointReader, CheckpointWriter, Section};
use crate::random::Random;
use crate::table::{Entry, Frame, FramedTable};
use crate::{Knowledge, NoTable, StopChecker, StopToken, TranspositionTable};

/// The tables, memory and threads of a solver.
#[derive(Clone, Debug)]
pub struct Resources {
    /// The table of proven bounds; solvers may share it.
    pub table: Option<Arc<TranspositionTable>>,
    /// The table of proven answers with their history conditions, for games that depend on history.
    pub answers: Option<Arc<AnswerTable>>,
    /// The table of relevance zones, for games that have them.
    pub zones: Option<Arc<ZoneTable>>,
    /// The table of proof numbers of [`DfPn`](super::DfPn); without it each search makes its own.
    pub numbers: Option<Arc<NumberTable>>,
    /// Whether symmetric positions are identified.
    pub reduction: Reduction,
    /// The memory limit of the search tree in bytes.
    pub tree_bytes: u64,
    /// Whether to look up the children of a new node in the table (enhanced transposition cutoff,
    /// Schaeffer and Plaat 1996).
    pub looks_ahead: bool,
    /// The seed of playouts.
    pub seed: u64,
    /// The number of threads that search one position, at most 1024.
    /// [`IterativeDeepening`](super::IterativeDeepening) uses one only.
    pub threads: usize,
}

impl Resources {
    /// The seed of playouts if none is chosen.
    pub const DEFAULT_SEED: u64 = 1;

    /// Resources with a table, a reduction, a tree of `tree_bytes` and defaults for the rest.
    pub fn new(table: Arc<TranspositionTable>, reduction: Reduction, tree_bytes: u64) -> Self {
        Self {
            table: Some(table),
            looks_ahead: true,
            ..Self::without_table(reduction, tree_bytes)
        }
    }

    /// Resources with the kind of table that fits the game, of about `table_bytes` (none if its
    /// keys are too long), and a tree of `tree_bytes`.
    ///
    /// # Errors
    ///
    /// Fails if there is no memory for the table.
    pub fn for_game<G: Keyed>(
        game: &G,
        reduction: Reduction,
        table_bytes: u64,
        tree_bytes: u64,
    ) -> Result<Self, NoTable> {
        if !game.depends_on_history() {
            let zone_bytes = match game.connection() {
                Some(_) => table_bytes / 4,
                None => 0,
            };
            let table = match TranspositionTable::new(game, table_bytes - zone_bytes) {
                Ok(table) => table,
                Err(NoTable::LongKeys(_)) => {
                    return Ok(Self::without_table(reduction, tree_bytes));
                }
                Err(error) => return Err(error),
            };
            let mut resources = Self::new(Arc::new(table), reduction, tree_bytes);
            if game.connection().is_some() {
                let zones = ZoneTable::new(game, reduction, zone_bytes / 4 * 3)?;
                resources.zones = Some(Arc::new(zones.with_patterns(game, zone_bytes / 4)));
            }
            return Ok(resources);
        }
        let answers = AnswerTable::new(game, reduction, table_bytes)?;
        // Without enhanced transposition cutoffs: on 4x4 Go this visits 1.5 times as many positions
        // in half the time.
        Ok(Self {
            answers: Some(Arc::new(answers)),
            ..Self::without_table(reduction, tree_bytes)
        })
    }

    /// Resources with a tree of `tree_bytes` and no table.
    pub const fn without_table(reduction: Reduction, tree_bytes: u64) -> Self {
        Self {
            table: None,
            answers: None,
            zones: None,
            numbers: None,
            reduction,
            tree_bytes,
            looks_ahead: false,
            seed: Self::DEFAULT_SEED,
            threads: 1,
        }
    }
}

/// Whether a value within `bounds` reaches `bound`, if they decide it.
const fn decide(bounds: Interval, bound: Value) -> Option<bool> {
    if bounds.lower >= bound {
        Some(true)
    } else if bounds.upper < bound {
        Some(false)
    } else {
        None
    }
}

/// The complementary bound for the opponent: v >= `bound` for one side iff not -v >= 1 - `bound`
/// for the other.
pub const fn turned(bound: Value) -> Value {
    1 - bound
}

/// The bound for the side to move `plies` moves later.
pub const fn turned_after(bound: Value, plies: usize) -> Value {
    match plies % 2 {
        0 => bound,
        _ => turned(bound),
    }
}

/// The bounds on the value that follow from an answer.
pub fn answered<G: Game>(game: &G, bound: Value, reaches: bool) -> Interval {
    let range = game.value_range();
    let (lower, upper) = match reaches {
        true => (bound, range.max),
        false => (range.min, bound - 1),
    };
    let is_drawn = |value: Value| value == 0 && !game.has_draws();
    Interval {
        lower: lower + Value::from(is_drawn(lower)),
        upper: upper - Value::from(is_drawn(upper)),
    }
}

/// The rules, the game knowledge, the tables and the counters of one thread.
#[derive(Clone, Debug)]
pub struct SearchContext<G: Keyed, K> {
    pub game: G,
    knowledge: K,
    table: Option<FramedTable>,
    answers: Option<Arc<AnswerTable>>,
    zones: Option<Arc<ZoneTable>>,
    reduction: Reduction,
    looks_ahead: bool,
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
        let answers = resources.answers.clone();
        let fits = answers.as_ref().is_none_or(|table| table.is_for(&game));
        assert!(fits, "the answers are not for {}", game.spec());
        let zones = resources.zones.clone();
        let fits = zones.as_ref().is_none_or(|table| table.is_for(&game));
        assert!(fits, "the zones are not for {}", game.spec());
        let table = resources.table.as_ref();
        let framed = |table| FramedTable::new(&game, Arc::clone(table), resources.reduction);
        Self {
            table: table.map(framed),
            answers,
            zones,
            game,
            knowledge,
            reduction: resources.reduction,
            looks_ahead: resources.looks_ahead,
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
    fn ruled(&self, position: &G::Position) -> Option<(Value, Option<Move>)> {
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
    fn ruled_after(&self, played: Move, child: &G::Position, threats: u128) -> Option<Value> {
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
    pub fn known(&mut self, position: &G::Position, bound: Value) -> Option<bool> {
        if let Some((value, _)) = self.ruled(position) {
            return Some(value >= bound);
        }
        let stored = self.stored(position, bound)?;
        self.effort.known += 1;
        Some(stored.reaches)
    }

    /// As [`known`](Self::known), with the move that is kept beside the answer.
    pub fn look_up(&self, position: &G::Position, bound: Value) -> Option<KnownAnswer> {
        match self.ruled(position) {
            Some((value, best_move)) => Some(KnownAnswer {
                reaches: value >= bound,
                best_move,
            }),
            None => self.stored(position, bound),
        }
    }

    /// The answer of the tables.
    fn stored(&self, position: &G::Position, bound: Value) -> Option<KnownAnswer> {
        match &self.answers {
            Some(answers) => answers.look_up(&self.game, position, bound),
            None => self.stored_at(self.frame(position), bound),
        }
    }

    /// The transposition table's answer for the position with this frame.
    fn stored_at(&self, frame: Option<Frame<G::Key>>, bound: Value) -> Option<KnownAnswer> {
        let entry = self.table.as_ref()?.look_up(&self.game, frame?)?;
        Some(KnownAnswer {
            reaches: decide(entry.bounds, bound)?,
            best_move: entry.best_move,
        })
    }

    /// The frame of a position in the transposition table.
    fn frame(&self, position: &G::Position) -> Option<Frame<G::Key>> {
        let table = self.table.as_ref()?;
        table.frame(&self.game, &self.knowledge, position)
    }

    /// The answer of static bounds, where these are cheap; it is stored.
    pub fn bounded(&mut self, position: &G::Position, bound: Value) -> Option<bool> {
        let reaches = decide(self.knowledge.bounds(&self.game, position)?, bound)?;
        match self.answers {
            Some(_) => self.store_bounded(position, bound, reaches),
            None => self.record(position, bound, reaches, None, 1),
        }
        Some(reaches)
    }

    /// Stores an answer of static bounds, with the conditions on the history that they have.
    fn store_bounded(&self, position: &G::Position, bound: Value, reaches: bool) {
        if let Some(answers) = &self.answers {
            let bounds = answered(&self.game, bound, reaches);
            let conditions = self.conditions_of_knowledge(position, reaches);
            answers.store(&self.game, position, bounds, None, conditions, 1);
        }
    }

    /// What is known of a position that may become a node: by the rules, the table, and the table's
    /// knowledge of the positions after it.
    pub fn examine(&mut self, position: &G::Position, bound: Value) -> Option<bool> {
        self.effort.nodes += 1;
        let answer = self.known(position, bound);
        let answer = answer.or_else(|| self.matched(position, bound));
        if answer.is_some() || !self.looks_ahead {
            return answer;
        }
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.game.legal_moves(position, &mut moves);
        let mut frames = std::mem::take(&mut self.frames);
        frames.clear();
        let (mut all_reach, mut wins, bound_after) = (true, None, turned(bound));
        let connection = self.game.connection();
        let threats = connection.map_or(0, |game| game.immediate_wins(position, false));
        for played in &moves {
            let child = self.game.play_unchecked(position, *played);
            let reaches = match self.ruled_after(*played, &child, threats) {
                Some(value) => {
                    self.effort.known += 1;
                    Some(value >= bound_after)
                }
                None if self.answers.is_some() => self.known(&child, bound_after),
                None => {
                    // What the table has of all children is on its way from memory before the
                    // first is asked about.
                    let frame = self.frame(&child);
                    if let (Some(table), Some(frame)) = (&self.table, frame) {
                        table.prefetch_frame(frame);
                    }
                    frames.push((*played, frame));
                    continue;
                }
            };
            if reaches == Some(false) {
                wins = Some(*played);
                break;
            }
            all_reach &= reaches.is_some();
        }
        if wins.is_none() {
            for (played, frame) in &frames {
                let stored = self.stored_at(*frame, bound_after);
                self.effort.known += u64::from(stored.is_some());
                if stored.as_ref().is_some_and(|stored| !stored.reaches) {
                    wins = Some(*played);
                    break;
                }
                all_reach &= stored.is_some();
            }
        }
        self.frames = frames;
        self.moves = moves;
        if wins.is_none() && !all_reach {
            return None;
        }
        self.record(position, bound, wins.is_some(), wins, 1);
        Some(wins.is_some())
    }

    /// The answer for a position that has the stones of another one's proof, which is then kept.
    fn matched(&mut self, position: &G::Position, bound: Value) -> Option<bool> {
        let zones = self.zones.as_ref()?;
        let (reaches, best_move) = zones.matching(&self.game, position)?;
        self.effort.known += 1;
        let bounds = answered(&self.game, bound, reaches);
        self.store(position, Entry { bounds, best_move }, 1);
        Some(reaches)
    }

    /// Keeps what is proven of a position in the table, if there is one.
    fn store(&self, position: &G::Position, entry: Entry, nodes: u64) {
        if let (Some(table), Some(frame)) = (&self.table, self.frame(position)) {
            table.store(&self.game, frame, entry, nodes);
        }
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
            self.store_bounded(position, bound, reaches);
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
        let Some(superko) = game.superko() else {
            return game.transform(position, symmetry) == *position;
        };
        // Cheaper than the image of a position with its history.
        let key = superko.repetition_key(position);
        if superko.transform_key(key, symmetry) != key
            || game.transform(position, symmetry) != *position
        {
            return false;
        }
        let mut occurred = Vec::new();
        let _ = superko.history(position, &mut |earlier| {
            occurred.push(earlier);
            ControlFlow::Continue(())
        });
        occurred.sort_unstable();
        let mut images = occurred
            .iter()
            .map(|key| superko.transform_key(*key, symmetry));
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
        let answer = self.known(position, bound);
        let answer = answer.or_else(|| self.expand(position, bound, &mut moves));
        if answer.is_some() {
            return answer;
        }
        let mut best = None;
        for played in moves {
            let child = self.game.play_unchecked(position, played);
            if !self.depth_first(&child, turned(bound), budget)? {
                best = Some(played);
                break;
            }
        }
        let nodes = before - *budget;
        self.record(position, bound, best.is_some(), best, nodes);
        Some(best.is_some())
    }

    /// Stores a proven answer in all tables.
    pub fn record(
        &mut self,
        position: &G::Position,
        bound: Value,
        reaches: bool,
        best_move: Option<Move>,
        nodes: u64,
    ) {
        let bounds = answered(&self.game, bound, reaches);
        self.store(position, Entry { bounds, best_move }, nodes);
        if let Some(zones) = &self.zones {
            let known = || self.knowledge.zone(&self.game, position);
            zones.record(&self.game, position, reaches, best_move, known);
        }
        let Some(answers) = &self.answers else {
            return;
        };
        if answers.look_up(&self.game, position, bound).is_some() {
            return;
        }
        match self.conditions(position, bound, reaches, best_move) {
            Some(conditions) => {
                answers.store(&self.game, position, bounds, best_move, conditions, nodes);
            }
            None => self.effort.unkept += 1,
        }
    }

    /// Whether a decided position may show that its siblings are lost.
    pub const fn prunes(&self) -> bool {
        self.zones.is_some() || self.answers.is_some()
    }

    /// The must-play region after the move to `child` is known to lose: the moves that may still
    /// win, as bits by their codes.
    pub fn must_play(&self, child: &G::Position) -> u128 {
        let zone = self.zones.as_ref();
        let zone = zone.and_then(|zones| zones.zone(&self.game, child));
        zone.unwrap_or(u128::MAX)
    }

    /// The history conditions of an answer, from those of the children; `None` if these were
    /// evicted.
    fn conditions(
        &self,
        position: &G::Position,
        bound: Value,
        reaches: bool,
        best_move: Option<Move>,
    ) -> Option<HistoryConditions> {
        let game = &self.game;
        let mut conditions = HistoryConditions::default();
        if reaches {
            self.add_conditions(&mut conditions, position, best_move?, bound, reaches)?;
        } else {
            if let Some(superko) = game.superko() {
                superko.forbidden_repetitions(position, &mut conditions.required);
            }
            for played in game.moves(position) {
                self.add_conditions(&mut conditions, position, played, bound, reaches)?;
            }
        }
        conditions.settle(game, position);
        Some(conditions)
    }

    /// Adds the history conditions of the proof after a move.
    fn add_conditions(
        &self,
        conditions: &mut HistoryConditions,
        position: &G::Position,
        played: Move,
        bound: Value,
        reaches: bool,
    ) -> Option<()> {
        let game = &self.game;
        let child = game.play_unchecked(position, played);
        let after = self.conditions_of_child(&child, bound, !reaches)?;
        let Some(superko) = game.superko() else {
            conditions.add(&after, |key| key);
            return Some(());
        };
        let seen = |key| superko.seen_from(key, &child, position);
        conditions.add(&after, seen);
        if let Some(earlier) = superko.repeated(&child) {
            conditions.required.push(seen(earlier));
        } else if superko.may_repeat(played) && (reaches || superko.ends_game()) {
            let made = superko.without_order(superko.repetition_key(&child));
            conditions.avoid(game, made);
        }
        Some(())
    }

    fn conditions_of_child(
        &self,
        child: &G::Position,
        bound: Value,
        reaches: bool,
    ) -> Option<HistoryConditions> {
        let bound = turned(bound);
        if let Some(value) = self.game.terminal_value(child) {
            return ((value >= bound) == reaches).then(HistoryConditions::default);
        }
        let answers = self.answers.as_ref()?;
        if let Some((known, conditions)) = answers.look_up_with_conditions(&self.game, child, bound)
        {
            return (known.reaches == reaches).then_some(conditions);
        }
        let bounds = self.knowledge.expand(&self.game, child, &mut Vec::new());
        (decide(bounds, bound) == Some(reaches))
            .then(|| self.conditions_of_knowledge(child, reaches))
    }

    /// The history conditions of a bound that the game knowledge gives.
    fn conditions_of_knowledge(&self, position: &G::Position, reaches: bool) -> HistoryConditions {
        let pattern = self.knowledge.must_be_new(&self.game, position, reaches);
        pattern.map_or_else(HistoryConditions::default, HistoryConditions::without)
    }

    /// Writes the tables.
    pub fn save(&self, to: &mut CheckpointWriter) -> io::Result<()> {
        match &self.table {
            Some(table) => table.save(to)?,
            None => to.section(Section::Nothing)?,
        }
        match &self.answers {
            Some(answers) => answers.save(to)?,
            None => to.section(Section::Nothing)?,
        }
        match &self.zones {
            Some(zones) => zones.save(to),
            None => to.section(Section::Nothing),
        }
    }

    /// Reads tables that [`save`](Self::save) wrote.
    pub fn load(&mut self, from: &mut CheckpointReader) -> io::Result<()> {
        match &self.table {
            Some(table) => table.load(&self.game, from)?,
            None => from.section(Section::Nothing)?,
        }
        match &self.answers {
            Some(answers) => answers.load(&self.game, from)?,
            None => from.section(Section::Nothing)?,
        }
        match &self.zones {
            Some(zones) => zones.load(&self.game, from),
            None => from.section(Section::Nothing),
        }
    }

    /// A hash of a question: position and bound.
    pub fn mark(&self, position: &G::Position, bound: Value) -> u64 {
        // Without draws, the bounds 0 and 1 ask the same question.
        let bound = answered(&self.game, bound, true).lower;
        let key = match (self.frame(position), &self.answers) {
            (Some(frame), _) => frame.key(),
            (None, Some(_)) => self.game.representative_key(position, self.reduction).0,
            (None, None) => self.game.key(position),
        };
        let mut hasher = DefaultHasher::new();
        (key, bound).hash(&mut hasher);
        hasher.finish()
    }

    /// Whether to continue: not stopped, and `go_on`, if its call is due, returns true.
    pub fn goes_on(&self, go_on: &mut dyn FnMut(&Effort) -> bool) -> bool {
        !self.is_stopped() && (!self.effort.asks() || go_on(&self.effort))
    }

    /// A playout from `position`.
    pub fn playout(&mut self, position: &G::Position) -> Playout {
        self.effort.playouts += 1;
        self.knowledge
            .playout(&self.game, position, &mut self.random)
    }
}
