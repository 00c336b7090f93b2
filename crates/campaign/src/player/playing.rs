//! Plays by a table, by results, and by search.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use solveig_game::{Game, GameExt, Interval, Move, Notation, Symmetric, Value};
use solveig_search::{Oracle, StopToken, Stopped};

use super::{GivenResults, PlaySide, PlayerTable};
use crate::error::CampaignError;
use crate::results::moves::ResultMoves;

/// The source of a player's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSource {
    /// The table, or the rules where there is one move.
    Table,
    /// The results between the cuts.
    Results,
    /// A null-window search that keeps the guarantee.
    Searched,
    /// A search for the exact value, because the guarantee was already lost: earlier moves were not
    /// the table's.
    Rescued,
}

/// A move that keeps what the player promises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptMove {
    /// In the frame of the position that was asked about.
    pub played: Move,
    /// Where it comes from.
    pub source: MoveSource,
}

/// A table with the results that belong to it.
#[derive(Debug)]
pub struct Player {
    table: PlayerTable,
    results: Option<ResultMoves>,
    lacking: Option<String>,
}

impl Player {
    /// Reads a table from the file `path`, and opens the store of results that it plays by, if any:
    /// beside the table, else where it was when the table was made. Searches of the results take
    /// `memory` bytes.
    ///
    /// # Errors
    ///
    /// Fails if the table is none, or if the store is not there, is another one, or cannot be read.
    pub fn read(path: &Path, from: impl BufRead, memory: u64) -> Result<Self, CampaignError> {
        let table = PlayerTable::read(path, from)?;
        let basis = table.heading().basis.clone();
        let results = basis.map(|basis| open_store(path, &table, &basis, memory));
        Ok(Self {
            results: results.transpose()?,
            table,
            lacking: None,
        })
    }

    /// The moves before the cut, with the promise of the player.
    pub const fn table(&self) -> &PlayerTable {
        &self.table
    }

    /// Why the last move that was asked for came neither from the table nor from the results,
    /// though it lies before the second cut.
    pub fn lacking(&self) -> Option<&str> {
        self.lacking.as_deref()
    }

    /// A move for the side to move, which is `side`, from the table or the results; `None` if they
    /// have none: after the second cut, where the side strayed from its moves, or where the results
    /// lack what they should have ([`lacking`](Self::lacking)).
    ///
    /// # Errors
    ///
    /// Fails if the search of the results was stopped.
    pub fn known_move<G: Symmetric + Notation>(
        &mut self,
        game: &G,
        position: &G::Position,
        side: PlaySide,
        stop: &StopToken,
    ) -> Result<Option<KeptMove>, Stopped> {
        self.lacking = None;
        let kept = |played, source| Some(KeptMove { played, source });
        if let [only] = game.moves(position)[..] {
            return Ok(kept(only, MoveSource::Table));
        }
        if let Some(played) = self.table.find(game, position, side) {
            return Ok(kept(played, MoveSource::Table));
        }
        let level = game.level(position);
        let heading = self.table.heading();
        if game.terminal_value(position).is_some() || level >= heading.cut {
            return Ok(None);
        }
        let value = self.table.guaranteed(side);
        let basis = heading.basis.as_ref().filter(|basis| level >= basis.first);
        let lacking = match (&mut self.results, basis) {
            (Some(results), Some(_)) => {
                match results.keeping(game, position, value, stop.clone()) {
                    Ok(Some(played)) => return Ok(kept(played, MoveSource::Results)),
                    Ok(None) => format!(
                        "by the results, no move is known to keep {value:+}: other moves were \
                         played before, or results are missing"
                    ),
                    Err(CampaignError::Stopped(stopped)) => return Err(stopped),
                    Err(error) => format!("the results cannot be used: {error}"),
                }
            }
            _ => "the table has no move here: other moves were played before, or it lacks one"
                .to_owned(),
        };
        self.lacking = Some(lacking);
        Ok(None)
    }
}

