//! Positions of an artifact.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::vec::IntoIter;

use solveig_format::Record;
use solveig_game::{InvalidKey, Key, Notation, Symmetric, is_first_at_start};
use solveig_search::random::Random;

use super::draw::equal_shares;
use super::{Draw, Drawn, SampleError, of_levels};
use crate::artifact::StoredArtifact;

/// The records among which those to draw are as likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Class {
    level: Option<u32>,
    outcome: Option<Ordering>,
}

/// How many records of a class are still to come, and how many of them are drawn.
#[derive(Clone, Copy, Debug, Default)]
struct Remaining {
    records: u64,
    to_draw: u64,
}

/// Draws records in the order of the file: each of a class with the same chance (selection
/// sampling; Knuth, The Art of Computer Programming 2, section 3.4.2, algorithm S).
pub struct Records<G, A> {
    artifact: A,
    game: PhantomData<G>,
    draw: Draw,
    random: Random,
    remaining: BTreeMap<Class, Remaining>,
    to_draw: u64,
    blocks: IntoIter<LevelBlock>,
    level: u32,
    records: IntoIter<Record>,
}

/// The number of a block, and its level.
#[derive(Clone, Copy)]
struct LevelBlock {
    level: u32,
    number: u64,
}

/// A record that was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnRecord<P> {
    /// The position.
    pub position: Drawn<P>,
    /// What is stored of it.
    pub record: Record,
}

impl<G: Symmetric + Notation, A: Borrow<StoredArtifact<G>>> Records<G, A> {
    /// Draws from this artifact, whose blocks are counted first: `progress` is told how many are,
    /// and of how many, and may stop it.
    ///
    /// # Errors
    ///
    /// Fails if it has fewer positions with exact values, or is damaged.
    pub fn new(
        artifact: A,
        draw: Draw,
        progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<Self, SampleError> {
        let reader = artifact.borrow().reader();
        let wanted = reader.levels().iter();
        let wanted = wanted.filter(|one| draw.levels.contains(&one.level));
        let blocks: Vec<LevelBlock> = wanted
            .flat_map(|one| {
                let level = one.level;
                let block = move |number| LevelBlock { level, number };
                one.blocks.clone().map(block)
            })
            .collect();
        let mut records = Self {
            random: Random::new(draw.seed),
            blocks: blocks.clone().into_iter(),
            remaining: BTreeMap::new(),
            to_draw: draw.count,
            level: 0,
            records: Vec::new().into_iter(),
            game: PhantomData,
            artifact,
            draw,
        };
        let mut counts = BTreeMap::new();
        for (done, block) in blocks.iter().enumerate() {
            for record in records.artifact().reader().block(block.number)? {
                if let Some(class) = records.class(block.level, &record) {
                    *counts.entry(class).or_insert(0) += 1;
                }
            }
            if progress(done as u64, blocks.len() as u64).is_break() {
                return Err(SampleError::Stopped);
            }
        }
        let found: u64 = counts.values().sum();
        if found < records.draw.count {
            return Err(SampleError::TooFew {
                origin: records.artifact().reader().origin().clone(),
                found,
                levels: of_levels(&records.draw.levels),
                expected: records.draw.count,
            });
        }
        let shares = equal_shares(&counts, records.draw.count);
        let remaining = shares.into_iter().map(|(class, to_draw)| {
            let records = counts[&class];
            (class, Remaining { records, to_draw })
        });
        records.remaining = remaining.collect();
        Ok(records)
    }

    fn artifact(&self) -> &StoredArtifact<G> {
        self.artifact.borrow()
    }

    /// The class of a record with an exact value.
    fn class(&self, level: u32, record: &Record) -> Option<Class> {
        let value = self.artifact().answer_of(record).value()?;
        Some(Class {
            level: self.draw.by_level.then_some(level),
            outcome: self.draw.balanced.then(|| value.cmp(&0)),
        })
    }

    fn is_drawn(&mut self, class: Class) -> bool {
        let remaining = self.remaining.entry(class).or_default();
        let at = self.random.index(remaining.records as usize) as u64;
        let is_drawn = at < remaining.to_draw;
        remaining.records = remaining.records.saturating_sub(1);
        remaining.to_draw -= u64::from(is_drawn);
        is_drawn
    }

    fn sample(&self, record: Record) -> Result<DrawnRecord<G::Position>, SampleError> {
        let game = self.artifact().game();
        let key = G::Key::from_u128(record.key).ok_or(InvalidKey(record.key.into()));
        let position = key.and_then(|key| game.position(key));
        let position = position.map_err(|error| SampleError::Key {
            origin: self.artifact().reader().origin().clone(),
            level: self.level,
            error,
        })?;
        let levels = game.level(&position) + game.level(&game.start());
        Ok(DrawnRecord {
            position: Drawn {
                first_to_move: levels.is_multiple_of(2) == is_first_at_start(game),
                position,
                played: None,
            },
            record,
        })
    }

    fn next_drawn(&mut self) -> Result<Option<DrawnRecord<G::Position>>, SampleError> {
        while self.to_draw > 0 {
            let Some(record) = self.records.next() else {
                let Some(block) = self.blocks.next() else {
                    break;
                };
                self.level = block.level;
                self.records = self.artifact().reader().block(block.number)?.into_iter();
                continue;
            };
            let class = self.class(self.level, &record);
            if class.is_some_and(|class| self.is_drawn(class)) {
                self.to_draw -= 1;
                return self.sample(record).map(Some);
            }
        }
        Ok(None)
    }
}

impl<G: Symmetric + Notation, A: Borrow<StoredArtifact<G>>> Iterator for Records<G, A> {
    type Item = Result<DrawnRecord<G::Position>, SampleError>;

    fn next(&mut self) -> Option<Self::Item> {
        let sample = self.next_drawn();
        if sample.is_err() {
            self.to_draw = 0;
        }
        sample.transpose()
    }
}
