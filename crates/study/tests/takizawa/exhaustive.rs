//! The definitions of Takizawa (2026, sections 2.1 and 2.2), executed.

use std::collections::{BTreeMap, HashSet};

use solveig_game::{GameExt, Keyed, Move, Value};
use solveig_study::reopening::NodeKind;
use solveig_testkit::exhaustive::Exhaustive;

/// A position of the certified region: kind, value and canonical move.
pub type Certified = (NodeKind, Value, Option<Move>);

/// `R_first` or `R_second`: pairs of a position and whether the optimal player is to move.
fn orientation<G: Keyed>(
    oracle: &mut Exhaustive<G>,
    first_is_optimal: bool,
) -> HashSet<(G::Key, bool)> {
    let game = oracle.game.clone();
    let mut region = HashSet::new();
    let mut open = vec![(game.start(), first_is_optimal)];
    while let Some((position, optimal)) = open.pop() {
        if !region.insert((game.key(&position), optimal)) {
            continue;
        }
        let moves = match optimal {
            true => canonical_move(oracle, &position).into_iter().collect(),
            false => game.moves(&position),
        };
        for played in moves {
            open.push((game.play_unchecked(&position, played), !optimal));
        }
    }
    region
}

/// The first of the best moves; `None` where the game is over.
pub fn canonical_move<G: Keyed>(
    oracle: &mut Exhaustive<G>,
    position: &G::Position,
) -> Option<Move> {
    let canonical = oracle.canonical_move(position);
    canonical.map(|(_, played)| played)
}

/// The certified region: both orientations together.
pub fn region<G: Keyed>(oracle: &mut Exhaustive<G>) -> BTreeMap<G::Key, Certified> {
    let mut turns: BTreeMap<G::Key, HashSet<bool>> = BTreeMap::new();
    for first_is_optimal in [true, false] {
        for (key, optimal) in orientation(oracle, first_is_optimal) {
            turns.entry(key).or_default().insert(optimal);
        }
    }
    let certified = turns.into_iter().map(|(key, turns)| {
        let kind = match (turns.contains(&true), turns.contains(&false)) {
            (true, true) => NodeKind::P,
            (true, false) => NodeKind::APrime,
            _ => NodeKind::PPrime,
        };
        let position = oracle.game.position(key);
        let position = position.expect("the key of a position that was reached");
        let (value, played) = (oracle.solve(&position), canonical_move(oracle, &position));
        (key, (kind, value, played))
    });
    certified.collect()
}
