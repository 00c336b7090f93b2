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
//! - *A plan* ([`Plan`]) may only be forbidden by an earlier board with all stones that it keeps
//!   and a stone of the winner on one of its points, on which the winner has none now: it was
//!   captured since. Consider the first capture of stones of the winner after that board. The board
//!   before the capture has all stones that the winner had on the earlier board. So the check
//!   keeps the winner's stones before captures; boards before the root are looked at one by one.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use solveig_game::Symmetry;
use solveig_search::Stopped;

use super::super::plan::Plan;
use super::search::{Excluded, Search};
use super::state::{Key, Rules, State, Won};

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

/// What to do in a state.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// The state is won without a search.
    Won,
    /// To play on the point (one bit), or to pass (0).
    Move(u64),
    /// The loser is to move.
    Answer,
}

/// The winner's stones before captures of some of them, on all ways to a state. Of sets within one
/// another the largest is kept, and of too many sets their union.
#[derive(Default)]
pub(super) struct Lost(Vec<u64>);

/// Most sets kept for one state.
const MOST_SETS: usize = 32;

impl Strategy {
    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// What the strategy does in a state that it has.
    #[cfg(test)]
    pub(super) fn reply(&self, rules: &Rules, state: &State) -> Reply {
        let (key, by) = rules.key(state);
        let step = &self.steps[&key];
        let next = match step.role {
            Role::Won => return Reply::Won,
            Role::Answer => return Reply::Answer,
            Role::End => return Reply::Move(0),
            Role::Move(next) => next,
        };
        let moves = rules.children(&step.state);
        let point = moves.iter().find(|child| child.key == next).unwrap().point;
        Reply::Move(match point {
            0 => 0,
            point => rules.grid.image(point, rules.grid.inverse(by)),
        })
    }

