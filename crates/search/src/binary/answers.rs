//! A table of answers for games that depend on history, each with the conditions under which it
//! holds (see `history_conditions`).

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use solveig_game::mixing::hash;
use solveig_game::{
    Game, GameExt, Interval, Key, Keyed, LongKeys, Move, Reduction, Symmetric, Symmetry,
};

use super::history_conditions::HistoryConditions;
use super::question::{BinaryQuestion, KnownAnswer, decide};
use crate::Knowledge;
use crate::checkpoint::{CheckpointReader, CheckpointWriter, Section, invalid};

/// Proven answers about positions of a game that depends on history, shared by threads.
///
/// An entry holds the exact key of a position, bounds on its value and the conditions on the
/// history under which they are proven. A full bucket evicts the entry of the least work.
#[derive(Debug)]
pub struct AnswerTable {
    spec: String,
    reduction: Reduction,
    shards: Box<[Shard]>,
}

/// A part of the table with its own lock.
#[derive(Debug)]
struct Shard {
    /// Per bucket, one byte per entry: 0 if it is empty, else a part of the key's hash. Most
    /// look-ups miss, which the tags show without a lock.
    tags: Box<[AtomicU64]>,
    entries: Mutex<AnswerEntries>,
}

/// The entries of a shard, under its lock.
#[derive(Debug)]
struct AnswerEntries {
    /// By number; a bucket without entries has no memory yet, so that making a large table takes no
    /// time.
    buckets: Vec<Option<Box<Bucket>>>,
    /// The size of all condition lists in bytes, and its limit.
    listed: usize,
    max: usize,
    /// The clock hand of eviction by list size.
    hand: usize,
}

#[derive(Clone, Debug)]
struct AnswerEntry {
    key: u128,
    bounds: Interval,
    best_move: Option<Move>,
    nodes: u64,
    conditions: HistoryConditions,
}

/// Entries per bucket.
const BUCKET: usize = 8;

type Bucket = [Option<AnswerEntry>; BUCKET];

const SHARDS: u64 = 64;
/// The assumed average size of an entry's lists: about that of the rest of the entry.
const LISTED: u64 = 96;

impl AnswerTable {
    /// An empty table of about `bytes` bytes for positions of `game`, up to symmetry if `reduction`
    /// is canonical.
    ///
    /// # Errors
    ///
    /// Fails if the keys of the game have more than [`LongKeys::LIMIT`] bits.
    pub fn new<G: Keyed>(game: &G, reduction: Reduction, bytes: u64) -> Result<Self, LongKeys> {
        LongKeys::refuse(game)?;
        let entry = size_of::<Option<AnswerEntry>>() as u64 + LISTED;
        let buckets = (bytes / SHARDS / entry / BUCKET as u64).max(1) as usize;
        let shard = |_| Shard {
            tags: (0..buckets).map(|_| AtomicU64::new(0)).collect(),
            entries: Mutex::new(AnswerEntries {
                buckets: vec![None; buckets],
                listed: 0,
                max: buckets * BUCKET * LISTED as usize,
                hand: 0,
            }),
        };
        Ok(Self {
            spec: game.spec(),
            reduction,
            shards: (0..SHARDS).map(shard).collect(),
        })
    }

    /// Writes all entries.
    pub(super) fn save(&self, to: &mut CheckpointWriter) -> io::Result<()> {
        to.section(Section::Answers)?;
        for shard in &self.shards {
            let entries = shard.entries.lock();
            let entries = entries.unwrap_or_else(PoisonError::into_inner);
            for entry in entries.entries() {
                to.word(1)?;
                to.wide(entry.key)?;
                to.word(entry.bounds.lower as u64)?;
                to.word(entry.bounds.upper as u64)?;
                to.word(entry.best_move.map_or(u64::MAX, |best| best.0.into()))?;
                to.word(entry.nodes)?;
                entry.conditions.save(to)?;
            }
        }
        to.word(0)
    }

    /// Adds the entries that [`save`](Self::save) wrote for `game`.
    pub(super) fn load<G: Keyed>(&self, game: &G, from: &mut CheckpointReader) -> io::Result<()> {
        from.section(Section::Answers)?;
        while from.number("entry", 1)? == 1 {
            let key = from.wide()?;
            let position = G::Key::from_u128(key).and_then(|key| game.position(key).ok());
            let position =
                position.ok_or_else(|| invalid(format!("key {key:#x}, which no position has")))?;
            let bounds = from.bounds(game.value_range())?;
            let best_move = from.best_move(game, &position)?;
            let entry = AnswerEntry {
                key,
                bounds,
                best_move,
                nodes: from.word()?,
                conditions: HistoryConditions::load(from)?,
            };
            self.place(key).store(entry);
        }
        Ok(())
    }

    /// Whether the table is for positions of `game`.
    pub fn is_for<G: Game>(&self, game: &G) -> bool {
        self.spec == game.spec()
    }

