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

use std::collections::{HashMap, HashSet};

use solveig_search::Stopped;

use super::Stones;
use super::search::{Exclusions, StrategySearch};
use super::state::{Key, Rules, State};

/// What play by the strategy does in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// Not looked at yet, or no longer right.
    Unknown,
    /// The state is won without a search.
    Won,
    /// The winner passes, which ends the game.
    End,
    /// The winner moves.
    Move,
    /// The loser is to move.
    Answer,
}

/// A state of a strategy.
#[derive(Clone, Copy, Debug)]
struct Step {
    key: Key,
    /// Higher than that of any state that follows.
    rank: u16,
    role: Role,
    /// Where in [`Strategy::next`] the states after all moves begin, or after the winner's.
    first: u32,
    count: u8,
}

/// A state that follows another.
#[derive(Clone, Copy, Debug)]
struct Next {
    step: u32,
    /// The number of the point that is played on, in the image with the key; 64 for a pass.
    point: u8,
}

impl Next {
    const fn new(point: u64, step: u32) -> Self {
        Self {
            step,
            point: point.trailing_zeros() as u8,
        }
    }

    /// The point as one bit, or 0 for a pass.
    fn point(self) -> u64 {
        1_u64.checked_shl(self.point.into()).unwrap_or(0)
    }
}

/// A strategy of the winner from one state.
pub(super) struct Strategy {
    root: State,
    steps: Vec<Step>,
    next: Vec<Next>,
    places: HashMap<Key, u32>,
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
    /// A strategy that is not known yet.
    pub(super) fn new(root: State) -> Self {
        Self {
            root,
            steps: Vec::new(),
            next: Vec::new(),
            places: HashMap::new(),
        }
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.reached().len()
    }

    /// The plies until play by the strategy comes to a state that is won without a search.
    pub(super) fn plies(&self) -> u16 {
        self.steps.first().map_or(0, |step| step.rank)
    }

    /// What the strategy does in a state; `None` if it does not have the state.
    pub(super) fn reply(&self, rules: &Rules, state: &State) -> Option<Reply> {
        let (key, by) = rules.key(state);
        let step = &self.steps[*self.places.get(&key)? as usize];
        Some(match step.role {
            Role::Unknown => return None,
            Role::Won => Reply::Won,
            Role::Answer => Reply::Answer,
            Role::End => Reply::Move(0),
            Role::Move => match self.after(step)[0].point() {
                0 => Reply::Move(0),
                point => Reply::Move(rules.grid.image(point, rules.grid.inverse(by))),
            },
        })
    }

    fn after(&self, step: &Step) -> &[Next] {
        &self.next[step.first as usize..][..usize::from(step.count)]
    }

    /// The place of a state, which is added if it is new.
    fn place(&mut self, key: Key) -> u32 {
        *self.places.entry(key).or_insert_with(|| {
            self.steps.push(Step {
                key,
                rank: u16::MAX,
                role: Role::Unknown,
                first: 0,
                count: 0,
            });
            self.steps.len() as u32 - 1
        })
    }

    /// Writes out the strategy that `search` has found. What is known stays.
    pub(super) fn write_out(&mut self, search: &mut StrategySearch) -> Result<(), Stopped> {
        let key = search.rules.key(&self.root).0;
        let mut open = vec![(self.place(key), Key::MAX_PLIES)];
        while let Some((place, max)) = open.pop() {
            search.stop.check()?;
            let step = self.steps[place as usize];
            if step.rank <= max {
                continue;
            }
            let state = step.key.state();
            let rank = search.won_within(&state, max)?;
            let role = match (rank, state.winner_moves) {
                (0, _) => Role::Won,
                (_, false) => Role::Answer,
                (_, true) if state.passed && search.rules.ends_well(&state) => Role::End,
                (_, true) => Role::Move,
            };
            let first = self.next.len() as u32;
            match role {
                Role::Answer if step.role == Role::Answer => {}
                Role::Answer => {
                    for point in search.rules.moves(&state) {
                        let step = self.place(search.rules.child(&state, point).key);
                        self.next.push(Next::new(point, step));
                    }
                }
                Role::Move => {
                    let next = self.winning_move(search, step.key, rank)?;
                    self.next.push(next);
                }
                Role::Unknown | Role::Won | Role::End => {}
            }
            let stays = role == Role::Answer && step.role == Role::Answer;
            let step = &mut self.steps[place as usize];
            if !stays {
                (step.first, step.count) = (first, (self.next.len() as u32 - first) as u8);
            }
            (step.rank, step.role) = (rank, role);
            let step = *step;
            if matches!(role, Role::Answer | Role::Move) {
                open.extend(self.after(&step).iter().map(|next| (next.step, rank - 1)));
            }
        }
        Ok(())
    }

