//! The definitions of Takizawa (2026, sections 2.1 and 2.2), executed.

use std::collections::{BTreeMap, HashMap, HashSet};

use solveig_game::{GameExt, Keyed, Move, Value};
use solveig_study::reopening::NodeKind;

/// Values by the defining recursion, each computed once.
pub struct Exhaustive<G: Keyed> {
    pub game: G,
    values: HashMap<G::Key, Value>,
}

/// A position of the certified region: kind, value and canonical move.
pub type Certified = (NodeKind, Value, Option<Move>);

impl<G: Keyed> Exhaustive<G> {
    pub fn new(game: G) -> Self {
        Self {
            game,
            values: HashMap::new(),
        }
    }

    pub fn value(&mut self, position: &G::Position) -> Value {
        if let Some(value) = self.game.terminal_value(position) {
            return value;
        }
        let key = self.game.key(position);
        if let Some(value) = self.values.get(&key) {
            return *value;
        }
        let scores = self.scores(position).into_iter().map(|(_, score)| score);
        let value = scores
            .max()
            .expect("a position that is not terminal has a move");
        self.values.insert(key, value);
        value
    }

    /// The legal moves with the values they lead to, for the side to move.
    pub fn scores(&mut self, position: &G::Position) -> Vec<(Move, Value)> {
        let moves = self.game.moves(position).into_iter();
        let score = |played| {
            let child = self.game.play_unchecked(position, played);
            (played, -self.value(&child))
        };
        moves.map(score).collect()
    }

    /// The first of the best moves; `None` where the game is over.
    pub fn canonical_move(&mut self, position: &G::Position) -> Option<Move> {
        let value = self.value(position);
        let best = self
            .scores(position)
            .into_iter()
            .find(|(_, score)| *score == value);
        best.map(|(played, _)| played)
    }

    /// `R_first` or `R_second`: pairs of a position and whether the optimal player is to move.
    fn orientation(&mut self, first_is_optimal: bool) -> HashSet<(G::Key, bool)> {
        let mut region = HashSet::new();
        let mut open = vec![(self.game.start(), first_is_optimal)];
        while let Some((position, optimal)) = open.pop() {
            if !region.insert((self.game.key(&position), optimal)) {
                continue;
            }
            let moves = if optimal {
                self.canonical_move(&position).into_iter().collect()
            } else {
                self.game.moves(&position)
            };
            for played in moves {
                open.push((self.game.play_unchecked(&position, played), !optimal));
            }
        }
        region
    }

    /// The certified region: both orientations together.
    pub fn region(&mut self) -> BTreeMap<G::Key, Certified> {
        let mut turns: BTreeMap<G::Key, HashSet<bool>> = BTreeMap::new();
        for first_is_optimal in [true, false] {
            for (key, optimal) in self.orientation(first_is_optimal) {
                turns.entry(key).or_default().insert(optimal);
            }
        }
        let certified = turns.into_iter().map(|(key, turns)| {
            let kind = match (turns.contains(&true), turns.contains(&false)) {
                (true, true) => NodeKind::P,
                (true, false) => NodeKind::APrime,
                _ => NodeKind::PPrime,
            };
            let position = self
                .game
                .position(key)
                .expect("the key of a position that was reached");
            (
                key,
                (kind, self.value(&position), self.canonical_move(&position)),
            )
        });
        certified.collect()
    }
}
