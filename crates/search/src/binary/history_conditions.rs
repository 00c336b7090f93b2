//! Graph-history interaction (GHI): the conditions on the history under which a stored answer
//! holds.
//!
//! The proof of an answer is a tree: where the winner is to move it has one move, where the loser
//! is, all legal ones. The same tree proves the same answer after another history if
//!
//! - no repetition key that a move of the winner creates occurs in the history, so its moves remain
//!   legal ([`AvoidedKeys`]); and
//! - every repetition key that made a move of the loser illegal in the tree occurs in the history,
//!   so that no further moves of the loser are legal ([`HistoryConditions::required`]).
//!
//! By induction from the leaves: at a node *n* with repetition key *B*, let *A* be the set of keys
//! to avoid and *R* the set of keys required. *A*(*n*) is the union of *A*(*c*) over the children
//! *c* in the tree and of the key that the winner's move creates. *R*(*n*) is the union of *R*(*c*)
//! and of the keys that forbid moves of the loser at *n*, without *B*, which occurs in the history
//! of every descendant. If a history *H* meets the conditions of *n*, then *H* with *B* meets those
//! of *c*: *B* is not in *A*(*c*), since it occurred already when the tree was found.
//!
//! Where a repetition [ends the game](solveig_game::RepetitionRule::ends_game), all moves stay
//! legal, and the result of a repetition depends on which earlier position it repeats, as seen from
//! the repetition. Then
//!
//! - no repetition key that a move of either side creates in the tree, without ending the game,
//!   occurs in the history, so that it does not end the game there; and
//! - every key whose repetition ends the game in the tree occurs in the history, as seen from the
//!   same place, so that it ends with the same result.
//!
//! The first condition is stronger than it need be: a repetition that the loser would lose does no
//! harm. The induction is the same. What a child's condition requires is first put as seen from
//! *n*; *B* is seen from its own place, so that it needs no condition. That *B* is not in *A*(*c*)
//! holds since a move below *n* that creates it ended the game when the tree was found.
//!
//! Kishimoto and Müller (2004) instead verify each use of a stored answer by replaying its proof
//! (simulation).

use std::io;
use std::ops::ControlFlow;

use solveig_game::mixing::short_hash;
use solveig_game::{Game, Move, RepetitionKey, Symmetric, Symmetry};

use crate::checkpoint::{CheckpointReader, CheckpointWriter, invalid};

/// The set of repetition keys with all bits of one mask and at least one bit of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The bits that must all be set.
    pub all: u128,
    /// The bits of which at least one must be set.
    pub any: u128,
}

impl Pattern {
    const fn has(&self, RepetitionKey(one): RepetitionKey) -> bool {
        one & self.all == self.all && one & self.any != 0
    }

    /// Whether it is a superset of `other` (sufficient test by the masks).
    const fn covers(&self, other: &Self) -> bool {
        self.all & !other.all == 0 && other.any & !self.any == 0
    }

    /// A pattern that is a superset of both.
    const fn joined(&self, other: &Self) -> Self {
        Self {
            all: self.all & other.all,
            any: self.any | other.any,
        }
    }
}

/// The conditions on the history under which an answer holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HistoryConditions {
    /// The keys that must occur in the history, as seen from the position, in ascending order.
    pub required: Vec<RepetitionKey>,
    /// The keys that must not occur in the history.
    pub avoided: AvoidedKeys,
}

/// A set of repetition keys, of their [board parts](solveig_game::RepetitionRule::board_part), that
/// must not occur in the history. Membership may have false positives but no false negatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AvoidedKeys {
    /// The population counts of the keys as a bit set: bit *i* for keys with *i* bits set (modulo
    /// 64).
    counts: u64,
    /// Symmetry-invariant hashes of the keys in ascending order; `None`, meaning all hashes, if
    /// there are too many.
    marks: Option<Vec<u32>>,
    /// Further keys, as patterns.
    patterns: Vec<Pattern>,
    /// Known false positives, in ascending order.
    others: Vec<RepetitionKey>,
}

impl Default for AvoidedKeys {
    fn default() -> Self {
        Self {
            counts: 0,
            marks: Some(Vec::new()),
            patterns: Vec::new(),
            others: Vec::new(),
        }
    }
}

/// Most hashes, and most patterns, that are kept of one answer.
const MAX_MARKS: usize = 1 << 12;
const MAX_PATTERNS: usize = 12;

impl AvoidedKeys {
    /// Whether `key` may be in the set; `image` is its image under the symmetry by which the lists
    /// are stored. Both are without order.
    fn may_have<G: Symmetric>(&self, game: &G, key: RepetitionKey, image: RepetitionKey) -> bool {
        let is_marked = self.counts & count(key) != 0
            && self
                .marks
                .as_ref()
                .is_none_or(|marks| marks.binary_search(&mark(game, key)).is_ok());
        let may_be = is_marked || self.patterns.iter().any(|pattern| pattern.has(image));
        may_be && self.others.binary_search(&image).is_err()
    }

