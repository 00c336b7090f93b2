//! Laws of symmetries.

use solveig_game::{GameExt, Notation, Reduction, Symmetric, Symmetry};

use crate::plays::{plays, visits};

fn group<G: Symmetric>(game: &G) -> impl Iterator<Item = Symmetry> + use<G> {
    (0..game.symmetries()).map(Symmetry)
}

/// Symmetry 0 is the identity, inverses undo, and the composition of two symmetries is a symmetry,
/// for all positions and moves alike.
pub fn symmetries_form_a_group<G: Symmetric + Notation>(game: &G) {
    assert!(game.symmetries() > 0, "there is always the identity");
    let plays = plays(game);
    let positions = || plays.iter().flat_map(|play| &play.positions);
    let moves = || plays.iter().flat_map(|play| &play.moves);
    for position in positions() {
        let same = game.transform(position, Symmetry::IDENTITY);
        assert_eq!(same, *position, "the identity moves something");
        for symmetry in group(game) {
            let image = game.transform(position, symmetry);
            let back = game.transform(&image, game.inverse(symmetry));
            assert_eq!(
                back, *position,
                "{symmetry:?} is not undone by what `inverse` returns"
            );
        }
    }
    for played in moves() {
        let same = game.transform_move(*played, Symmetry::IDENTITY);
        assert_eq!(same, *played, "the identity moves something");
    }
    for first in group(game) {
        for second in group(game) {
            let acts_alike = |one: &Symmetry| {
                moves().all(|played| {
                    let image = game.transform_move(*played, first);
                    game.transform_move(image, second) == game.transform_move(*played, *one)
                }) && positions().all(|position| {
                    let image = game.transform(position, first);
                    game.transform(&image, second) == game.transform(position, *one)
                })
            };
            let closed = group(game).any(|one| acts_alike(&one));
            assert!(closed, "{first:?}, then {second:?} is no symmetry");
        }
    }
}

/// A symmetry maps legal moves to legal moves, commutes with play, and preserves levels, passes and
/// utilities.
pub fn symmetries_keep_the_rules<G: Symmetric + Notation>(game: &G) {
    for (position, at) in &visits(game) {
        for symmetry in group(game) {
            let image = game.transform(position, symmetry);
            let at = format!("{at}, {symmetry:?}");
            assert_eq!(game.level(&image), game.level(position), "{at}");
            assert_eq!(
                game.terminal_value(&image),
                game.terminal_value(position),
                "{at}"
            );
            assert_eq!(
                game.is_forced_pass(&image),
                game.is_forced_pass(position),
                "{at}"
            );
            let (mut expected, mut legal) = (Vec::new(), game.moves(&image));
            for one in game.moves(position) {
                let moved = game.transform_move(one, symmetry);
                let child = game.play_unchecked(position, one);
                assert_eq!(
                    game.play_unchecked(&image, moved),
                    game.transform(&child, symmetry),
                    "{at}: {one:?} and {moved:?}"
                );
                expected.push(moved);
            }
            expected.sort_unstable();
            legal.sort_unstable();
            assert_eq!(legal, expected, "{at}");
        }
    }
}

/// The representative of a class has its least key, is the same for all members, and is the image
/// under the returned symmetry, which is the first that leads to it.
pub fn representatives_have_the_least_key_of_their_class<G: Symmetric + Notation>(game: &G) {
    for (position, at) in &visits(game) {
        let images: Vec<_> = group(game)
            .map(|symmetry| (game.key(&game.transform(position, symmetry)), symmetry))
            .collect();
        let least = images.iter().map(|(key, _)| *key).min();
        let first = images.iter().find(|(key, _)| Some(*key) == least);
        let (found, by) = game.canonical(position);
        assert_eq!(Some(&(game.key(&found), by)), first, "{at}");
        assert_eq!(game.transform(position, by), found, "{at}");
        for symmetry in group(game) {
            let image = game.transform(position, symmetry);
            assert_eq!(game.canonical(&image).0, found, "{at}, {symmetry:?}");
        }
        let kept = game.representative(position, Reduction::None);
        assert_eq!(kept, (position.clone(), Symmetry::IDENTITY), "{at}");
        let reduced = game.representative(position, Reduction::Canonical);
        assert_eq!(reduced, (found, by), "{at}");
    }
}