    /// The table key of a position, and the symmetry that maps the position to the board with that
    /// key.
    fn frame<G: Symmetric>(&self, game: &G, position: &G::Position) -> (u128, Symmetry) {
        let (key, by) = game.representative_key(position, self.reduction);
        (key.to_u128(), by)
    }

    fn place(&self, key: u128) -> AnswerSlot<'_> {
        let hash = hash(key);
        let shard = &self.shards[(hash % SHARDS) as usize];
        let bucket = (u128::from(hash) * shard.tags.len() as u128) >> 64;
        AnswerSlot {
            shard,
            bucket: bucket as usize,
            tag: (hash >> 8) as u8 | 1,
        }
    }

    /// The stored answer to the question, after the history of its position.
    pub(super) fn look_up<G: Symmetric, K: Knowledge<G>>(
        &self,
        question: &BinaryQuestion<'_, G, K>,
    ) -> Option<KnownAnswer> {
        self.find(question, |_, _, answer| answer)
    }

    /// As [`look_up`](Self::look_up), with the history conditions of the answer, in terms of the
    /// position.
    fn look_up_with_conditions<G: Symmetric, K: Knowledge<G>>(
        &self,
        question: &BinaryQuestion<'_, G, K>,
    ) -> Option<(KnownAnswer, HistoryConditions)> {
        self.find(question, |entry, back, answer| {
            let mut conditions = entry.conditions.clone();
            if back != Symmetry::IDENTITY {
                conditions.transform(question.game, back);
            }
            (answer, conditions)
        })
    }

    fn find<G: Symmetric, K: Knowledge<G>, T>(
        &self,
        question: &BinaryQuestion<'_, G, K>,
        found: impl FnOnce(&AnswerEntry, Symmetry, KnownAnswer) -> T,
    ) -> Option<T> {
        let (game, position) = (question.game, question.position);
        let (key, by) = self.frame(game, position);
        let place = self.place(key);
        if !place.may_have() {
            return None;
        }
        let entries = place.lock();
        let bucket = entries.buckets[place.bucket].as_deref()?;
        for entry in bucket.iter().flatten().filter(|entry| entry.key == key) {
            let Some(reaches) = decide(entry.bounds, question.bound) else {
                continue;
            };
            if entry.conditions.hold(game, position, by) {
                let back = game.inverse(by);
                let best_move = entry.best_move.map(|best| game.transform_move(best, back));
                return Some(found(entry, back, KnownAnswer { reaches, best_move }));
            }
        }
        None
    }

    /// Stores a proven answer with its history conditions, found with the effort `nodes`; false if
    /// those of a child's answer were evicted.
    pub(super) fn record<G: Symmetric, K: Knowledge<G>>(
        &self,
        question: &BinaryQuestion<'_, G, K>,
        answer: KnownAnswer,
        nodes: u64,
    ) -> bool {
        if self.look_up(question).is_some() {
            return true;
        }
        let conditions = self.conditions(question, answer);
        let is_known = conditions.is_some();
        if let Some(conditions) = conditions {
            self.store(question, answer, conditions, nodes);
        }
        is_known
    }

    /// Stores an answer of the game knowledge.
    pub(super) fn record_known<G: Symmetric, K: Knowledge<G>>(
        &self,
        question: &BinaryQuestion<'_, G, K>,
        reaches: bool,
    ) {
        let conditions = conditions_of_knowledge(question, reaches);
        self.store(question, KnownAnswer::by_bounds(reaches), conditions, 1);
    }

    /// Stores an answer under `conditions`, which the history of the position meets.
    fn store<G: Symmetric, K: Knowledge<G>>(
        &self,
        question: &BinaryQuestion<'_, G, K>,
        answer: KnownAnswer,
        mut conditions: HistoryConditions,
        nodes: u64,
    ) {
        let game = question.game;
        let (key, by) = self.frame(game, question.position);
        if by != Symmetry::IDENTITY {
            conditions.transform(game, by);
        }
        conditions.shrink();
        let best_move = answer.best_move;
        self.place(key).store(AnswerEntry {
            key,
            bounds: question.bounds(answer),
            best_move: best_move.map(|best| game.transform_move(best, by)),
            nodes,
            conditions,
        });
    }

    /// The history conditions of an answer, from those of the children; `None` if these were
    /// evicted.
    fn conditions<G: Symmetric, K: Knowledge<G>>(
        &self,
        question: &BinaryQuestion<'_, G, K>,
        answer: KnownAnswer,
    ) -> Option<HistoryConditions> {
        let (game, position) = (question.game, question.position);
        let mut conditions = HistoryConditions::default();
        let moves = match answer.reaches {
            true => vec![answer.best_move?],
            false => {
                if let Some(rule) = game.repetition_rule() {
                    rule.forbidden_repetitions(position, &mut conditions.required);
                }
                game.moves(position)
            }
        };
        for played in moves {
            let child = game.play_unchecked(position, played);
            let after = self.conditions_of_child(&question.after(&child), !answer.reaches)?;
            conditions.add_child(game, position, played, &child, &after, answer.reaches);
        }
        conditions.normalize(game, position);
        Some(conditions)
    }

    fn conditions_of_child<G: Symmetric, K: Knowledge<G>>(
        &self,
        question: &BinaryQuestion<'_, G, K>,
        reaches: bool,
    ) -> Option<HistoryConditions> {
        let (game, child) = (question.game, question.position);
        if let Some(value) = game.terminal_value(child) {
            return ((value >= question.bound) == reaches).then(HistoryConditions::default);
        }
        if let Some((answer, conditions)) = self.look_up_with_conditions(question) {
            return (answer.reaches == reaches).then_some(conditions);
        }
        let bounds = question.knowledge.expand(game, child, &mut Vec::new());
        (decide(bounds, question.bound) == Some(reaches))
            .then(|| conditions_of_knowledge(question, reaches))
    }
}