    /// Writes out the strategy that `search` has found from `root` within `plies`.
    pub(super) fn written_out(
        search: &mut Search,
        root: State,
        plies: u8,
    ) -> Result<Self, Stopped> {
        let mut steps: HashMap<Key, Step> = HashMap::new();
        let mut open = vec![(root, plies)];
        while let Some((state, most)) = open.pop() {
            search.stop.check()?;
            let (key, by) = search.rules.key(&state);
            let state = search.rules.image(&state, by);
            if steps.get(&key).is_some_and(|step| step.rank <= most) {
                continue;
            }
            let rank = search.won_within(&state, key, most)?;
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

    /// Checks the strategy by the rules alone; `earlier` are the boards before the root, each as
    /// the winner's and the loser's stones. Returns the moves and plans that superko may forbid.
    ///
    /// Panics if the strategy is none, which is a fault of the search.
    pub(super) fn check(&self, rules: &Rules, earlier: &[(u64, u64)]) -> Excluded {
        let mut boards: HashMap<Key, Vec<Key>> = HashMap::new();
        for (key, step) in &self.steps {
            let board = rules.board_key(step.state.winner, step.state.loser);
            boards.entry(board).or_default().push(*key);
        }
        let before: HashSet<Key> = earlier
            .iter()
            .map(|(winner, loser)| rules.board_key(*winner, *loser))
            .collect();
        let mut found = Excluded::default();
        let mut lost: HashMap<Key, Lost> = HashMap::new();
        let mut in_order: Vec<(&Key, &Step)> = self.steps.iter().collect();
        in_order.sort_unstable_by_key(|(key, step)| (Reverse(step.rank), **key));
        assert!(self.steps.contains_key(&rules.key(&self.root).0), "no root");
        for (key, step) in in_order {
            let state = &step.state;
            assert_eq!(rules.key(state).0, *key, "a wrong key");
            // Points of the image with the key.
            let so_far = lost.remove(key).unwrap_or_default();
            let ends_well = state.passed && rules.ends_well(state);
            match step.role {
                Role::Won => match rules.won(state) {
                    None => panic!("{state:?} is not won"),
                    Some(Won::Certain) => {}
                    Some(Won::Planned(plan)) => {
                        if so_far.may_forbid(&plan) || is_forbidden(rules, &plan, earlier) {
                            found.plans.insert(*key);
                        }
                    }
                },
                Role::End => assert!(state.winner_moves && ends_well, "{state:?} ends"),
                Role::Move(_) | Role::Answer => {
                    let answers = step.role == Role::Answer;
                    assert_eq!(state.winner_moves, !answers, "{state:?}: wrong side");
                    assert!(!answers || !state.passed || ends_well, "{state:?} ends");
                    let mut moves = rules.children(state);
                    if let Role::Move(made) = step.role {
                        moves.retain(|child| child.key == made);
                        moves.truncate(1);
                        assert_eq!(moves.len(), 1, "{state:?}: no such move");
                    }
                    for child in moves {
                        let after = &self.steps[&child.key];
                        assert!(after.rank < step.rank, "{state:?}: no lower rank");
                        let captures = state.winner & !child.state.winner != 0;
                        let captured = captures.then_some(state.winner);
                        let there = lost.entry(child.key).or_default();
                        // All of them, as play may come to an image of this state.
                        for by in rules.maps(&child.state, &after.state) {
                            for stones in so_far.0.iter().copied().chain(captured) {
                                there.add(rules.grid.image(stones, by));
                            }
                        }
                        if answers || child.point == 0 {
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

    /// Whether play by the strategy may lead from one state to another.
    fn leads(&self, rules: &Rules, from: Key, to: Key) -> bool {
        let least = self.steps[&to].rank;
        let (mut open, mut seen) = (vec![from], HashSet::new());
        while let Some(key) = open.pop() {
            if key == to {
                return true;
            }
            let step = &self.steps[&key];
            if step.rank <= least || !seen.insert(key) {
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

/// Whether an earlier board with these stones of the winner forbids the plan.
const fn forbids(plan: &Plan, stones: u64) -> bool {
    plan.stones & !stones == 0 && plan.points & stones != 0
}

/// Whether a board before the root, or an image of it, forbids the plan.
fn is_forbidden(rules: &Rules, plan: &Plan, earlier: &[(u64, u64)]) -> bool {
    earlier.iter().any(|(winner, _)| {
        let mut all = (0..rules.grid.symmetries()).map(Symmetry);
        all.any(|by| forbids(plan, rules.grid.image(*winner, by)))
    })
}

impl Lost {
    pub(super) fn add(&mut self, stones: u64) {
        if self.0.iter().any(|known| stones & !known == 0) {
            return;
        }
        self.0.retain(|known| known & !stones != 0);
        if self.0.len() == MOST_SETS {
            let all = self.0.drain(..).fold(stones, |all, one| all | one);
            self.0.push(all);
        } else {
            self.0.push(stones);
        }
    }

    /// Whether a board since the root may have all stones that the plan keeps and another one on a
    /// point of the plan.
    pub(super) fn may_forbid(&self, plan: &Plan) -> bool {
        self.0.iter().any(|stones| forbids(plan, *stones))
    }
}

impl Search {
    /// Within how many plies the state is won: at most `most`, which the search has found already.
    fn won_within(&mut self, state: &State, key: Key, most: u8) -> Result<u8, Stopped> {
        let known = self.table.find(key).map(|entry| entry.won_within);
        if let Some(plies) = known.filter(|plies| *plies <= most) {
            return Ok(plies);
        }
        // The table has lost it.
        let wins = self.wins(state, most)? || self.wins_by_any_move(state, most)?;
        assert!(wins, "{state:?} is not won within {most}");
        Ok(self
            .table
            .find(key)
            .map_or(most, |entry| entry.won_within.min(most)))
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
        let known = children.iter().filter_map(|child| {
            let within = self.table.find(child.key)?.won_within;
            let is_new = steps.get(&child.key).is_none_or(|step| step.rank >= rank);
            (within < rank).then_some((is_new, within, child))
        });
        if let Some((_, _, child)) = known.min_by_key(|(is_new, within, _)| (*is_new, *within)) {
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