    /// Adds a pattern. If there are too many, merges the two whose union loses the fewest mask
    /// bits.
    fn add_pattern(&mut self, pattern: Pattern) {
        if self.patterns.iter().any(|one| one.covers(&pattern)) {
            return;
        }
        self.patterns.retain(|one| !pattern.covers(one));
        self.patterns.push(pattern);
        if self.patterns.len() <= MAX_PATTERNS {
            return;
        }
        let difference = |one: &Pattern, other: &Pattern| {
            let joined = one.joined(other);
            let loss = |single: &Pattern| {
                (single.all & !joined.all).count_ones() + (joined.any & !single.any).count_ones()
            };
            loss(one) + loss(other)
        };
        let places = 0..self.patterns.len();
        let pairs = places.flat_map(|first| (0..first).map(move |second| (first, second)));
        let least = pairs.min_by_key(|(first, second)| {
            difference(&self.patterns[*first], &self.patterns[*second])
        });
        if let Some((first, second)) = least {
            let joined = self.patterns[first].joined(&self.patterns[second]);
            self.patterns.swap_remove(first);
            self.patterns.swap_remove(second);
            self.patterns.retain(|one| !joined.covers(one));
            self.patterns.push(joined);
        }
    }
}

impl HistoryConditions {
    /// The condition that no key of the pattern occurs in the history.
    pub fn without(pattern: Pattern) -> Self {
        let mut conditions = Self::default();
        conditions.avoided.patterns.push(pattern);
        conditions
    }

    /// Adds the conditions of the proof after a move: those of the child's answer, `after`, and
    /// those of the move. `reaches` says whether the winner made it.
    pub fn add_child<G: Symmetric>(
        &mut self,
        game: &G,
        position: &G::Position,
        played: Move,
        child: &G::Position,
        after: &Self,
        reaches: bool,
    ) {
        let Some(rule) = game.repetition_rule() else {
            self.add(after, |key| key);
            return;
        };
        let seen = |key| rule.rebase(key, child, position);
        self.add(after, seen);
        if let Some(earlier) = rule.repetition(child) {
            self.required.push(seen(earlier));
        } else if rule.may_repeat(played) && (reaches || rule.ends_game()) {
            let repetition = rule.board_part(rule.repetition_key(child));
            self.avoid(game, repetition);
        }
    }

    /// Adds the conditions of a child's answer; `seen` puts its keys as seen from the parent.
    fn add(&mut self, child: &Self, seen: impl Fn(RepetitionKey) -> RepetitionKey) {
        self.required
            .extend(child.required.iter().map(|key| seen(*key)));
        let (all, more) = (&mut self.avoided, &child.avoided);
        all.counts |= more.counts;
        match (&mut all.marks, &more.marks) {
            (Some(marks), Some(more)) => marks.extend_from_slice(more),
            (marks, _) => *marks = None,
        }
        for pattern in &more.patterns {
            all.add_pattern(*pattern);
        }
    }

    /// Adds the condition that `repetition`, a key without order, does not occur in the history.
    fn avoid<G: Symmetric>(&mut self, game: &G, repetition: RepetitionKey) {
        self.avoided.counts |= count(repetition);
        if let Some(marks) = &mut self.avoided.marks {
            marks.push(mark(game, repetition));
        }
    }

    /// Normalizes the lists and records false positives, at the position where the answer was
    /// found.
    pub fn normalize<G: Symmetric>(&mut self, game: &G, position: &G::Position) {
        let Some(rule) = game.repetition_rule() else {
            return;
        };
        let present = rule.repetition_key(position);
        self.required.retain(|one| *one != present);
        self.required.sort_unstable();
        self.required.dedup();
        let avoided = &mut self.avoided;
        if let Some(marks) = &mut avoided.marks {
            marks.sort_unstable();
            marks.dedup();
            if marks.len() > MAX_MARKS {
                avoided.marks = None;
            }
        }
        // The proof is valid after this history, so keys of the history that match are false
        // positives.
        let mut others = Vec::new();
        let _ = rule.history(position, &mut |one| {
            let one = rule.board_part(one);
            if avoided.may_have(game, one, one) {
                others.push(one);
            }
            ControlFlow::Continue(())
        });
        others.sort_unstable();
        others.dedup();
        avoided.others = others;
    }

    /// Maps the conditions by a symmetry.
    pub fn transform<G: Game>(&mut self, game: &G, by: Symmetry) {
        let image = |bits: &mut u128| *bits = image(game, RepetitionKey(*bits), by).0;
        for list in [&mut self.required, &mut self.avoided.others] {
            for one in &mut *list {
                image(&mut one.0);
            }
            list.sort_unstable();
        }
        for pattern in &mut self.avoided.patterns {
            image(&mut pattern.all);
            image(&mut pattern.any);
        }
    }

