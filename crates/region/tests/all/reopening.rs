//! Two independent ways to a semi-strong region: reopening alpha-beta follows the decisions of one
//! search (Takizawa 2026, Algorithm 2), the builder closes roles level by level. They must agree.

use std::collections::BTreeMap;
use std::sync::Arc;

use solveig_format::{Reader, Record, Roles};
use solveig_game::{GameExt, Key, Keyed, Notation, Reduction, Symmetric};
use solveig_games::connect_four::ConnectFour;
use solveig_games::mnk::Mnk;
use solveig_games::othello::Othello;
use solveig_region::{Closure, Scope, solve};
use solveig_search::reopening::{ReopeningAlphaBeta, ReuseRules};
use solveig_search::{NoKnowledge, NodeKind, PrincipalVariationSearch, TranspositionTable};

fn by_reopening<G: Keyed>(game: &G) -> BTreeMap<(u32, u128), Record> {
    let mut search =
        ReopeningAlphaBeta::new(game.clone()).with_table(ReuseRules::proposition_3_10());
    let solution = search.solve().unwrap();
    let mut records = BTreeMap::new();
    for (key, certified) in solution.region {
        let position = game.position(key).unwrap();
        if game.terminal_value(&position).is_some() || game.is_forced_pass(&position) {
            continue;
        }
        let roles = match certified.kind {
            NodeKind::P => Roles::Both,
            NodeKind::APrime => Roles::Optimal,
            NodeKind::PPrime => Roles::Free,
            NodeKind::C | NodeKind::A => panic!("{:?} is not certified", certified.kind),
        };
        let move_index = certified
            .best_move
            .filter(|_| roles.is_optimal())
            .map(|best| {
                game.moves(&position)
                    .iter()
                    .position(|played| *played == best)
                    .unwrap() as u16
            });
        let record = Record {
            key: key.to_u128(),
            roles,
            value: certified.value,
            move_index,
        };
        records.insert((game.level(&position), record.key), record);
    }
    records
}

fn by_closure<G: Symmetric + Notation>(
    game: &G,
    table_bytes: u64,
) -> BTreeMap<(u32, u128), Record> {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.sol");
    let closure = Closure {
        game: game.clone(),
        knowledge: Arc::new(NoKnowledge),
        scope: Scope::SemiStrong,
        reduction: Reduction::None,
        cut: game.max_level(),
        proof: None,
    };
    let table = Arc::new(TranspositionTable::new(game, table_bytes).unwrap());
    let oracle = || {
        let table = Arc::clone(&table);
        PrincipalVariationSearch::new(game.clone(), NoKnowledge, table, Reduction::Canonical)
    };
    solve(
        &closure,
        &path,
        None,
        &mut [oracle(), oracle()],
        &mut |_| {},
    )
    .unwrap();
    let reader = Reader::open(&path).unwrap();
    let levels = reader.levels().iter().map(|level| level.level);
    levels
        .flat_map(|level| {
            reader
                .records(level)
                .map(move |record| (level, record.unwrap()))
        })
        .map(|(level, record)| ((level, record.key), record))
        .collect()
}

fn both_ways_agree<G: Symmetric + Notation>(game: &G) {
    let expected = by_reopening(game);
    for table_bytes in [64, 1 << 20] {
        let found = by_closure(game, table_bytes);
        assert!(
            found == expected,
            "{} with {table_bytes} bytes of table",
            game.spec()
        );
    }
}

#[test]
fn the_builder_and_reopening_alpha_beta_certify_the_same_region() {
    both_ways_agree(&Mnk::new(3, 3, 3).unwrap());
    both_ways_agree(&Mnk::new(4, 3, 3).unwrap());
    both_ways_agree(&ConnectFour::new(4, 4).unwrap());
    both_ways_agree(&ConnectFour::new(5, 4).unwrap());
    both_ways_agree(&Othello::<u64>::new(4, 4).unwrap());
}
