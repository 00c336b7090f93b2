//! What a walk through a proof needs of a game, whether or not what came before counts in it.

use std::collections::HashSet;
use std::fmt;

use super::history::History;
use crate::rules::go::{Board, Go, Played, RepetitionKey};
use crate::{Rules, Stage};

/// What a legal move leads to.
pub struct Child<P> {
    /// The position.
    pub position: P,
    /// Whether the rules against repetition look at it.
    pub may_repeat: bool,
}

/// Whether play from the start of a game can come to a position that was set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reachable {
    /// It can.
    Yes,
    /// It cannot.
    No,
    /// That was not found out.
    Unknown,
}

impl fmt::Display for Reachable {
    /// What is said of a board that was set up.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Yes => "set up; play from the start can reach it",
            Self::No => "set up; no play from the start reaches it",
            Self::Unknown => "set up; not shown to be reachable from the start",
        })
    }
}

/// A game as a walk needs it. Values are for the side to move.
pub trait Play {
    /// A position, without what came before it.
    type Position: Clone;

    fn spec(&self) -> String;

    fn start(&self) -> Self::Position;

    /// The position with a key, if there is one.
    fn board(&self, key: u128) -> Option<Self::Position>;

    /// Bounds on the value: the utility where the game is over, else what can be at all, or what is known
    /// of the game if `knowledge` is wanted.
    fn bounds(&self, position: &Self::Position, knowledge: bool) -> (i32, i32);

    /// The legal moves, in order. Appends the repetition keys for which alone a move is not
    /// legal.
    fn moves(
        &self,
        position: &Self::Position,
        history: &History,
        forbidden: &mut Vec<RepetitionKey>,
    ) -> Vec<Child<Self::Position>>;

    /// What the rules against repetition compare, where there are such rules.
    fn repetition_key(&self, position: &Self::Position) -> Option<RepetitionKey>;

    /// The key of the position's symmetry class, and the symmetry that leads to who has it.
    fn canonical_key(&self, position: &Self::Position) -> (u128, usize);

    /// The image of a repetition key under a symmetry.
    fn image(&self, key: RepetitionKey, by: usize) -> RepetitionKey;

    /// The symmetry that undoes another.
    fn inverse(&self, of: usize) -> usize;

    /// How many stones a repetition key has, 63 at most.
    fn stones(&self, key: RepetitionKey) -> u32;

    /// Whether play from the start can come to a position.
    fn reachable(&self, position: &Self::Position) -> Reachable;

    /// A repetition key as text for people.
    fn describe_repetition(&self, key: RepetitionKey) -> String;

    /// The position as text for people.
    fn describe(&self, position: &Self::Position) -> String;

    /// The move at a place of those that are legal, as text for people.
    fn describe_move(&self, position: &Self::Position, history: &History, place: usize) -> String;
}

/// How many positions are looked through for one that was set up.
const MOST_LOOKED_THROUGH: usize = 50_000;

/// A game without history.
pub struct HistoryFree<'a, R>(pub &'a R);

impl<R: Rules> Play for HistoryFree<'_, R> {
    type Position = R::Position;

    fn spec(&self) -> String {
        self.0.spec()
    }

    fn start(&self) -> R::Position {
        self.0.start()
    }

    fn board(&self, key: u128) -> Option<R::Position> {
        self.0.position(key)
    }

    fn bounds(&self, position: &R::Position, _knowledge: bool) -> (i32, i32) {
        match self.0.stage(position) {
            Stage::Over(value) => (value, value),
            Stage::Pass | Stage::Moves => self.0.value_range(),
        }
    }

    fn moves(
        &self,
        position: &R::Position,
        _history: &History,
        _forbidden: &mut Vec<RepetitionKey>,
    ) -> Vec<Child<R::Position>> {
        let mut children = Vec::new();
        self.0.children(position, &mut children);
        let child = |position| Child {
            position,
            may_repeat: false,
        };
        children.into_iter().map(child).collect()
    }

    fn repetition_key(&self, _position: &R::Position) -> Option<RepetitionKey> {
        None
    }

    fn canonical_key(&self, position: &R::Position) -> (u128, usize) {
        (self.0.key(&self.0.canonical(position)), 0)
    }

    fn image(&self, key: RepetitionKey, _by: usize) -> RepetitionKey {
        key
    }

    fn inverse(&self, of: usize) -> usize {
        of
    }

    fn stones(&self, _key: RepetitionKey) -> u32 {
        0
    }

    /// Looks through what can be played, up to the level of the position.
    fn reachable(&self, position: &R::Position) -> Reachable {
        let (wanted, level) = (self.0.key(position), self.0.level(position));
        let start = self.0.start();
        let mut seen = HashSet::from([self.0.key(&start)]);
        let (mut open, mut children) = (vec![start], Vec::new());
        while let Some(one) = open.pop() {
            if self.0.key(&one) == wanted {
                return Reachable::Yes;
            }
            if seen.len() > MOST_LOOKED_THROUGH {
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

    fn describe_repetition(&self, RepetitionKey(key): RepetitionKey) -> String {
        format!("{key:#x}")
    }

    fn describe(&self, position: &R::Position) -> String {
        self.0.describe(position)
    }

    fn describe_move(&self, position: &R::Position, _history: &History, place: usize) -> String {
        match self.0.stage(position) {
            Stage::Pass => "pass".to_owned(),
            _ => self.0.describe_move(position, place),
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

    fn board(&self, key: u128) -> Option<Board> {
        self.board(key)
    }

    fn bounds(&self, board: &Board, knowledge: bool) -> (i32, i32) {
        match self.utility(board) {
            Some(value) => (value, value),
            None if knowledge => self.certain_bounds(board),
            None => self.value_range(),
        }
    }

    fn moves(
        &self,
        board: &Board,
        history: &History,
        forbidden: &mut Vec<RepetitionKey>,
    ) -> Vec<Child<Board>> {
        let moves = self.moves(board, &|key| history.has(key), forbidden);
        let child = |Played { point, after }| Child {
            position: after,
            may_repeat: point.is_some(),
        };
        moves.into_iter().map(child).collect()
    }

    fn repetition_key(&self, board: &Board) -> Option<RepetitionKey> {
        Some(self.repetition_key(board))
    }

    fn canonical_key(&self, board: &Board) -> (u128, usize) {
        self.canonical_key(board)
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

    fn describe_move(&self, board: &Board, history: &History, place: usize) -> String {
        let moves = self.moves(board, &|key| history.has(key), &mut Vec::new());
        match moves.get(place) {
            Some(played) => self.move_name(played.point),
            None => format!("no move (place {place} of {})", moves.len()),
        }
    }
}
