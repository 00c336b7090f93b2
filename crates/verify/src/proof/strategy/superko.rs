//! The check that superko forbids no move of a strategy that depends on no history.
//!
//! The positions of the strategy are numbered in the order in which the walk left them, so that a
//! position follows another only if its number is lower. A move of the winner must make a board
//! that was not there before, neither before the position of the claim nor since. Boards that are
//! images of one another are not told apart, so that more is refused than is wrong.
//!
//! - *A move to a new board.* If the board was there since the first position, then the strategy
//!   has a position with this board from which play leads to the move. All positions with this
//!   board are looked at, unless the stones captured meanwhile rule it out, see below.
//! - *Territory* is kept by moves that repeat nothing unless an earlier board had all of its
//!   alive stones and a stone of the winner on one of its points.
//!
//! In both cases a stone of the winner was captured since that earlier board. Consider the first
//! capture of stones of the winner after it: the board just before the capture has all stones of
//! the winner that the earlier board has. So the check keeps, for each position, the winner's
//! stones just before captures on all ways to it, and those on the boards before the first
//! position. A board that was there before has its stones of the winner within one of these sets.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use crate::bounds::Bound;
use crate::limits::Undecided;
use crate::proof::account::Account;
use crate::proof::failure::{ProofFailure, WalkError};
use crate::rules::go::repeating::Repeating;
use crate::rules::go::{Go, RepetitionKey};

/// What follows a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing: the rules decide.
    Over,
    /// Nothing: the winner's territory decides.
    Territory,
    /// The winner's move at this place among the legal moves.
    Winner(usize),
    /// All moves of the loser.
    Loser,
}

/// The positions of a strategy, by their numbers.
#[derive(Default)]
pub struct Graph {
    positions: Vec<(Repeating, Kind)>,
    /// Where the children of each position end in the list of all; they begin where those of the
    /// position before end. Children have the order of the moves to them.
    ends: Vec<usize>,
    children: Vec<usize>,
}

impl Graph {
    /// The bytes of a position.
    pub const POSITION: u64 = (size_of::<(Repeating, Kind)>() + size_of::<usize>()) as u64;

    /// Adds a position; returns its number.
    pub fn push(&mut self, position: Repeating, kind: Kind, children: &[usize]) -> usize {
        self.positions.push((position, kind));
        self.children.extend_from_slice(children);
        self.ends.push(self.children.len());
        self.positions.len() - 1
    }

    fn children(&self, number: usize) -> &[usize] {
        let from = if number == 0 {
            0
        } else {
            self.ends[number - 1]
        };
        &self.children[from..self.ends[number]]
    }
}

/// Finds out which positions play may lead to.
struct Paths<'a> {
    graph: &'a Graph,
    /// The number of the last search that came to each position.
    marks: Vec<u64>,
    searches: u64,
    open: Vec<usize>,
}

impl<'a> Paths<'a> {
    fn new(graph: &'a Graph, account: &mut Account<'_>) -> Result<Self, Undecided> {
        let all = graph.positions.len();
        // The list of open positions grows by doubling.
        let bytes = (4 * size_of::<u64>() * all) as u64;
        account.take(bytes, "the search for earlier boards")?;
        Ok(Self {
            graph,
            marks: vec![0; all],
            searches: 0,
            open: Vec::new(),
        })
    }

    /// Whether play may lead from one position to another.
    fn lead(&mut self, from: usize, to: usize) -> bool {
        self.searches += 1;
        self.open.clear();
        self.open.push(from);
        while let Some(number) = self.open.pop() {
            if number == to {
                return true;
            }
            // Only lower numbers follow.
            if number < to {
                continue;
            }
            for &child in self.graph.children(number) {
                if self.marks[child] != self.searches {
                    self.marks[child] = self.searches;
                    self.open.push(child);
                }
            }
        }
        false
    }
}

/// Sets of the winner's stones, within one of which the winner's stones of every earlier board lie
/// of which some were captured since. A set within another is left out.
#[derive(Default)]
struct LostStones(Vec<u64>);

impl LostStones {
    /// Upper bound on the bytes of one position, and of one set. Tables and lists grow by doubling,
    /// and the old copy exists while the new one is filled.
    const POSITION: u64 = 4 * (size_of::<(usize, Self)>() as u64 + 1) + 4 * Self::SET;
    const SET: u64 = 3 * size_of::<u64>() as u64;

    fn bytes(&self) -> u64 {
        Self::POSITION + Self::SET * self.0.len() as u64
    }

    fn add(&mut self, stones: u64) {
        if !self.0.iter().any(|set| stones & !set == 0) {
            self.0.retain(|set| set & !stones != 0);
            self.0.push(stones);
        }
    }

    /// Whether an earlier board may have had all of `stones` and one of `others`.
    fn may_have_had(&self, stones: u64, others: u64) -> bool {
        let had = |set: &u64| stones & !set == 0 && others & set != 0;
        self.0.iter().any(had)
    }
}

/// The sets of the positions that have not been looked at.
struct Losses<'a> {
    game: &'a Go,
    graph: &'a Graph,
    sets: HashMap<usize, LostStones>,
}