    /// Whether the history of `position` meets the conditions, which are those of its image under
    /// `by`.
    pub fn hold<G: Symmetric>(&self, game: &G, position: &G::Position, by: Symmetry) -> bool {
        let Some(rule) = game.repetition_rule() else {
            return self.required.is_empty();
        };
        let back = game.inverse(by);
        let was_there =
            |one: &RepetitionKey| rule.has_occurred(position, rule.transform_key(*one, back));
        if !self.required.iter().all(was_there) {
            return false;
        }
        if self.avoided.counts == 0 && self.avoided.patterns.is_empty() {
            return true;
        }
        let all_new = rule.history(position, &mut |earlier| {
            let earlier = rule.board_part(earlier);
            let image = image(game, earlier, by);
            match self.avoided.may_have(game, earlier, image) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        all_new.is_continue()
    }

    /// Writes them.
    pub fn save(&self, to: &mut CheckpointWriter) -> io::Result<()> {
        let avoided = &self.avoided;
        to.word(self.required.len() as u64)?;
        for one in &self.required {
            to.wide(one.0)?;
        }
        to.word(avoided.counts)?;
        match &avoided.marks {
            None => to.word(u64::MAX)?,
            Some(marks) => {
                to.word(marks.len() as u64)?;
                for mark in marks {
                    to.word((*mark).into())?;
                }
            }
        }
        to.word(avoided.patterns.len() as u64)?;
        for pattern in &avoided.patterns {
            to.wide(pattern.all)?;
            to.wide(pattern.any)?;
        }
        to.word(avoided.others.len() as u64)?;
        for one in &avoided.others {
            to.wide(one.0)?;
        }
        Ok(())
    }

    /// Reads what was written.
    pub fn load(from: &mut CheckpointReader) -> io::Result<Self> {
        fn list<T>(
            from: &mut CheckpointReader,
            count: u64,
            mut one: impl FnMut(&mut CheckpointReader) -> io::Result<T>,
        ) -> io::Result<Vec<T>> {
            (0..count).map(|_| one(from)).collect()
        }
        const MAX_LENGTH: u64 = 1 << 20;
        let keys = |from: &mut CheckpointReader| {
            let count = from.number("list of repetition keys", MAX_LENGTH)?;
            let mut all = list(from, count, |from| Ok(RepetitionKey(from.wide()?)))?;
            all.sort_unstable();
            Ok::<_, io::Error>(all)
        };
        let required = keys(from)?;
        let counts = from.word()?;
        let marks = match from.word()? {
            u64::MAX => None,
            count if count <= MAX_LENGTH => {
                let mut marks = list(from, count, |from| {
                    Ok(from.number("hash", u32::MAX.into())? as u32)
                })?;
                marks.sort_unstable();
                Some(marks)
            }
            count => {
                return Err(invalid(format!(
                    "list of {count} hashes, expected at most {MAX_LENGTH}"
                )));
            }
        };
        let count = from.number("list of patterns", MAX_LENGTH)?;
        let patterns = list(from, count, |from| {
            let (all, any) = (from.wide()?, from.wide()?);
            Ok(Pattern { all, any })
        })?;
        Ok(Self {
            required,
            avoided: AvoidedKeys {
                counts,
                marks,
                patterns,
                others: keys(from)?,
            },
        })
    }

    /// How many bytes the lists take.
    pub fn bytes(&self) -> usize {
        let AvoidedKeys {
            marks,
            patterns,
            others,
            ..
        } = &self.avoided;
        let keys = self.required.capacity() + others.capacity();
        keys * size_of::<RepetitionKey>()
            + marks.as_ref().map_or(0, Vec::capacity) * size_of::<u32>()
            + patterns.capacity() * size_of::<Pattern>()
    }

    /// Gives back memory that is not needed.
    pub fn shrink(&mut self) {
        self.required.shrink_to_fit();
        self.avoided.others.shrink_to_fit();
        self.avoided.patterns.shrink_to_fit();
        if let Some(marks) = &mut self.avoided.marks {
            marks.shrink_to_fit();
        }
    }
}

fn count(key: RepetitionKey) -> u64 {
    1 << (key.0.count_ones() % u64::BITS)
}

/// The image of a repetition key under a symmetry.
#[inline]
fn image<G: Game>(game: &G, key: RepetitionKey, by: Symmetry) -> RepetitionKey {
    game.repetition_rule()
        .map_or(key, |rule| rule.transform_key(key, by))
}

/// A hash of a repetition key and of all its images.
fn mark<G: Symmetric>(game: &G, key: RepetitionKey) -> u32 {
    let images = (0..game.symmetries()).map(|by| image(game, key, Symmetry(by)));
    images.fold(0, |sum: u32, image| sum.wrapping_add(short_hash(image.0)))
}
