//! Strategies written out, and the check that superko does not stand in their way.
//!
//! A strategy has a state for each that can arise, with one move where the winner is to move and
//! all moves where the loser is, each to a state of lower rank. So play by it ends, and ends well:
//! in a state that is won without a search. What is left to check is that superko forbids no move
//! of the winner, whatever the way to it.
//!
//! - *A move* makes a board. If the board was there before, the strategy has another state with
//!   that board, of higher rank, from which play leads to the move; or it is in the history before
//!   the root. Boards that are images of one another are not told apart, so that more is refused.
//! - *Territory* ([`Secure`](super::territory::Secure)) is kept by moves that are legal unless an
//!   earlier board had all alive stones and a stone of the winner in the territory.
//!
//! In both cases a stone of the winner was captured since the earlier board. Consider the first
//! capture of stones of the winner after it. The board before the capture has all stones that the
//! winner had on the earlier board. So the check keeps the winner's stones before captures, and
//! those of boards before the root, and looks for an earlier board only where one of these sets
//! allows it.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use solveig_game::Symmetry;
use solveig_search::Stopped;

use super::Stones;
use super::search::{Exclusions, StrategySearch};
use super::state::{Key, Rules, State};

/// What play by the strategy does in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// The state is won without a search.
    Won,
    /// The winner passes, which ends the game.
    End,
    /// The winner moves to the state with this key.
    Move(Key),
    /// The loser is to move.
    Answer,
}

/// A state of a strategy.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The image with the key.
    state: State,
    /// Higher than that of any state that follows.
    rank: u8,
    role: Role,
}

/// A strategy of the winner from one state.
pub(super) struct Strategy {
    root: State,
    steps: HashMap<Key, Step>,
}

/// What a strategy does in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The winner has enough territory.
    Won,
    /// To play on the point (one bit), or to pass (0).
    Move(u64),
    /// The loser is to move.
    Answer,
}

/// The winner's stones before captures of some of them, on all ways to a state. Of sets within one
/// another the largest is kept, and of too many sets their union.
#[derive(Default)]
pub(super) struct CapturedStones(Vec<u64>);

/// Maximum number of sets kept for one state.
const MAX_SETS: usize = 32;

impl CapturedStones {
    pub(super) fn add(&mut self, stones: u64) {
        if self.0.iter().any(|set| stones & !set == 0) {
            return;
        }
        self.0.retain(|set| set & !stones != 0);
        if self.0.len() == MAX_SETS {
            let all = self.0.drain(..).fold(stones, |all, one| all | one);
            self.0.push(all);
        } else {
            self.0.push(stones);
        }
    }

    /// Whether a board since the root may have had all of `stones`, and some of `others`.
    pub(super) fn may_have_had(&self, stones: u64, others: u64) -> bool {
        let had = |set: &u64| stones & !set == 0 && others & set != 0;
        self.0.iter().any(had)
    }
}

impl Strategy {
    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// What the strategy does in a state; `None` if it does not have the state.
    pub(super) fn reply(&self, rules: &Rules, state: &State) -> Option<Reply> {
        let (key, by) = rules.key(state);
        let step = self.steps.get(&key)?;
        let next = match step.role {
            Role::Won => return Some(Reply::Won),
            Role::Answer => return Some(Reply::Answer),
            Role::End => return Some(Reply::Move(0)),
            Role::Move(next) => next,
        };
        let moves = rules.children(&step.state);
        let point = moves.iter().find(|child| child.key == next)?.point;
        Some(Reply::Move(match point {
            0 => 0,
            point => rules.grid.image(point, rules.grid.inverse(by)),
        }))
    }

    /// Writes out the strategy that `search` has found from `root` within `plies`.
    pub(super) fn written_out(
        search: &mut StrategySearch,
        root: State,
        plies: u8,
    ) -> Result<Self, Stopped> {
        let mut steps: HashMap<Key, Step> = HashMap::new();
        let mut open = vec![(root, plies)];
        while let Some((state, max)) = open.pop() {
            search.stop.check()?;
            let (key, by) = search.rules.key(&state);
            let state = search.rules.image(&state, by);
            if steps.get(&key).is_some_and(|step| step.rank <= max) {
                continue;
            }
            let rank = search.won_within(&state, key, max)?;
            let mut step = Step {
                state,
                rank,
                role: Role::Won,
            };
            if rank > 0 {
                let next = search.rules.children(&state);
                if !state.winner_moves {
                    step.role = Role::Answer;
                    open.extend(next.iter().map(|child| (child.state, rank - 1)));
                } else if state.passed && search.rules.ends_well(&state) {
                    step.role = Role::End;
                } else {
                    let (after, child) = search.winning_child(&state, key, rank, &steps)?;
                    step.role = Role::Move(child);
                    open.push((after, rank - 1));
                }
            }
            steps.insert(key, step);
        }
        Ok(Self { root, steps })
    }