impl Losses<'_> {
    /// Adds sets of stones to those of a position, of which `image` is an image.
    fn add(
        &mut self,
        number: usize,
        image: &Repeating,
        sets: &[u64],
        account: &mut Account<'_>,
    ) -> Result<(), Undecided> {
        if sets.is_empty() {
            return Ok(());
        }
        let before = self.sets.get(&number).map_or(0, LostStones::bytes);
        let (position, _) = &self.graph.positions[number];
        // All symmetries, as play may come to any image.
        let all = self.game.symmetries_between(image, position);
        let max = LostStones::POSITION + LostStones::SET * (all.len() * sets.len()) as u64;
        account.take(max, "the stones lost on the way to each position")?;
        let there = self.sets.entry(number).or_default();
        for by in all {
            for set in sets {
                account.go_on()?;
                there.add(self.game.image(*set, by));
            }
        }
        account.give_back((max + before).saturating_sub(there.bytes()));
        Ok(())
    }

    fn take(&mut self, number: usize, account: &mut Account<'_>) -> LostStones {
        match self.sets.remove(&number) {
            Some(lost_stones) => {
                account.give_back(lost_stones.bytes());
                lost_stones
            }
            None => LostStones::default(),
        }
    }
}

/// Upper bound on the bytes of one more board before the first position.
const EARLIER: u64 = size_of::<[u64; 3]>() as u64 + 4 * (size_of::<u128>() as u64 + 1);

/// The strategy of a claim, whose winner has the colour. The first position has the highest number.
pub struct Strategy<'a> {
    pub game: &'a Go,
    pub claim: Bound,
    pub colour: usize,
    pub graph: Graph,
}

impl Strategy<'_> {
    fn failure(&self, position: &Repeating, problem: String) -> ProofFailure {
        let position = self.game.describe(&position.board);
        let place = format!("{}: at {position}", self.claim);
        ProofFailure::At { place, problem }
    }

    /// Checks that superko forbids no move; `history` has the keys of all positions before the
    /// first.
    pub fn check<E>(
        &self,
        history: &[RepetitionKey],
        account: &mut Account<'_>,
    ) -> Result<(), WalkError<E>> {
        let Self {
            game,
            colour,
            ref graph,
            ..
        } = *self;
        account.take(history.len() as u64 * EARLIER, "the boards before")?;
        let earlier: Vec<[u64; 2]> = history.iter().map(|key| game.stones_in(*key)).collect();
        let class = |stones: &[u64; 2]| game.stones_class(*stones);
        let before: HashSet<u128> = earlier.iter().map(class).collect();
        let all = graph.positions.len();
        account.take(
            (all * size_of::<(u128, usize)>()) as u64,
            "the boards of the strategy",
        )?;
        let boards = graph
            .positions
            .iter()
            .map(|(position, _)| class(&position.board.stones));
        let mut boards: Vec<(u128, usize)> = boards.zip(0..).collect();
        boards.sort_unstable();
        let mut paths = Paths::new(graph, account)?;
        let mut losses = Losses {
            game,
            graph,
            sets: HashMap::new(),
        };
        if let Some((first, _)) = graph.positions.last() {
            let stones: Vec<u64> = earlier.iter().map(|stones| stones[colour]).collect();
            losses.add(all - 1, first, &stones, account)?;
        }
        for (number, (position, kind)) in graph.positions.iter().enumerate().rev() {
            account.go_on()?;
            let lost_stones = losses.take(number, account);
            let mut moves = match kind {
                Kind::Over => continue,
                Kind::Territory => {
                    let kept = game.territory(&position.board, colour);
                    if lost_stones.may_have_had(kept.stones, kept.points) {
                        let problem = "expected territory that can be kept, but a board from \
                                       before may forbid a move";
                        return Err(self.failure(position, problem.to_owned()).into());
                    }
                    continue;
                }
                Kind::Winner(_) | Kind::Loser => game.repeating_moves(position),
            };
            if let Kind::Winner(place) = kind {
                moves = vec![moves.swap_remove(*place)];
            }
            let own = position.board.stones[colour];
            for (played, &child) in moves.iter().zip(graph.children(number)) {
                let stones_after = played.after.board.stones;
                let mut sets = lost_stones.0.clone();
                sets.extend((own & !stones_after[colour] != 0).then_some(own));
                losses.add(child, &played.after, &sets, account)?;
                let (Kind::Winner(_), Some(point)) = (kind, played.point) else {
                    continue;
                };
                if !lost_stones.may_have_had(stones_after[colour], 1 << point) {
                    continue;
                }
                let class_after = class(&stones_after);
                let from = boards.partition_point(|one| *one < (class_after, number));
                let same = boards[from..].iter().take_while(|one| one.0 == class_after);
                let mut was_there = before.contains(&class_after);
                for (_, earlier) in same {
                    account.go_on()?;
                    was_there |= paths.lead(*earlier, number);
                }
                if was_there {
                    let problem = format!(
                        "expected a move to a new board, but the board after {} may have been \
                         there",
                        game.move_name(played.point)
                    );
                    return Err(self.failure(position, problem).into());
                }
            }
        }
        Ok(())
    }
}