    /// A move of the winner to a state of lower rank, preferably one that the strategy has.
    fn winning_move(
        &mut self,
        search: &mut StrategySearch,
        from: Key,
        rank: u16,
    ) -> Result<Next, Stopped> {
        let state = from.state();
        let mut best = None;
        for child in search.rules.children(&state) {
            let is_excluded = search.excluded.moves.contains(&(from, child.key));
            let Some(within) = search.known_win(&child.state, child.key) else {
                continue;
            };
            if is_excluded || within >= rank {
                continue;
            }
            let place = self.places.get(&child.key);
            let is_new = place.is_none_or(|place| self.steps[*place as usize].rank >= rank);
            if best.is_none_or(|(worth, _)| (is_new, within) < worth) {
                best = Some(((is_new, within), child));
            }
        }
        let child = match best {
            Some((_, child)) => child,
            None => search.winning_move(&state, rank)?,
        };
        Ok(Next::new(child.point, self.place(child.key)))
    }

    /// Forgets what rests on moves and territories that are refused, also where play does not
    /// lead: it may once a move changes. Returns the states that still are won, and within how
    /// many plies.
    pub(super) fn forget(&mut self, refused: &Exclusions) -> Vec<(Key, u16)> {
        let mut kept = Vec::new();
        for place in self.in_order().into_iter().rev() {
            let step = self.steps[place as usize];
            let mut next = self.after(&step).iter();
            let is_unknown = |next: &Next| self.steps[next.step as usize].role == Role::Unknown;
            let rests = match step.role {
                Role::Won => refused.territories.contains(&step.key),
                Role::Move | Role::Answer => next.any(|next| {
                    let after = self.steps[next.step as usize].key;
                    is_unknown(next) || refused.moves.contains(&(step.key, after))
                }),
                Role::Unknown => true,
                Role::End => false,
            };
            if rests {
                let step = &mut self.steps[place as usize];
                (step.rank, step.role) = (u16::MAX, Role::Unknown);
            } else {
                kept.push((step.key, step.rank));
            }
        }
        kept
    }

    /// All states in the order of falling ranks.
    fn in_order(&self) -> Vec<u32> {
        let mut in_order: Vec<u32> = (0..self.steps.len() as u32).collect();
        // Stable, so that what is next to one another in memory stays so.
        in_order.sort_by_key(|place| std::cmp::Reverse(self.steps[*place as usize].rank));
        in_order
    }

    /// The states that play by the strategy reaches, in the order of falling ranks.
    fn reached(&self) -> Vec<u32> {
        let mut in_order = self.in_order();
        let mut is_reached = vec![false; self.steps.len()];
        is_reached[0] = true;
        in_order.retain(|place| {
            let step = &self.steps[*place as usize];
            let reaches = is_reached[*place as usize];
            if reaches {
                for next in self.after(step) {
                    is_reached[next.step as usize] = true;
                }
            }
            reaches
        });
        in_order
    }

    /// Checks the strategy by the rules alone; `earlier` are the boards before the root. Returns
    /// the moves and territories that superko may forbid.
    ///
    /// Panics if the strategy is none, which is a fault of the search.
    pub(super) fn check(&self, rules: &Rules, earlier: &[Stones]) -> Exclusions {
        let in_order = self.reached();
        let mut found = Exclusions::default();
        let mut captured: Vec<CapturedStones> = Vec::new();
        captured.resize_with(self.steps.len(), CapturedStones::default);
        assert_eq!(
            self.places.get(&rules.key(&self.root).0),
            Some(&0),
            "no root"
        );
        let sets = earlier.iter().map(|one| one.winner);
        self.lose(rules, &mut captured[0], &self.root, sets, 0);
        // Moves to boards that may have been there, as places of both states.
        let mut suspects: Vec<(u32, u32)> = Vec::new();
        for &place in &in_order {
            let step = &self.steps[place as usize];
            let (key, state) = (step.key, &step.key.state());
            assert_eq!(rules.key(state).0, key, "a wrong key");
            // Points of the image with the key.
            let so_far = std::mem::take(&mut captured[place as usize]);
            let ends_well = state.passed && rules.ends_well(state);
            match step.role {
                Role::Unknown => panic!("{state:?} is unknown"),
                Role::Won => match rules.won(state) {
                    None => panic!("{state:?} is not won"),
                    Some(secure) => {
                        if so_far.may_have_had(secure.stones, secure.territory) {
                            found.territories.insert(key);
                        }
                    }
                },
                Role::End => assert!(state.winner_moves && ends_well, "{state:?} ends"),
                Role::Move | Role::Answer => {
                    let answers = step.role == Role::Answer;
                    assert_eq!(state.winner_moves, !answers, "{state:?}: wrong side");
                    assert!(!answers || !state.passed || ends_well, "{state:?} ends");
                    let mut moves = rules.moves(state);
                    for next in self.after(step) {
                        let is_next = match answers {
                            true => moves.next() == Some(next.point()),
                            false => moves.any(|point| point == next.point()),
                        };
                        assert!(is_next, "{state:?}: no such move");
                        let after = &self.steps[next.step as usize];
                        assert!(after.rank < step.rank, "{state:?}: no lower rank");
                        let child = rules.after(state, next.point());
                        let captures = state.winner & !child.winner != 0;
                        let sets = so_far.0.iter().copied();
                        let sets = sets.chain(captures.then_some(state.winner));
                        let of_next = &mut captured[next.step as usize];
                        self.lose(rules, of_next, &child, sets, next.step);
                        if !answers && so_far.may_have_had(child.winner, next.point()) {
                            suspects.push((place, next.step));
                        }
                    }
                    assert!(!answers || moves.next().is_none(), "{state:?}: more moves");
                }
            }
        }
        found.moves = self.repeating(rules, earlier, &in_order, &suspects);
        found
    }

