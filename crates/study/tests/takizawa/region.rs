//! The region that reopening alpha-beta certifies is the one that Takizawa (2026, section 2.2)
//! defines.

use solveig_game::{Game, Keyed};
use solveig_games::connect_four::ConnectFour;
use solveig_games::go::Go;
use solveig_games::mnk::Mnk;
use solveig_games::othello::Othello;
use solveig_games::tree::ExplicitTree;
use solveig_study::reopening::{NodeKind, Reopening, ReopeningAlphaBeta, ReuseRules};

use solveig_testkit::exhaustive::Exhaustive;

use crate::exhaustive::region;
use crate::random_dag::RandomDag;
use crate::trace::random_trees;

/// The rules of reuse that are sound.
fn sound_rules() -> [ReuseRules; 3] {
    [
        ReuseRules::proposition_3_10(),
        ReuseRules::joined(),
        ReuseRules::never(),
    ]
}

/// Why the solution that `rules` lead to is not the definition's, if it is not.
pub fn flaw<G: Keyed>(game: &G, reopening: Reopening, rules: &ReuseRules) -> Option<String> {
    let mut exhaustive = Exhaustive::new(game);
    let mut search = ReopeningAlphaBeta::new(game.clone())
        .with_reopening(reopening)
        .with_table(rules.clone());
    let solution = match search.solve() {
        Ok(solution) => solution,
        Err(error) => return Some(error.to_string()),
    };
    if solution.value != exhaustive.solve(&game.start()) {
        return Some(format!("the start has not the value {}", solution.value));
    }
    let expected = region(&mut exhaustive);
    if !solution.region.keys().eq(expected.keys()) {
        return Some("other positions".to_owned());
    }
    for (key, (kind, value, best_move)) in expected {
        let found = solution.region[&key];
        let move_is_right = match found.best_move {
            None => kind == NodeKind::PPrime || best_move.is_none(),
            some => some == best_move,
        };
        if (found.kind, found.value) != (kind, value) || !move_is_right {
            return Some(format!(
                "{key:?} is {kind} {value} {best_move:?}, not {found:?}"
            ));
        }
    }
    None
}

fn assert_region_is_the_definitions<G: Keyed>(game: &G, rules: &[ReuseRules]) {
    for reopening in [Reopening::Unbounded, Reopening::PayoffBound] {
        for rules in rules {
            let flaw = flaw(game, reopening, rules);
            assert_eq!(
                flaw,
                None,
                "{} with {reopening:?} and {rules:?}",
                game.spec()
            );
        }
    }
}

#[test]
fn regions_of_random_trees() {
    for tree in random_trees(0..300) {
        assert_region_is_the_definitions(&tree, &sound_rules());
    }
}

#[test]
fn regions_of_random_graphs() {
    for graph in RandomDag::family(0..1000) {
        assert_region_is_the_definitions(&graph, &sound_rules());
    }
}

#[test]
fn regions_of_small_games() {
    assert_region_is_the_definitions(&ExplicitTree::parse("3").unwrap(), &sound_rules());
    let rules = &sound_rules()[..2];
    assert_region_is_the_definitions(&Mnk::new(3, 3, 3).unwrap(), rules);
    assert_region_is_the_definitions(&Mnk::new(4, 3, 3).unwrap(), rules);
    assert_region_is_the_definitions(&ConnectFour::new(4, 4).unwrap(), rules);
    assert_region_is_the_definitions(&ConnectFour::new(3, 5).unwrap(), rules);
}

/// Passes are moves, and positions that must pass are positions of the region.
#[test]
fn regions_of_small_othello_games() {
    let game = Othello::<u64>::new(4, 4).unwrap();
    assert_region_is_the_definitions(&game, &sound_rules()[..2]);
    let region = ReopeningAlphaBeta::new(game.clone())
        .solve()
        .unwrap()
        .region;
    let position = |key: &u64| game.position(*key).unwrap();
    assert!(region.keys().any(|key| game.is_forced_pass(&position(key))));
}

#[test]
#[should_panic(expected = "the values of go:2x2 depend on history")]
fn there_is_no_table_where_keys_say_too_little() {
    let _ = ReopeningAlphaBeta::new(Go::new(2, 2).unwrap()).with_table(ReuseRules::never());
}
