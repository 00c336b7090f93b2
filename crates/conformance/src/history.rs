//! Laws of games that depend on history.

use std::collections::BTreeSet;

use solveig_game::{Diagram, Game, Reduction, Symmetry};

use crate::plays::plays;

/// In a game that depends on history, the diagrams before a position are those of the positions that the
/// play went through; the moves that are missing beside the same position with no history are those
/// that lead to a repeated diagram, or to the position's own; and symmetries keep all of this.
pub fn histories_are_told_by_their_diagrams<G: Game>(game: &G) {
    if !game.depends_on_history() {
        return;
    }
    for play in plays(game) {
        let mut before = BTreeSet::new();
        for (position, at) in play.visits(game) {
            let own = game.diagram(position);
            let earlier: BTreeSet<Diagram> = game.earlier(position).collect();
            let with_own = |set: &BTreeSet<Diagram>| {
                let mut set = set.clone();
                set.insert(own);
                set
            };
            assert_eq!(with_own(&earlier), with_own(&before), "{at}");
            before.insert(own);
            missing_moves_repeat(game, position, &at);
            for symmetry in (0..game.symmetries()).map(Symmetry) {
                let at = format!("{at}, {symmetry:?}");
                let image = game.transform(position, symmetry);
                let mapped = |one: Diagram| {
                    let mapped = game.transform_diagram(one, symmetry);
                    assert_eq!(one.0.count_ones(), mapped.0.count_ones(), "{at}");
                    mapped
                };
                assert_eq!(game.diagram(&image), mapped(own), "{at}");
                let expected: BTreeSet<_> = earlier.iter().map(|one| mapped(*one)).collect();
                let found: BTreeSet<_> = game.earlier(&image).collect();
                assert_eq!(found, expected, "{at}");
            }
        }
    }
}

fn missing_moves_repeat<G: Game>(game: &G, position: &G::Position, at: &str) {
    let fresh = game.position(game.key(position));
    let fresh = fresh.unwrap_or_else(|error| panic!("{at}: {error}"));
    let own = game.diagram(position);
    let legal = game.moves(position);
    let mut expected = BTreeSet::new();
    for played in game.moves(&fresh) {
        if legal.contains(&played) {
            continue;
        }
        assert!(game.may_repeat(played), "{at}: {played:?}");
        let made = game.diagram(&game.play_unchecked(&fresh, played));
        if made != own {
            expected.insert(made);
        }
    }
    let mut repeated = Vec::new();
    game.repeated(position, &mut repeated);
    let repeated: BTreeSet<_> = repeated.into_iter().collect();
    assert_eq!(repeated, expected, "{at}");
    for one in repeated {
        let was_there = game.earlier(position).any(|earlier| earlier == one);
        assert!(was_there, "{at}: {one:?}");
    }
}

/// The key of the representative is what it is said to be.
pub fn keys_of_representatives_are_theirs<G: Game>(game: &G) {
    for play in plays(game) {
        for (position, at) in play.visits(game) {
            for reduction in [Reduction::None, Reduction::Canonical] {
                let (representative, by) = game.representative(position, reduction);
                let expected = (game.key(&representative), by);
                assert_eq!(
                    game.representative_key(position, reduction),
                    expected,
                    "{at}"
                );
            }
        }
    }
}