/// The history conditions of a bound that the game knowledge gives.
fn conditions_of_knowledge<G: Symmetric, K: Knowledge<G>>(
    question: &BinaryQuestion<'_, G, K>,
    reaches: bool,
) -> HistoryConditions {
    let knowledge = question.knowledge;
    let pattern = knowledge.must_be_new(question.game, question.position, reaches);
    pattern.map_or_else(HistoryConditions::default, HistoryConditions::without)
}

/// The bucket of a key.
struct AnswerSlot<'a> {
    shard: &'a Shard,
    bucket: usize,
    tag: u8,
}

impl AnswerSlot<'_> {
    /// Whether an entry of the bucket has the tag of the key.
    fn may_have(&self) -> bool {
        let tags = self.shard.tags[self.bucket].load(Ordering::Relaxed);
        tags.to_le_bytes().contains(&self.tag)
    }

    fn lock(&self) -> MutexGuard<'_, AnswerEntries> {
        // A panic cannot leave a partial entry, so a poisoned lock is usable.
        let entries = self.shard.entries.lock();
        entries.unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores an entry in an empty slot, over an entry that it implies, or over the one of the
    /// least work.
    fn store(&self, entry: AnswerEntry) {
        let mut all = self.lock();
        let AnswerEntries {
            buckets, listed, ..
        } = &mut *all;
        let bucket = buckets[self.bucket].get_or_insert_default();
        let worth = |old: &Option<AnswerEntry>| match old {
            None => (0, 0),
            Some(old) if old.key == entry.key && old.is_implied_by(&entry) => (0, 0),
            Some(old) => (1, old.nodes),
        };
        let slots = bucket.iter_mut().enumerate();
        let Some((at, slot)) = slots.min_by_key(|(_, slot)| worth(slot)) else {
            return;
        };
        *listed += entry.conditions.bytes();
        if let Some(old) = slot.replace(entry) {
            *listed -= old.conditions.bytes();
        }
        self.tag(self.bucket, at, self.tag);
        // Evicts entries in clock order while the lists exceed the limit; the new entry may be
        // among them.
        while all.listed > all.max {
            all.hand = (all.hand + 1) % (all.buckets.len() * BUCKET);
            let (bucket, at) = (all.hand / BUCKET, all.hand % BUCKET);
            let slots = all.buckets[bucket].as_deref_mut();
            let slot = slots.map(|slots| &mut slots[at]);
            let dropped = slot.and_then(|slot| slot.take_if(|old| old.conditions.bytes() > 0));
            if let Some(old) = dropped {
                all.listed -= old.conditions.bytes();
                self.tag(bucket, at, 0);
            }
        }
    }

    /// Sets the tag of the entry with this number in this bucket; the shard is locked.
    fn tag(&self, bucket: usize, at: usize, tag: u8) {
        let tags = &self.shard.tags[bucket];
        let mut bytes = tags.load(Ordering::Relaxed).to_le_bytes();
        bytes[at] = tag;
        tags.store(u64::from_le_bytes(bytes), Ordering::Relaxed);
    }
}

impl AnswerEntries {
    fn entries(&self) -> impl Iterator<Item = &AnswerEntry> {
        let buckets = self.buckets.iter().flatten();
        buckets.flat_map(|bucket| bucket.iter().flatten())
    }
}

impl AnswerEntry {
    /// Whether `newer` implies this entry: bounds at least as tight under no further conditions.
    fn is_implied_by(&self, newer: &Self) -> bool {
        let (old, new) = (self.bounds, newer.bounds);
        new.lower >= old.lower
            && new.upper <= old.upper
            && (newer.conditions == self.conditions
                || newer.conditions == HistoryConditions::default())
    }
}