/// Opens the store by which the table of the file `path` plays.
fn open_store(
    path: &Path,
    table: &PlayerTable,
    basis: &GivenResults,
    memory: u64,
) -> Result<ResultMoves, CampaignError> {
    let before = PathBuf::from(&basis.store);
    let name = before.file_name().unwrap_or_default();
    let beside = path.with_file_name(name);
    let place = [&beside, &before].into_iter().find(|place| place.exists());
    let unsuitable = |path: &Path, problem| CampaignError::Unsuitable {
        path: path.to_owned(),
        problem,
    };
    let checksum = format!("{:016x}", basis.content);
    let place = place.ok_or_else(|| {
        let problem = format!(
            "the player needs its store of results, with the checksum {checksum}: expected it in \
             {}, or as {}",
            beside.display(),
            before.display()
        );
        unsuitable(path, problem)
    })?;
    let results = ResultMoves::open(place, memory)?;
    let store = results.store();
    if store.content() != basis.content {
        let problem = format!(
            "another store, with the checksum {:016x}: the player of {} was made from one with the \
             checksum {checksum}",
            store.content(),
            path.display()
        );
        return Err(unsuitable(place, problem));
    }
    let heading = table.heading();
    let of = |results, game: &str, cut| format!("{results} exact results of {game} at level {cut}");
    let has = of(
        store.exact(),
        &store.description().game,
        store.board().cut(),
    );
    let said = of(basis.results, &heading.game, heading.cut);
    if said != has {
        let problem = format!("line 2: {said}: its store, {}, has {has}", place.display());
        return Err(unsuitable(path, problem));
    }
    Ok(results)
}

/// Plays by a table and its results, and by search after the cut.
pub struct TablePlayer<'a, O> {
    player: &'a mut Player,
    oracle: O,
}

impl<'a, O> TablePlayer<'a, O> {
    /// A player with an oracle of the same game.
    ///
    /// # Errors
    ///
    /// Fails if the oracle is of another game.
    pub fn new<G: Game>(player: &'a mut Player, oracle: O) -> Result<Self, CampaignError>
    where
        O: Oracle<G>,
    {
        let wanted = oracle.game().spec();
        let found = &player.table.heading().game;
        if wanted != *found {
            return Err(CampaignError::OtherGame {
                path: "the player's table".into(),
                found: found.clone(),
                wanted,
            });
        }
        Ok(Self { player, oracle })
    }

    /// The solver that plays where the player has no move.
    pub const fn oracle(&mut self) -> &mut O {
        &mut self.oracle
    }

    /// The value that a side reaches if it plays by the table from the start.
    pub const fn guaranteed(&self, side: PlaySide) -> Value {
        self.player.table.guaranteed(side)
    }

    /// A move for the side to move, which is `side`; `None` if the game is over.
    ///
    /// # Errors
    ///
    /// Fails if a search was stopped.
    pub fn best_move<G: Symmetric + Notation>(
        &mut self,
        position: &G::Position,
        side: PlaySide,
    ) -> Result<Option<KeptMove>, Stopped>
    where
        O: Oracle<G>,
    {
        let stop = StopToken::never();
        let game = self.oracle.game();
        let choice = self.player.known_move(game, position, side, &stop)?;
        if choice.is_some() {
            return Ok(choice);
        }
        let guaranteed = self.guaranteed(side);
        for played in self.oracle.game().moves(position) {
            let child = self.oracle.game().play_unchecked(position, played);
            if !self.oracle.at_least(&child, 1 - guaranteed)? {
                let source = MoveSource::Searched;
                return Ok(Some(KeptMove { played, source }));
            }
        }
        let unknown = Interval::unknown(self.oracle.game().value_range());
        let value = self.oracle.value(position, unknown)?;
        let best = self.oracle.best_move(position, value)?;
        let source = MoveSource::Rescued;
        Ok(best.map(|played| KeptMove { played, source }))
    }
}
