//! Positions of Othello by the solver's rules and by the checker's: the only place where one
//! becomes the other. Both read and write boards as text, so neither relies on the other's bits.

use solveig_game::Notation;
use solveig_verify::{Othello, Rules, Stones};

use crate::obf;

/// A position of the solver's as one of the checker's. Both have the same side to move.
///
/// # Errors
///
/// Fails with the reason if `game` is not played on the board of `rules`.
pub(crate) fn to_checker<G: Notation>(
    rules: &Othello,
    game: &G,
    position: &G::Position,
) -> Result<Stones, String> {
    let board = game.format_board(position, true);
    let board = board.ok_or_else(|| format!("{} has no boards", game.spec()))?;
    obf::position(rules, format!("{board};").as_bytes())
}

/// The position with a key of the checker's as one of the solver's.
///
/// # Errors
///
/// Fails with the reason if no position has the key, or if `game` is not played on that board.
pub(crate) fn to_solver<G: Notation>(
    rules: &Othello,
    game: &G,
    key: u128,
) -> Result<G::Position, String> {
    let position = rules.position(key);
    let position = position.ok_or_else(|| format!("no position has the key {key:#x}"))?;
    let read = game.parse_position(&rules.describe(&position));
    read.map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use solveig_game::random::Random;
    use solveig_game::{Game, GameExt, Key, Keyed, Reduction, Symmetric};
    use solveig_games::othello::Othello as Solvers;
    use solveig_verify::{KnownRules, Stage, none_given, rules_for};

    use super::*;

    fn rules(spec: &str) -> Othello {
        match rules_for(spec, &none_given).unwrap() {
            KnownRules::Othello(rules) => rules,
            _ => unreachable!(),
        }
    }

    /// What the two sets of rules say of one position: the classes of symmetric positions to which
    /// it and its children belong, by either, and that all else agrees. `classes` says which class
    /// of the checker's is which of the solver's.
    fn compare<K: Key>(
        rules: &Othello,
        game: &Solvers<K>,
        position: &<Solvers<K> as Game>::Position,
        classes: &mut [BTreeMap<u128, u128>; 2],
        counts: &mut BTreeMap<&'static str, u32>,
    ) {
        let stones = to_checker(rules, game, position).unwrap();
        let back = to_solver(rules, game, rules.key(&stones)).unwrap();
        assert_eq!(&back, position);
        assert_eq!(rules.level(&stones), game.level(position));
        let mut children = Vec::new();
        let stage = rules.stage(&stones);
        *counts
            .entry(match stage {
                Stage::Moves => "moves",
                Stage::Pass => "pass",
                Stage::Over(_) => "over",
            })
            .or_default() += 1;
        match (stage, game.terminal_value(position)) {
            (Stage::Over(value), over) => return assert_eq!(over, Some(value)),
            (_, over) => assert_eq!(over, None),
        }
        rules.children(&stones, &mut children);
        let children: BTreeSet<u128> = children.iter().map(|child| rules.key(child)).collect();
        let played = game.moves(position).into_iter().map(|played| {
            let child = game.play_unchecked(position, played);
            rules.key(&to_checker(rules, game, &child).unwrap())
        });
        assert_eq!(children, played.collect());
        let by_checker = rules.key(&rules.canonical(&stones));
        let by_solver = game.representative_key(position, Reduction::Canonical).0;
        let by_solver = by_solver.to_u128();
        // A class of either is one class of the other.
        assert_eq!(
            *classes[0].entry(by_checker).or_insert(by_solver),
            by_solver
        );
        assert_eq!(
            *classes[1].entry(by_solver).or_insert(by_checker),
            by_checker
        );
    }

    #[test]
    fn positions_are_the_same_by_both_sets_of_rules_with_passes_and_symmetries() {
        let rules = rules("othello:4x4");
        let game = Solvers::<u64>::new(4, 4).unwrap();
        let (mut classes, mut counts) = (<[BTreeMap<_, _>; 2]>::default(), BTreeMap::new());
        let mut seen = BTreeSet::new();
        let mut open = vec![game.start()];
        while let Some(position) = open.pop() {
            if !seen.insert(game.key(&position)) {
                continue;
            }
            compare(&rules, &game, &position, &mut classes, &mut counts);
            let moves = game.moves(&position).into_iter();
            open.extend(moves.map(|played| game.play_unchecked(&position, played)));
        }
        assert!(
            counts["pass"] > 1_000 && counts["over"] > 1_000,
            "{counts:?}"
        );
        assert!(
            3 * classes[0].len() < seen.len(),
            "symmetric positions are one"
        );
    }

    #[test]
    fn positions_of_random_play_are_the_same_on_larger_boards() {
        let mut random = Random::new(11);
        for (columns, rows) in [(6, 4), (4, 6), (6, 6), (8, 8)] {
            let rules = rules(&format!("othello:{columns}x{rows}"));
            let game = Solvers::<u128>::new(columns, rows).unwrap();
            let (mut classes, mut counts) = (<[BTreeMap<_, _>; 2]>::default(), BTreeMap::new());
            for _ in 0..60 {
                let mut position = game.start();
                while game.terminal_value(&position).is_none() {
                    // Each with the images of the game's symmetries.
                    for symmetry in (0..game.symmetries()).map(solveig_game::Symmetry) {
                        let image = game.transform(&position, symmetry);
                        compare(&rules, &game, &image, &mut classes, &mut counts);
                    }
                    let played = *random.pick(&game.moves(&position));
                    position = game.play_unchecked(&position, played);
                }
            }
            assert!(counts["pass"] > 20, "{columns}x{rows}: {counts:?}");
        }
    }

    #[test]
    fn a_board_of_another_size_is_refused() {
        let game = Solvers::<u64>::new(6, 6).unwrap();
        let small = rules("othello:4x4");
        let refused = to_checker(&small, &game, &game.start()).unwrap_err();
        assert!(
            refused.contains("expected the 16 of othello:4x4"),
            "{refused}"
        );
        let key = small.key(&small.start());
        assert!(to_solver(&small, &game, key).is_err());
    }
}
