//! The interface between a proof walk and a game, with or without dependence on history.

use std::collections::HashSet;
use std::fmt;

use super::history::History;
use crate::rules::go::{Board, Go, RepetitionKey, Successor};
use crate::rules::{NoPosition, position_of};
use crate::{Interval, Rules, Stage};

/// Whether play from the start can reach a position that was set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reachable {
    /// It can.
    Yes,
    /// It cannot.
    No,
    /// Unknown: the search reached its limit.
    Unknown,
}

impl fmt::Display for Reachable {
    /// Text for reports.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Yes => "set up; play from the start can reach it",
            Self::No => "set up; no play from the start reaches it",
            Self::Unknown => "set up; not shown to be reachable from the start",
        })
    }
}

/// A game as a proof walk needs it. Values are for the side to move.
pub trait Play {
    /// A position without its history.
    type Position: Clone;

    fn spec(&self) -> String;

    fn start(&self) -> Self::Position;

    /// The position with a key, from which the history is empty.
    fn position(&self, key: u128) -> Result<Self::Position, NoPosition>;

    /// The least and the greatest utility.
    fn value_range(&self) -> Interval;

    /// Bounds on the value: the utility if the game is over; else the range of values, or with
    /// `knowledge` what is known beyond the rules.
    fn bounds(&self, position: &Self::Position, knowledge: bool) -> Interval;

    /// The legal moves in order; those to which superko applies have a point. Appends to
    /// `forbidden` the keys in `history` that alone make a move illegal.
    fn moves(
        &self,
        position: &Self::Position,
        history: &History,
        forbidden: &mut Vec<RepetitionKey>,
    ) -> Vec<Successor<Self::Position>>;

    /// What superko compares; `None` in games without superko.
    fn repetition_key(&self, _position: &Self::Position) -> Option<RepetitionKey> {
        None
    }

    /// The key of the position's symmetry class, and the symmetry that maps the position to the
    /// member with that key.
    fn canonical_key(&self, position: &Self::Position) -> (u128, usize);

    /// The number of symmetries by which [`canonical_key`](Self::canonical_key) may map.
    fn symmetries(&self) -> usize {
        1
    }

    /// The image of a repetition key under a symmetry.
    fn image(&self, key: RepetitionKey, _by: usize) -> RepetitionKey {
        key
    }

    /// The inverse of a symmetry.
    fn inverse(&self, of: usize) -> usize {
        of
    }

    /// The number of stones in a repetition key, 63 at most.
    fn stones(&self, _key: RepetitionKey) -> u32 {
        0
    }

    /// Whether play from the start can reach a position.
    fn reachable(&self, position: &Self::Position) -> Reachable;

    /// A repetition key as text for people.
    fn describe_repetition(&self, RepetitionKey(key): RepetitionKey) -> String {
        format!("{key:#x}")
    }

    /// The position as text for people.
    fn describe(&self, position: &Self::Position) -> String;

    /// The legal move at `index` as text for people.
    fn describe_move(&self, position: &Self::Position, history: &History, index: usize) -> String;
}

/// Maximum positions that [`Play::reachable`] visits.
const MAX_VISITED: usize = 50_000;

/// A game without history.
pub struct HistoryFree<'a, R: ?Sized>(pub &'a R);

impl<R: Rules + ?Sized> Play for HistoryFree<'_, R> {
    type Position = R::Position;

    fn spec(&self) -> String {
        self.0.spec()
    }

    fn start(&self) -> R::Position {
        self.0.start()
    }

    fn position(&self, key: u128) -> Result<R::Position, NoPosition> {
        position_of(self.0, key)
    }

    fn value_range(&self) -> Interval {
        self.0.value_range()
    }

    fn bounds(&self, position: &R::Position, _knowledge: bool) -> Interval {
        match self.0.stage(position) {
            Stage::Over(value) => Interval::exactly(value),
            Stage::Pass | Stage::Moves => self.0.value_range(),
        }
    }

    fn moves(
        &self,
        position: &R::Position,
        _history: &History,
        _forbidden: &mut Vec<RepetitionKey>,
    ) -> Vec<Successor<R::Position>> {
        let mut children = Vec::new();
        self.0.children(position, &mut children);
        let played = |after| Successor { point: None, after };
        children.into_iter().map(played).collect()
    }

    fn canonical_key(&self, position: &R::Position) -> (u128, usize) {
        (self.0.key(&self.0.canonical(position)), 0)
    }

    /// Searches all play from the start, up to the level of the position.
    fn reachable(&self, position: &R::Position) -> Reachable {
        let (wanted, level) = (self.0.key(position), self.0.level(position));
        let start = self.0.start();
        let mut seen = HashSet::from([self.0.key(&start)]);
        let (mut open, mut children) = (vec![start], Vec::new());
        while let Some(one) = open.pop() {
            if self.0.key(&one) == wanted {
                return Reachable::Yes;
            }
            if seen.len() > MAX_VISITED {
                return Reachable::Unknown;
            }
            children.clear();
            self.0.children(&one, &mut children);
            for child in children.drain(..) {
                if self.0.level(&child) <= level && seen.insert(self.0.key(&child)) {
                    open.push(child);
                }
            }
        }
        Reachable::No
    }

    fn describe(&self, position: &R::Position) -> String {
        self.0.describe(position)
    }

    fn describe_move(&self, position: &R::Position, _history: &History, index: usize) -> String {
        match self.0.stage(position) {
            Stage::Pass => "pass".to_owned(),
            _ => self.0.describe_move(position, index),
        }
    }
}

impl Play for Go {
    type Position = Board;

    fn spec(&self) -> String {
        self.spec()
    }

    fn start(&self) -> Board {
        self.start()
    }

    fn position(&self, key: u128) -> Result<Board, NoPosition> {
        self.read(key).map_err(|why| NoPosition { key, why })
    }

    fn value_range(&self) -> Interval {
        self.value_range()
    }

    fn bounds(&self, board: &Board, knowledge: bool) -> Interval {
        match self.utility(board) {
            Some(value) => Interval::exactly(value),
            None if knowledge => self.certain_bounds(board),
            None => self.value_range(),
        }
    }

    fn moves(
        &self,
        board: &Board,
        history: &History,
        forbidden: &mut Vec<RepetitionKey>,
    ) -> Vec<Successor> {
        self.moves(board, &|key| history.has(key), forbidden)
    }

    fn repetition_key(&self, board: &Board) -> Option<RepetitionKey> {
        Some(self.repetition_key(board))
    }

    fn canonical_key(&self, board: &Board) -> (u128, usize) {
        self.canonical_key(board)
    }

    fn symmetries(&self) -> usize {
        self.images.len()
    }

    fn image(&self, key: RepetitionKey, by: usize) -> RepetitionKey {
        self.image_of_key(key, by)
    }

    fn inverse(&self, of: usize) -> usize {
        self.inverse(of)
    }

    fn stones(&self, key: RepetitionKey) -> u32 {
        self.stones_of(key)
    }

    fn reachable(&self, board: &Board) -> Reachable {
        match self.can_arise(board) {
            true => Reachable::Yes,
            false => Reachable::No,
        }
    }

    fn describe_repetition(&self, key: RepetitionKey) -> String {
        self.describe_key(key)
    }

    fn describe(&self, board: &Board) -> String {
        self.describe(board)
    }

    fn describe_move(&self, board: &Board, history: &History, index: usize) -> String {
        let moves = self.moves(board, &|key| history.has(key), &mut Vec::new());
        match moves.get(index) {
            Some(played) => self.move_name(played.point),
            None => format!("no move (place {index} of {})", moves.len()),
        }
    }
}
