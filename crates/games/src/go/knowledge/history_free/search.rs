//! Alpha-beta with iterative deepening for one question: does the winner reach a won state within
//! so many plies, whatever the loser does?
//!
//! A depth-limited answer depends on no history, so the table identifies states that were reached
//! in different ways. What the search fails to find proves nothing, so it may look at the most
//! promising moves of the winner alone ([`SearchOptions::widening`](super::SearchOptions)).

use std::collections::HashSet;

use arrayvec::ArrayVec;
use solveig_game::Symmetry;
use solveig_search::{StopChecker, Stopped};

use super::state::{Key, Rules, State};
use super::table::{Entry, Table, WinBound};
use crate::go::Board;

/// A move of a state: its point (one bit; 0 for a pass), and the state after it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) point: u64,
    pub(super) state: State,
    pub(super) key: Key,
}

/// The moves of a state.
pub(super) type Children = ArrayVec<Child, { Board::MAX_POINTS as usize + 1 }>;

impl Rules {
    /// The moves of a state. None is the pass that would end the game.
    pub(super) fn children(&self, state: &State) -> Children {
        let mut children = Children::new();
        if !state.passed {
            let after = Self::pass(state);
            children.push(Child {
                point: 0,
                state: after,
                key: self.key(&after).0,
            });
        }
        for point in self.points(state) {
            let after = self.play(state, point);
            children.push(Child {
                point,
                state: after,
                key: self.key(&after).0,
            });
        }
        children
    }
}

/// Moves after which a strategy did not hold, and states that it may not end with.
#[derive(Default)]
pub(super) struct Exclusions {
    /// The winner's moves, as the state and the state after the move.
    pub(super) moves: HashSet<(Key, Key)>,
    /// States that are won by territory which the history may forbid to defend.
    pub(super) territories: HashSet<Key>,
}

impl Exclusions {
    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn len(&self) -> usize {
        self.moves.len() + self.territories.len()
    }
}

/// The part of the memory for searches that look at all moves: one in so many.
const SPARE_SHARE: u64 = 16;

/// Of the winner's moves one more is looked at for so many plies left.
const PLIES_PER_MOVE: u8 = 4;

/// Counters of the history heuristic are halved beyond this.
const MAX_CREDIT: u32 = 1 << 14;

/// The search for one claim.
pub(super) struct StrategySearch {
    pub(super) rules: Rules,
    pub(super) table: Table,
    pub(super) excluded: Exclusions,
    pub(super) stop: StopChecker,
    pub(super) visits: u64,
    /// The table of searches that look at all moves.
    spare: Table,
    widening: usize,
    /// How often a move decided a state, by side and point (history heuristic, Schaeffer 1989).
    credit: [[u32; Board::MAX_POINTS as usize + 1]; 2],
    edge: u64,
}

impl StrategySearch {
    /// A search with tables of about `bytes`.
    pub(super) fn new(rules: Rules, bytes: u64, stop: StopChecker, widening: usize) -> Self {
        let (columns, rows) = (rules.grid.columns(), rules.grid.rows());
        let middle = (1..rows.saturating_sub(1)).fold(0, |middle, row| {
            (1..columns.saturating_sub(1)).fold(middle, |middle, column| {
                middle | 1_u64 << (row * columns + column)
            })
        });
        Self {
            edge: rules.board.all() & !middle,
            rules,
            table: Table::new(bytes - bytes / SPARE_SHARE),
            spare: Table::new(bytes / SPARE_SHARE),
            excluded: Exclusions::default(),
            stop,
            visits: 0,
            widening,
            credit: [[0; Board::MAX_POINTS as usize + 1]; 2],
        }
    }

    /// Leaves these moves and territories out from now on.
    pub(super) fn exclude(&mut self, refused: Exclusions) {
        for table in [&mut self.table, &mut self.spare] {
            table.generation += 1;
            for key in &refused.territories {
                table.forget_win(*key);
            }
        }
        self.excluded.moves.extend(refused.moves);
        self.excluded.territories.extend(refused.territories);
    }

    /// Whether the state with the key is won without a search.
    fn is_won(&self, state: &State, key: Key) -> bool {
        self.rules.won(state).is_some() && !self.excluded.territories.contains(&key)
    }

    /// How promising a state looks for the winner; a heuristic.
    fn ordering_score(&self, state: &State) -> i32 {
        let board = &self.rules.board;
        let (winner, loser) = (state.winner, state.loser);
        let empty = board.all() & !(winner | loser);
        let difference = |count: &dyn Fn(u64) -> usize| count(winner) as i32 - count(loser) as i32;
        let liberties = difference(&|of| (board.adjacent(of) & empty).count_ones() as usize);
        let stones = difference(&|of| of.count_ones() as usize);
        let chains = difference(&|of| board.parts(of).count());
        let on_edge = difference(&|of| (of & self.edge).count_ones() as usize);
        4 * liberties + 6 * stones - 5 * chains - 3 * on_edge
    }

    /// The number of a move in tables; 0 bits stand for a pass.
    fn code(&self, point: u64, by: Symmetry) -> u8 {
        match point {
            0 => Entry::PASS,
            _ => self.rules.grid.image(point, by).trailing_zeros() as u8,
        }
    }

