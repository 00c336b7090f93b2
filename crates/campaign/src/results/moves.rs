//! Moves that keep a value, between the hypotheses and the cut of a store.

use std::path::Path;

use solveig_game::{GameExt, Move, Notation};
use solveig_search::StopToken;
use solveig_verify::Bound;
use solveig_verify::Rules;

use super::closure::{Closure, FoundBounds};
use super::store::Store;
use crate::conversion::to_checker;
use crate::error::CampaignError;

/// Finds moves by what follows from a store, as `derive` finds the bounds of hypotheses. What was
/// found for one position is remembered for the next ones of the same play.
#[derive(Debug)]
pub struct ResultMoves {
    store: Store,
    memory: u64,
    found: FoundBounds,
}

impl ResultMoves {
    /// Opens a store. A quarter of `memory` bytes is for its index, the rest for searches.
    ///
    /// # Errors
    ///
    /// Fails as [`Store::open`] does.
    pub fn open(path: &Path, memory: u64) -> Result<Self, CampaignError> {
        Ok(Self {
            store: Store::open(path, memory / 4)?,
            memory: memory / 4 * 3,
            found: FoundBounds::new(),
        })
    }

    /// The store of results on which the moves rest.
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// A move of a position above the cut after which, by the results, the side that plays it
    /// reaches `value` or more; `None` where that follows of no move.
    ///
    /// # Errors
    ///
    /// Fails if the position is none of the store's board, if a part of the store that is needed
    /// cannot be read or is damaged, or if it was stopped.
    pub fn keeping<G: Notation>(
        &mut self,
        game: &G,
        position: &G::Position,
        value: i32,
        stop: StopToken,
    ) -> Result<Option<Move>, CampaignError> {
        let rules = self.store.board().rules();
        let mut children = Vec::new();
        for played in game.moves(position) {
            let child = to_checker(rules, game, &game.play_unchecked(position, played));
            let child = child.map_err(|problem| CampaignError::Position {
                text: game.format_board(position, true).unwrap_or_default(),
                problem,
            })?;
            children.push((played, child));
        }
        // Few replies first: as in the search itself, this affects speed alone.
        children.sort_by_cached_key(|(_, child)| rules.move_count(child));
        let claim = Bound::AtMost(-value);
        let mut closure = Closure::new(&self.store, self.memory, stop)?;
        closure.exchange(&mut self.found);
        let mut kept = Ok(None);
        for (played, child) in &children {
            kept = match closure.follows(child, claim) {
                Ok(true) => Ok(Some(*played)),
                Ok(false) => continue,
                Err(error) => Err(error),
            };
            break;
        }
        closure.exchange(&mut self.found);
        kept
    }
}
