//! What solvers keep of proven answers, by the kind of game.

use std::io;
use std::sync::Arc;

use solveig_game::{Game, GameExt, Keyed, Reduction, Symmetric, Value};

use super::answers::AnswerTable;
use super::question::{BinaryQuestion, KnownAnswer, decide};
use super::zones::ZoneTable;
use crate::checkpoint::{CheckpointReader, CheckpointWriter, Section};
use crate::table::{Entry, Frame, FramedTable};
use crate::{Knowledge, NoTable, TranspositionTable};

/// The tables of proven answers. Clones share them.
#[derive(Clone, Debug)]
pub enum Memory {
    /// None: keys are too long, or tables are not wanted.
    Nothing,
    /// Bounds by board.
    Bounds(FramedTable),
    /// Bounds by board, and relevance zones, for games that have them.
    Zones(FramedTable, Arc<ZoneTable>),
    /// Answers with their history conditions, for games that depend on history.
    Answers(Arc<AnswerTable>),
}

impl Memory {
    /// The tables that fit the game, of about `bytes`; none if its keys are too long.
    pub(super) fn for_game<G: Keyed>(
        game: &G,
        reduction: Reduction,
        bytes: u64,
    ) -> Result<Self, NoTable> {
        if game.depends_on_history() {
            let answers = AnswerTable::new(game, reduction, bytes)?;
            return Ok(Self::Answers(Arc::new(answers)));
        }
        let zone_bytes = match game.connection() {
            Some(_) => bytes / 4,
            None => 0,
        };
        let table = match TranspositionTable::new(game, bytes - zone_bytes) {
            Ok(table) => FramedTable::new(game, Arc::new(table), reduction),
            Err(NoTable::LongKeys(_)) => return Ok(Self::Nothing),
            Err(error) => return Err(error),
        };
        if game.connection().is_none() {
            return Ok(Self::Bounds(table));
        }
        let zones = ZoneTable::new(game, reduction, zone_bytes)?;
        Ok(Self::Zones(table, Arc::new(zones)))
    }

    /// The table of bounds, if there is one.
    pub const fn table(&self) -> Option<&Arc<TranspositionTable>> {
        match self.framed() {
            Some(framed) => Some(&framed.table),
            None => None,
        }
    }

    pub(super) const fn framed(&self) -> Option<&FramedTable> {
        match self {
            Self::Bounds(table) | Self::Zones(table, _) => Some(table),
            Self::Nothing | Self::Answers(_) => None,
        }
    }

    /// # Panics
    ///
    /// Panics if a table was made for another game.
    pub(super) fn expect_for<G: Game>(&self, game: &G) {
        let spec = game.spec();
        if let Some(table) = self.table() {
            assert!(table.is_for(game), "the table is not for {spec}");
        }
        match self {
            Self::Zones(_, zones) => assert!(zones.is_for(game), "the zones are not for {spec}"),
            Self::Answers(answers) => {
                assert!(answers.is_for(game), "the answers are not for {spec}");
            }
            Self::Nothing | Self::Bounds(_) => {}
        }
    }

    /// The stored answer to the question.
    pub(super) fn look_up<G: Symmetric, K: Knowledge<G>>(
        &self,
        question: &BinaryQuestion<'_, G, K>,
    ) -> Option<KnownAnswer> {
        match self {
            Self::Nothing => None,
            Self::Bounds(table) | Self::Zones(table, _) => {
                let frame = table.frame(question.game, question.knowledge, question.position)?;
                table.answer(question.game, frame, question.bound)
            }
            Self::Answers(answers) => answers.look_up(question),
        }
    }

    /// The answer for a position that has the stones of another one's proof, which is then stored.
    pub(super) fn look_up_pattern<G: Symmetric, K: Knowledge<G>>(
        &self,
        question: &BinaryQuestion<'_, G, K>,
    ) -> Option<bool> {
        let Self::Zones(table, zones) = self else {
            return None;
        };
        let answer = zones.matching(question.game, question.position)?;
        table.record(question, answer, 1);
        Some(answer.reaches)
    }

    /// Stores a proven answer, found with the effort `nodes`; false if the history conditions of a
    /// child's answer, which it needs, were evicted.
    pub(super) fn record<G: Symmetric, K: Knowledge<G>>(
        &self,
        question: &BinaryQuestion<'_, G, K>,
        answer: KnownAnswer,
        nodes: u64,
    ) -> bool {
        match self {
            Self::Nothing => true,
            Self::Bounds(table) => {
                table.record(question, answer, nodes);
                true
            }
            Self::Zones(table, zones) => {
                table.record(question, answer, nodes);
                zones.record(question, answer);
                true
            }
            Self::Answers(answers) => answers.record(question, answer, nodes),
        }
    }

    /// Writes the tables.
    pub(super) fn save(&self, to: &mut CheckpointWriter) -> io::Result<()> {
        match self.table() {
            Some(table) => table.save(to)?,
            None => to.section(Section::Nothing)?,
        }
        match self {
            Self::Answers(answers) => answers.save(to)?,
            _ => to.section(Section::Nothing)?,
        }
        match self {
            Self::Zones(_, zones) => zones.save(to),
            _ => to.section(Section::Nothing),
        }
    }

    /// Reads tables that [`save`](Self::save) wrote.
    pub(super) fn load<G: Keyed>(&self, game: &G, from: &mut CheckpointReader) -> io::Result<()> {
        match self.table() {
            Some(table) => table.load(game, from)?,
            None => from.section(Section::Nothing)?,
        }
        match self {
            Self::Answers(answers) => answers.load(game, from)?,
            _ => from.section(Section::Nothing)?,
        }
        match self {
            Self::Zones(_, zones) => zones.load(game, from),
            _ => from.section(Section::Nothing),
        }
    }
}

impl FramedTable {
    /// The stored answer for the position with this frame.
    pub(super) fn answer<G: Symmetric>(
        &self,
        game: &G,
        frame: Frame<G::Key>,
        bound: Value,
    ) -> Option<KnownAnswer> {
        let entry = self.look_up(game, frame)?;
        Some(KnownAnswer {
            reaches: decide(entry.bounds, bound)?,
            best_move: entry.best_move,
        })
    }

    fn record<G: Symmetric, K: Knowledge<G>>(
        &self,
        question: &BinaryQuestion<'_, G, K>,
        answer: KnownAnswer,
        nodes: u64,
    ) {
        if let Some(frame) = self.frame(question.game, question.knowledge, question.position) {
            let entry = Entry {
                bounds: question.bounds(answer),
                best_move: answer.best_move,
            };
            self.store(question.game, frame, entry, nodes);
        }
    }
}