    /// Checks the strategy by the rules alone; `earlier` are the boards before the root. Returns
    /// the moves and territories that superko may forbid.
    ///
    /// Panics if the strategy is none, which is a fault of the search.
    pub(super) fn check(&self, rules: &Rules, earlier: &[Stones]) -> Exclusions {
        let mut boards: HashMap<Key, Vec<Key>> = HashMap::new();
        for (key, step) in &self.steps {
            let board = rules.board_key(step.state.winner, step.state.loser);
            boards.entry(board).or_default().push(*key);
        }
        let before: HashSet<Key> = earlier
            .iter()
            .map(|one| rules.board_key(one.winner, one.loser))
            .collect();
        let mut found = Exclusions::default();
        let mut captured: HashMap<Key, CapturedStones> = HashMap::new();
        let mut in_order: Vec<(&Key, &Step)> = self.steps.iter().collect();
        in_order.sort_unstable_by_key(|(key, step)| (Reverse(step.rank), **key));
        assert!(self.steps.contains_key(&rules.key(&self.root).0), "no root");
        self.lose(
            rules,
            &mut captured,
            &self.root,
            earlier.iter().map(|one| one.winner),
        );
        for (key, step) in in_order {
            let state = &step.state;
            assert_eq!(rules.key(state).0, *key, "a wrong key");
            // Points of the image with the key.
            let so_far = captured.remove(key).unwrap_or_default();
            let ends_well = state.passed && rules.ends_well(state);
            match step.role {
                Role::Won => match rules.won(state) {
                    None => panic!("{state:?} is not won"),
                    Some(secure) => {
                        if so_far.may_have_had(secure.stones, secure.territory) {
                            found.territories.insert(*key);
                        }
                    }
                },
                Role::End => assert!(state.winner_moves && ends_well, "{state:?} ends"),
                Role::Move(_) | Role::Answer => {
                    let answers = step.role == Role::Answer;
                    assert_eq!(state.winner_moves, !answers, "{state:?}: wrong side");
                    assert!(!answers || !state.passed || ends_well, "{state:?} ends");
                    let mut moves = rules.children(state);
                    if let Role::Move(child_key) = step.role {
                        moves.retain(|child| child.key == child_key);
                        moves.truncate(1);
                        assert_eq!(moves.len(), 1, "{state:?}: no such move");
                    }
                    for child in moves {
                        let after = &self.steps[&child.key];
                        assert!(after.rank < step.rank, "{state:?}: no lower rank");
                        let captures = state.winner & !child.state.winner != 0;
                        let stones = so_far
                            .0
                            .iter()
                            .copied()
                            .chain(captures.then_some(state.winner));
                        self.lose(rules, &mut captured, &child.state, stones);
                        if answers || !so_far.may_have_had(child.state.winner, child.point) {
                            continue;
                        }
                        let board = rules.board_key(child.state.winner, child.state.loser);
                        let again = boards[&board]
                            .iter()
                            .any(|other| self.leads(rules, *other, *key));
                        if again || before.contains(&board) {
                            found.moves.insert((*key, child.key));
                        }
                    }
                }
            }
        }
        found
    }

    /// Notes that the winner had these sets of stones on a way to the state, and lost some of each.
    fn lose(
        &self,
        rules: &Rules,
        captured: &mut HashMap<Key, CapturedStones>,
        state: &State,
        sets: impl Iterator<Item = u64>,
    ) {
        let key = rules.key(state).0;
        let there = captured.entry(key).or_default();
        // All symmetries, as play may come to an image of this state.
        let all: Vec<Symmetry> = rules.maps(state, &self.steps[&key].state).collect();
        for set in sets {
            for by in &all {
                there.add(rules.grid.image(set, *by));
            }
        }
    }

    /// Whether play by the strategy may lead from one state to another.
    fn leads(&self, rules: &Rules, from: Key, to: Key) -> bool {
        let min = self.steps[&to].rank;
        let (mut open, mut seen) = (vec![from], HashSet::new());
        while let Some(key) = open.pop() {
            if key == to {
                return true;
            }
            let step = &self.steps[&key];
            if step.rank <= min || !seen.insert(key) {
                continue;
            }
            match step.role {
                Role::Won | Role::End => {}
                Role::Move(next) => open.push(next),
                Role::Answer => {
                    open.extend(rules.children(&step.state).iter().map(|child| child.key));
                }
            }
        }
        false
    }
}

impl StrategySearch {
    /// Within how many plies the state is won: at most `max`, which the search has found already.
    fn won_within(&mut self, state: &State, key: Key, max: u8) -> Result<u8, Stopped> {
        let within = self.table.find(key).map(|entry| entry.won_within);
        if let Some(plies) = within.filter(|plies| *plies <= max) {
            return Ok(plies);
        }
        // The table has lost it.
        let wins = self.wins(state, max)? || self.wins_by_any_move(state, max)?;
        assert!(wins, "{state:?} is not won within {max}");
        Ok(self
            .table
            .find(key)
            .map_or(max, |entry| entry.won_within.min(max)))
    }

    /// A move of the winner to a state of lower rank, preferably one that the strategy has.
    fn winning_child(
        &mut self,
        state: &State,
        key: Key,
        rank: u8,
        steps: &HashMap<Key, Step>,
    ) -> Result<(State, Key), Stopped> {
        let mut children = self.rules.children(state);
        children.retain(|child| !self.excluded.moves.contains(&(key, child.key)));
        let candidates = children.iter().filter_map(|child| {
            let within = self.table.find(child.key)?.won_within;
            let is_new = steps.get(&child.key).is_none_or(|step| step.rank >= rank);
            (within < rank).then_some((is_new, within, child))
        });
        if let Some((_, _, child)) = candidates.min_by_key(|(is_new, within, _)| (*is_new, *within))
        {
            return Ok((child.state, child.key));
        }
        for child in &children {
            if self.wins(&child.state, rank - 1)? {
                return Ok((child.state, child.key));
            }
        }
        for child in &children {
            if self.wins_by_any_move(&child.state, rank - 1)? {
                return Ok((child.state, child.key));
            }
        }
        panic!("{state:?} is not won within {rank}");
    }
}
