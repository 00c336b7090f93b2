//! Laws of games whose moves depend on the history.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use solveig_game::{
    GameExt, Keyed, Notation, Reduction, RepetitionKey, RepetitionRule, Symmetric, Symmetry,
};

use crate::plays::{plays, visits};

fn history<P>(rule: &dyn RepetitionRule<P>, position: &P) -> BTreeSet<RepetitionKey> {
    let mut keys = BTreeSet::new();
    let flow = rule.history(position, &mut |key| {
        keys.insert(key);
        ControlFlow::Continue(())
    });
    assert!(flow.is_continue(), "the history broke off by itself");
    keys
}

/// In a game with a rule against repetition:
///
/// - the history of a position consists of the repetition keys of the earlier positions of the
///   play;
/// - the moves that are illegal only because of the history are those that lead to a forbidden
///   repetition or to the position's own repetition key;
/// - symmetries preserve both.
pub fn histories_have_the_repetition_keys_of_the_play<G: Symmetric + Notation>(game: &G) {
    let Some(rule) = game.repetition_rule() else {
        return;
    };
    for play in plays(game) {
        let mut before = Vec::new();
        for (position, at) in play.visits(game) {
            let own = rule.repetition_key(position);
            let seen = |one: &G::Position| rule.rebase(rule.repetition_key(one), one, position);
            let before_it: BTreeSet<_> = before.iter().map(seen).collect();
            let earlier = history(rule, position);
            let with_own = |set: &BTreeSet<RepetitionKey>| {
                let mut set = set.clone();
                set.insert(own);
                set
            };
            assert_eq!(with_own(&earlier), with_own(&before_it), "{at}");
            before.push(position.clone());
            missing_moves_repeat(game, rule, position, &at);
            for symmetry in (0..game.symmetries()).map(Symmetry) {
                let at = format!("{at}, {symmetry:?}");
                let image = game.transform(position, symmetry);
                let mapped = |one: RepetitionKey| {
                    let mapped = rule.transform_key(one, symmetry);
                    assert_eq!(one.0.count_ones(), mapped.0.count_ones(), "{at}");
                    mapped
                };
                assert_eq!(rule.repetition_key(&image), mapped(own), "{at}");
                let expected: BTreeSet<_> = earlier.iter().map(|one| mapped(*one)).collect();
                assert_eq!(history(rule, &image), expected, "{at}");
            }
        }
    }
}

fn missing_moves_repeat<G: Keyed>(
    game: &G,
    rule: &dyn RepetitionRule<G::Position>,
    position: &G::Position,
    at: &str,
) {
    let fresh = game.position(game.key(position));
    let fresh = fresh.unwrap_or_else(|error| panic!("{at}: {error}"));
    let own = rule.repetition_key(position);
    let legal = game.moves(position);
    let mut expected = BTreeSet::new();
    for played in game.moves(&fresh) {
        if legal.contains(&played) {
            continue;
        }
        assert!(rule.may_repeat(played), "{at}: {played:?}");
        let repetition = rule.repetition_key(&game.play_unchecked(&fresh, played));
        if repetition != own {
            expected.insert(repetition);
        }
    }
    let mut forbidden = Vec::new();
    rule.forbidden_repetitions(position, &mut forbidden);
    let forbidden: BTreeSet<_> = forbidden.into_iter().collect();
    assert_eq!(forbidden, expected, "{at}");
    for one in forbidden {
        assert!(rule.has_occurred(position, one), "{at}: {one:?}");
        assert!(history(rule, position).contains(&one), "{at}: {one:?}");
    }
}

/// `representative_key` returns the key and symmetry of the representative.
pub fn keys_of_representatives_are_theirs<G: Symmetric + Notation>(game: &G) {
    for (position, at) in &visits(game) {
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
