//! The region that reopening alpha-beta certifies is the one that Takizawa (2026, section 2.2)
//! defines.

use solveig_game::{Game, Keyed, Move};
use solveig_games::connect_four::ConnectFour;
use solveig_games::mnk::Mnk;
use solveig_games::othello::Othello;
use solveig_games::tree::ExplicitTree;
use solveig_search::NodeKind;
use solveig_search::reopening::{
    ExplorationOrder, Lack, Reopening, ReopeningAlphaBeta, ReuseRules, UnmetObligation,
};

use crate::reopening::exhaustive::Exhaustive;
use crate::reopening::random_dag::RandomDag;
use crate::reopening::specification::Specification;
use crate::reopening::trace::random_trees;

/// The rules of reuse that are sound.
pub fn sound_rules() -> [ReuseRules; 3] {
    [
        ReuseRules::proposition_3_10(),
        ReuseRules::joined(),
        ReuseRules::never(),
    ]
}

/// Why the solution that `rules` lead to is not the definition's, if it is not.
pub fn flaw<G: Keyed>(game: &G, reopening: Reopening, rules: &ReuseRules) -> Option<String> {
    let mut exhaustive = Exhaustive::new(game.clone());
    let mut search = ReopeningAlphaBeta::new(game.clone())
        .with_reopening(reopening)
        .with_table(rules.clone());
    let solution = match search.solve() {
        Ok(solution) => solution,
        Err(error) => return Some(error.to_string()),
    };
    if solution.value != exhaustive.value(&game.start()) {
        return Some(format!("the start has not the value {}", solution.value));
    }
    let expected = exhaustive.region();
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
fn region_of_a_game_that_is_over_at_the_start() {
    assert_region_is_the_definitions(&ExplicitTree::parse("3").unwrap(), &sound_rules());
}

#[test]
fn regions_of_small_mnk_games() {
    assert_region_is_the_definitions(&Mnk::new(3, 3, 3).unwrap(), &sound_rules()[..2]);
    assert_region_is_the_definitions(&Mnk::new(4, 3, 3).unwrap(), &sound_rules()[..2]);
}

#[test]
fn regions_of_small_connect_four_games() {
    assert_region_is_the_definitions(&ConnectFour::new(4, 4).unwrap(), &sound_rules()[..2]);
    assert_region_is_the_definitions(&ConnectFour::new(3, 5).unwrap(), &sound_rules()[..2]);
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
fn values_that_are_known() {
    let value = |tree| ReopeningAlphaBeta::new(tree).solve().unwrap().value;
    assert_eq!(
        value(ExplicitTree::parse("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]").unwrap()),
        3
    );
    let othello = Othello::<u64>::new(4, 4).unwrap();
    assert_eq!(ReopeningAlphaBeta::new(othello).solve().unwrap().value, -10);
    let tic_tac_toe = Mnk::new(3, 3, 3).unwrap();
    assert_eq!(
        ReopeningAlphaBeta::new(tic_tac_toe).solve().unwrap().value,
        0
    );
}

/// The exploration order breaks ties: exploring backwards gives the region of the mirrored tree.
#[test]
fn the_exploration_order_is_the_tie_break() {
    struct Backwards;
    impl ExplorationOrder<ExplicitTree> for Backwards {
        fn arrange(
            &self,
            _: &ExplicitTree,
            _: &<ExplicitTree as Game>::Position,
            moves: &mut [Move],
        ) {
            moves.reverse();
        }
    }
    let tree = ExplicitTree::parse("[[1, 1], [0, [2, 2]], [1, 1]]").unwrap();
    let best = |region: &std::collections::BTreeMap<u64, _>| {
        let certified: &solveig_search::reopening::CertifiedPosition = &region[&0];
        certified.best_move
    };
    let forwards = ReopeningAlphaBeta::new(tree.clone()).solve().unwrap();
    let backwards = ReopeningAlphaBeta::in_order(tree, Backwards)
        .solve()
        .unwrap();
    assert_eq!(forwards.value, backwards.value);
    assert_eq!(best(&forwards.region), Some(Move(0)));
    assert_eq!(best(&backwards.region), Some(Move(2)));
    let kinds =
        |region: &std::collections::BTreeMap<u64, solveig_search::reopening::CertifiedPosition>,
         key| { region.get(&key).map(|certified| certified.kind) };
    assert_eq!(kinds(&forwards.region, 1), Some(NodeKind::P));
    assert_eq!(kinds(&backwards.region, 1), Some(NodeKind::APrime));
}

/// A child that was the principal one for a while is searched more thoroughly than the region
/// needs.
#[test]
fn candidates_given_up_are_not_in_the_region() {
    let tree = ExplicitTree::parse("[[[5, 1], [3, 2]], [9, [8, 7]]]").unwrap();
    let mut search = ReopeningAlphaBeta::new(tree.clone());
    let region = search.solve().unwrap().region;
    let table = search.table().unwrap();
    let outside = table.iter().filter(|(key, _)| !region.contains_key(key));
    let searched_as_certified = outside.filter(|(_, stored)| stored.best_move.is_some());
    let names: Vec<String> = searched_as_certified
        .map(|(key, _)| tree.name(tree.position(key).unwrap()))
        .collect();
    assert_eq!(names, ["1.1"]);
}

#[test]
fn algorithm_3_finds_the_value_of_tic_tac_toe() {
    let game = Mnk::new(3, 3, 3).unwrap();
    let mut oracle = Exhaustive::new(game.clone());
    let canonical = |position: &_| oracle.canonical_move(position).expect("a move");
    assert_eq!(Specification::new(game, canonical).solve(), Ok(0));
}

#[test]
fn an_unmet_obligation_says_what_is_lacking() {
    let unmet = UnmetObligation {
        key: 42u64,
        kind: NodeKind::APrime,
        lack: Lack::Move,
    };
    let said = "position 0x2a is certified as A', but its canonical move was never determined";
    assert_eq!(unmet.to_string(), said);
}
