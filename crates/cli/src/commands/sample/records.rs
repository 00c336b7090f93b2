//! Positions of an artifact.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::vec::IntoIter;

use anyhow::{Context, Result, ensure};
use solveig_engine::artifact::StoredArtifact;
use solveig_format::Record;
use solveig_game::Keyed;
use solveig_games::AnyGame;
use solveig_search::random::Random;

use super::{Draw, SamplePosition};
use crate::boards::board_at;
use crate::progress::Progress;

/// The records among which those to draw are as likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Class {
    level: Option<u32>,
    outcome: Option<Ordering>,
}

/// What is still to come of a class.
#[derive(Clone, Copy, Debug, Default)]
struct ClassQuota {
    records: u64,
    to_draw: u64,
}

/// Draws records in the order of the file: each of a class with the same chance (selection
/// sampling; Knuth, The Art of Computer Programming 2, section 3.4.2, algorithm S).
pub struct Records {
    artifact: StoredArtifact<AnyGame>,
    draw: Draw,
    random: Random,
    left: BTreeMap<Class, ClassQuota>,
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

impl Records {
    /// Draws from this artifact.
    ///
    /// # Errors
    ///
    /// Fails if it has fewer positions with exact values, or is damaged.
    pub fn new(artifact: StoredArtifact<AnyGame>, draw: Draw) -> Result<Self> {
        let levels = artifact.reader().levels().iter();
        let levels = levels.filter(|one| draw.levels.contains(one.level));
        let blocks: Vec<LevelBlock> = levels
            .flat_map(|one| {
                let level = one.level;
                let block = move |number| LevelBlock { level, number };
                one.blocks.clone().map(block)
            })
            .collect();
        let mut records = Self {
            random: Random::new(draw.seed),
            blocks: blocks.clone().into_iter(),
            left: BTreeMap::new(),
            to_draw: draw.count,
            level: 0,
            records: Vec::new().into_iter(),
            artifact,
            draw,
        };
        let mut counts = BTreeMap::new();
        let progress = Progress::new("counting");
        for (done, block) in blocks.iter().enumerate() {
            for record in records.artifact.reader().block(block.number)? {
                if let Some(class) = records.class(block.level, &record) {
                    *counts.entry(class).or_insert(0) += 1;
                }
            }
            progress.update("blocks", done as u64, blocks.len() as u64, String::new());
        }
        let found: u64 = counts.values().sum();
        ensure!(
            found >= draw.count,
            "{}: {found} positions of these levels have an exact value; expected at least {}",
            records.artifact.reader().origin(),
            draw.count
        );
        records.left = shares(&counts, draw.count);
        Ok(records)
    }

    /// The class of a record with an exact value.
    fn class(&self, level: u32, record: &Record) -> Option<Class> {
        let value = self.artifact.stated(record).value()?;
        Some(Class {
            level: self.draw.by_level.then_some(level),
            outcome: self.draw.balanced.then(|| value.cmp(&0)),
        })
    }

    fn is_drawn(&mut self, class: Class) -> bool {
        let left = self.left.entry(class).or_default();
        let is_drawn = (self.random.index(left.records as usize) as u64) < left.to_draw;
        left.records = left.records.saturating_sub(1);
        left.to_draw -= u64::from(is_drawn);
        is_drawn
    }

    fn drawn(&self, record: &Record) -> Result<SamplePosition> {
        let game = self.artifact.game();
        let place = || format!("{}: level {}", self.artifact.reader().origin(), self.level);
        let position = game.position(record.key.into()).with_context(place)?;
        let board = board_at(game, &position).board;
        ensure!(
            !board.is_empty(),
            "{game}: its positions have no boards as text: sample the game in place of the artifact"
        );
        Ok(SamplePosition {
            position: board,
            level: self.level,
        })
    }

    fn next_drawn(&mut self) -> Result<Option<SamplePosition>> {
        while self.to_draw > 0 {
            let Some(record) = self.records.next() else {
                let Some(block) = self.blocks.next() else {
                    break;
                };
                self.level = block.level;
                self.records = self.artifact.reader().block(block.number)?.into_iter();
                continue;
            };
            let class = self.class(self.level, &record);
            if class.is_some_and(|class| self.is_drawn(class)) {
                self.to_draw -= 1;
                return self.drawn(&record).map(Some);
            }
        }
        Ok(None)
    }
}

impl Iterator for Records {
    type Item = Result<SamplePosition>;

    fn next(&mut self) -> Option<Self::Item> {
        let drawn = self.next_drawn();
        if drawn.is_err() {
            self.to_draw = 0;
        }
        drawn.transpose()
    }
}

/// How many are drawn of each class: as many of each, as far as it has them.
fn shares(counts: &BTreeMap<Class, u64>, count: u64) -> BTreeMap<Class, ClassQuota> {
    let mut classes: Vec<(Class, u64)> = counts.iter().map(|(one, many)| (*one, *many)).collect();
    classes.sort_by_key(|(_, records)| *records);
    let mut left = count;
    let mut others = classes.len() as u64;
    let mut shares = BTreeMap::new();
    for (class, records) in classes {
        let to_draw = (left / others).min(records);
        shares.insert(class, ClassQuota { records, to_draw });
        left -= to_draw;
        others -= 1;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_small_class_lacks_the_others_give() {
        let class = |level| Class {
            level: Some(level),
            outcome: None,
        };
        let counts = [(0, 1), (1, 50), (2, 3), (3, 9)];
        let counts = counts.map(|(level, records)| (class(level), records));
        let counts = BTreeMap::from(counts);
        for (count, expected) in [
            (4, [1, 1, 1, 1]),
            (20, [1, 8, 3, 8]),
            (40, [1, 27, 3, 9]),
            (63, [1, 50, 3, 9]),
        ] {
            let drawn = shares(&counts, count);
            let drawn: Vec<u64> = drawn.values().map(|left| left.to_draw).collect();
            assert_eq!(drawn, expected, "{count}");
        }
    }
}
