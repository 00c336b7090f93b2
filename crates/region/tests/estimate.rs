//! Estimates beside what builds find.

use std::sync::Arc;

use solveig_game::{Game, Reduction};
use solveig_games::connect_four::ConnectFour;
use solveig_games::othello::Othello;
use solveig_region::{Closure, Estimate, Proof, Refutation, Scope, Values, count, estimate};
use solveig_search::knowledge::connect_four::ConnectFourKnowledge;
use solveig_search::knowledge::othello::OthelloKnowledge;
use solveig_search::{Knowledge, PrincipalVariationSearch, TranspositionTable};

/// What is expected of a solve, and how many positions of the region and of its proof there are.
fn both<G: Game, N: Knowledge<G>>(game: G, knowledge: N, scope: Scope) -> (Estimate, u64, u64) {
    let table = Arc::new(TranspositionTable::new(&game, 1 << 22).unwrap());
    let reduction = Reduction::Canonical;
    let oracle = PrincipalVariationSearch::new(game.clone(), knowledge.clone(), table, reduction);
    let mut oracles = [oracle];
    let closure = Closure {
        cut: game.max_level(),
        proof: Some(Proof {
            refutation: Refutation::FirstInOrder,
            to_level: game.max_level(),
        }),
        game,
        knowledge,
        scope,
        reduction,
        values: Values::Solved,
    };
    let estimated = estimate(&closure, &mut oracles[0]).unwrap();
    let levels = count(&closure, None, &mut oracles, &mut |_| {}).unwrap();
    let region = levels.iter().map(|(_, census)| census.certified).sum();
    let proof = levels.iter().map(|(_, census)| census.auxiliary).sum();
    (estimated, region, proof)
}

fn assert_near(estimated: f64, found: u64, factor: f64) {
    let found = found as f64;
    assert!(
        found / factor <= estimated && estimated <= found * factor,
        "{estimated} estimated, {found} found"
    );
}

/// The proof is estimated without what payoff bounds spare it.
fn assert_no_less(estimated: f64, found: u64) {
    let found = found as f64;
    assert!(
        found / 2.0 <= estimated && estimated <= found * 20.0,
        "{estimated} estimated, {found} found"
    );
}

#[test]
fn small_regions_are_estimated_within_a_factor_of_three() {
    let game = Othello::<u64>::new(6, 4).unwrap();
    let (estimated, region, proof) = both(
        game.clone(),
        OthelloKnowledge::new(&game),
        Scope::SemiStrong,
    );
    assert_near(estimated.positions().0, region, 3.0);
    assert_no_less(estimated.positions().1, proof);
    assert!(estimated.nodes > 0.0 && estimated.seconds > 0.0);

    let game = ConnectFour::new(5, 4).unwrap();
    let (estimated, region, proof) = both(game.clone(), ConnectFourKnowledge, Scope::SemiStrong);
    assert_near(estimated.positions().0, region, 3.0);
    assert_no_less(estimated.positions().1, proof);
}

#[test]
fn a_strong_region_that_is_followed_whole_is_counted() {
    let game = Othello::<u64>::new(4, 4).unwrap();
    let (estimated, region, proof) =
        both(game.clone(), OthelloKnowledge::new(&game), Scope::Strong);
    assert_eq!((proof, estimated.positions().1), (0, 0.0));
    assert_near(estimated.positions().0, region, 1.5);
}

#[test]
fn bytes_are_about_those_of_the_file() {
    // A solution of 6x6 Othello to 26 discs has 14,474,291 records in 67,289,225 bytes.
    let levels = [(24, 2_455_582), (25, 3_486_705), (26, 5_468_496)];
    let estimated = Estimate {
        levels: levels
            .map(|(level, records)| solveig_region::EstimatedLevel {
                level,
                artifact: f64::from(records),
                certificate: 0.0,
            })
            .to_vec(),
        nodes: 0.0,
        seconds: 0.0,
    };
    let records: i32 = levels.iter().map(|(_, records)| records).sum();
    let (bytes, none) = estimated.bytes(58);
    assert_near(bytes, (f64::from(records) * 4.65) as u64, 1.2);
    assert_eq!(none, 0.0);
}