    /// Those of the moves that may make a board again.
    fn repeating(
        &self,
        rules: &Rules,
        earlier: &[Stones],
        reached: &[u32],
        suspects: &[(u32, u32)],
    ) -> HashSet<(Key, Key)> {
        let board = |place: u32| {
            let state = self.steps[place as usize].key.state();
            rules.board_key(state.winner, state.loser)
        };
        let before = earlier
            .iter()
            .map(|one| rules.board_key(one.winner, one.loser));
        let before: HashSet<Key> = before.collect();
        let to_boards = suspects.iter().map(|(_, to)| (board(*to), Vec::new()));
        let mut boards: HashMap<Key, Vec<u32>> = to_boards.collect();
        if !boards.is_empty() {
            for place in reached {
                if let Some(places) = boards.get_mut(&board(*place)) {
                    places.push(*place);
                }
            }
        }
        let mut seen = vec![0; self.steps.len()];
        let mut repeating = HashSet::new();
        for (number, (from, to)) in suspects.iter().enumerate() {
            let board = board(*to);
            let again = self.leads(&boards[&board], *from, number as u32 + 1, &mut seen);
            if again || before.contains(&board) {
                let [from, to] = [from, to].map(|place| self.steps[*place as usize].key);
                repeating.insert((from, to));
            }
        }
        repeating
    }

    /// Notes that the winner had these sets of stones on a way to the state at a place, and lost
    /// some of each.
    fn lose(
        &self,
        rules: &Rules,
        there: &mut CapturedStones,
        state: &State,
        sets: impl Iterator<Item = u64>,
        place: u32,
    ) {
        let mut sets = sets.peekable();
        if sets.peek().is_none() {
            return;
        }
        let image = self.steps[place as usize].key.state();
        // All symmetries, as play may come to an image of this state.
        let all: Vec<_> = rules.maps(state, &image).collect();
        for set in sets {
            for by in &all {
                there.add(rules.grid.image(set, *by));
            }
        }
    }

    /// Whether play by the strategy may lead from one of some states to another; `seen` are the
    /// numbers of the last calls that came by a state.
    fn leads(&self, from: &[u32], to: u32, number: u32, seen: &mut [u32]) -> bool {
        let min = self.steps[to as usize].rank;
        let mut open = from.to_vec();
        while let Some(place) = open.pop() {
            if place == to {
                return true;
            }
            let step = &self.steps[place as usize];
            if step.rank > min && std::mem::replace(&mut seen[place as usize], number) != number {
                open.extend(self.after(step).iter().map(|next| next.step));
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_play_does_not_reach_is_forgotten_too() {
        let keys: [Key; 4] = std::array::from_fn(|at| Key {
            winner: at as u64,
            loser: 1,
        });
        let mut strategy = Strategy::new(keys[0].state());
        for key in keys {
            strategy.place(key);
        }
        // The first state leads to the second, and the third, which play does not reach, to the
        // last.
        for (from, to) in [(0, 1), (2, 3)] {
            let step = &mut strategy.steps[from];
            (step.rank, step.role) = (1, Role::Answer);
            (step.first, step.count) = (strategy.next.len() as u32, 1);
            strategy.next.push(Next::new(0, to));
            let won = &mut strategy.steps[to as usize];
            (won.rank, won.role) = (0, Role::Won);
        }
        assert_eq!(strategy.len(), 2);
        let refused = Exclusions {
            territories: HashSet::from([keys[3]]),
            ..Exclusions::default()
        };
        let mut kept = strategy.forget(&refused);
        kept.sort_by_key(|(_, rank)| *rank);
        assert_eq!(kept, [(keys[1], 0), (keys[0], 1)]);
        let roles = strategy.steps.iter().map(|step| step.role);
        let expected = [Role::Answer, Role::Won, Role::Unknown, Role::Unknown];
        assert!(roles.eq(expected));
    }
}
