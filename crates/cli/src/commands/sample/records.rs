//! Positions of an artifact.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::vec::IntoIter;

use anyhow::{Context, Result, ensure};
use solveig_engine::artifact::StoredArtifact;
use solveig_format::Record;
use solveig_game::{Game, Keyed};
use solveig_games::AnyGame;
use solveig_search::random::Random;

use super::SamplePosition;
use super::draw::{Draw, equal_shares};
use crate::artifact::stored_levels;
use crate::boards::board_at;
use crate::figures::grouped;
use crate::levels::Levels;
use crate::progress::Progress;

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
pub struct Records {
    artifact: StoredArtifact<AnyGame>,
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

impl Records {
    /// Draws from this artifact.
    ///
    /// # Errors
    ///
    /// Fails if it has fewer positions with exact values, or is damaged, or if the game has no
    /// boards as text.
    pub fn new(artifact: StoredArtifact<AnyGame>, draw: Draw) -> Result<Self> {
        let game = artifact.game();
        ensure!(
            !board_at(game, &game.start()).board.is_empty(),
            "{game}: its positions have no boards as text: sample the game in place of the artifact"
        );
        let levels = stored_levels(artifact.reader(), draw.levels)?;
        let blocks: Vec<LevelBlock> = levels
            .into_iter()
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
            "{}: {} positions {}have an exact value; expected {}",
            records.artifact.reader().origin(),
            grouped(found),
            match draw.levels {
                Levels::ALL => String::new(),
                levels => format!("of levels {levels} "),
            },
            grouped(draw.count)
        );
        let shares = equal_shares(&counts, draw.count);
        let remaining = shares.into_iter().map(|(class, to_draw)| {
            let records = counts[&class];
            (class, Remaining { records, to_draw })
        });
        records.remaining = remaining.collect();
        Ok(records)
    }

    /// The class of a record with an exact value.
    fn class(&self, level: u32, record: &Record) -> Option<Class> {
        let value = self.artifact.answer_of(record).value()?;
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

    fn sample(&self, record: &Record) -> Result<SamplePosition> {
        let game = self.artifact.game();
        let place = || format!("{}: level {}", self.artifact.reader().origin(), self.level);
        let position = game.position(record.key.into()).with_context(place)?;
        let board = board_at(game, &position).board;
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
                return self.sample(&record).map(Some);
            }
        }
        Ok(None)
    }
}

impl Iterator for Records {
    type Item = Result<SamplePosition>;

    fn next(&mut self) -> Option<Self::Item> {
        let sample = self.next_drawn();
        if sample.is_err() {
            self.to_draw = 0;
        }
        sample.transpose()
    }
}