    /// Whether the winner reaches a won state within `plies`, as far as the search looks.
    pub(super) fn wins(&mut self, state: &State, plies: u8) -> Result<bool, Stopped> {
        self.stop.check()?;
        self.visits += 1;
        let before = self.visits;
        let (key, by) = self.rules.key(state);
        let entry = self.table.find(key);
        if let Some(entry) = entry {
            if entry.won_within <= plies {
                return Ok(true);
            }
            if entry.not_within >= plies {
                return Ok(false);
            }
        } else {
            let found = match () {
                () if self.rules.hopeless(state) => Some(WinBound::NotWithin(u8::MAX)),
                () if self.is_won(state, key) => Some(WinBound::WonWithin(0)),
                () => None,
            };
            if let Some(found) = found {
                self.table.add(key, found, Entry::NO_MOVE, 0);
                return Ok(matches!(found, WinBound::WonWithin(_)));
            }
        }
        if plies == 0 {
            self.table
                .add(key, WinBound::NotWithin(0), Entry::NO_MOVE, 0);
            return Ok(false);
        }
        let ends_well = state.passed && self.rules.ends_well(state);
        if state.passed && ends_well == state.winner_moves {
            let found = match ends_well {
                true => WinBound::WonWithin(1),
                false => WinBound::NotWithin(u8::MAX),
            };
            self.table.add(key, found, Entry::PASS, 0);
            return Ok(ends_well);
        }
        let (decided, best) = self.decide(state, key, by, plies, entry)?;
        let found = match decided {
            true => WinBound::WonWithin(plies),
            false => WinBound::NotWithin(plies),
        };
        self.table.add(key, found, best, self.visits - before);
        Ok(decided)
    }

    /// Like [`wins`](Self::wins), but looks at all moves. The table keeps a win.
    ///
    /// The order of moves changes during a search, and with it the moves that are looked at, so
    /// that it may not find again what the table has lost.
    pub(super) fn wins_by_any_move(&mut self, state: &State, plies: u8) -> Result<bool, Stopped> {
        std::mem::swap(&mut self.table, &mut self.spare);
        let widening = std::mem::replace(&mut self.widening, usize::MAX);
        let wins = self.wins(state, plies);
        std::mem::swap(&mut self.table, &mut self.spare);
        self.widening = widening;
        if wins? {
            let (key, _) = self.rules.key(state);
            let within = self.spare.find(key).map_or(plies, |entry| entry.won_within);
            let found = WinBound::WonWithin(within.min(plies));
            self.table.add(key, found, Entry::NO_MOVE, 1);
            return Ok(true);
        }
        Ok(false)
    }

    /// Tries the moves of a state; returns whether it is won, and the move to try first next time.
    fn decide(
        &mut self,
        state: &State,
        key: Key,
        by: Symmetry,
        plies: u8,
        entry: Option<Entry>,
    ) -> Result<(bool, u8), Stopped> {
        let first = entry.map_or(Entry::NO_MOVE, |entry| entry.best);
        let side = usize::from(state.winner_moves);
        let mut children: ArrayVec<(i32, Child), { Board::MAX_POINTS as usize + 1 }> =
            ArrayVec::new();
        for child in self.rules.children(state) {
            if state.winner_moves && self.excluded.moves.contains(&(key, child.key)) {
                continue;
            }
            let code = self.code(child.point, by);
            let mut rank = match child.point {
                0 if state.winner_moves => -(1 << 20),
                0 => 0,
                point => {
                    let ordering_score = self.ordering_score(&child.state);
                    let ordering_score = if state.winner_moves {
                        ordering_score
                    } else {
                        -ordering_score
                    };
                    ordering_score * 16
                        + (self.credit[side][point.trailing_zeros() as usize] >> 6) as i32
                }
            };
            if let Some(entry) = self.table.find(child.key) {
                // Enhanced transposition cutoff (Schaeffer and Plaat 1996).
                if state.winner_moves && entry.won_within < plies {
                    return Ok((true, code));
                }
                if !state.winner_moves && entry.not_within >= plies - 1 {
                    return Ok((false, code));
                }
                rank += 5 * entry.work();
            }
            if code == first {
                rank += 1 << 22;
            }
            children.push((rank, child));
        }
        children.sort_unstable_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        if state.winner_moves {
            let more = usize::from(plies / PLIES_PER_MOVE);
            children.truncate(self.widening.saturating_add(more));
        }
        let mut best = children
            .first()
            .map_or(first, |(_, child)| self.code(child.point, by));
        for (_, child) in children {
            if self.wins(&child.state, plies - 1)? == state.winner_moves {
                best = self.code(child.point, by);
                self.give_credit(side, child.point, plies);
                return Ok((state.winner_moves, best));
            }
        }
        Ok((!state.winner_moves, best))
    }

    fn give_credit(&mut self, side: usize, point: u64, plies: u8) {
        let at = point.trailing_zeros().min(Board::MAX_POINTS) as usize;
        let credit = &mut self.credit[side];
        credit[at] += 1 << (plies.min(20) / 2);
        if credit[at] > MAX_CREDIT {
            credit.iter_mut().for_each(|one| *one /= 2);
        }
    }
}
