//! The counts of the published tables, by the closure and naively.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use solveig_game::{Game, GameExt, Keyed, Reduction};
use solveig_games::connect_four::ConnectFour;
use solveig_region::{CertificateScope, Closure, RefutationMethod, Scope, ScopeClosure, count};
use solveig_search::{NoKnowledge, PrincipalVariationSearch, StopToken, TranspositionTable};
use solveig_study::published::{KindUnion, PublishedClosure};

use solveig_testkit::exhaustive::Exhaustive;

/// Breadth first with sets of node kinds, as the program behind Table 5 of Takizawa (2026) does it,
/// but written from its rules: kinds are the paper's letters.
fn published_counts<G: Keyed>(game: &G) -> BTreeMap<u32, [u64; 2]> {
    let mut oracle = Exhaustive::new(game);
    let max = game.value_range().max;
    let mut counts = BTreeMap::new();
    let mut layer = BTreeMap::from([(game.key(&game.start()), BTreeSet::from(["P"]))]);
    while !layer.is_empty() {
        let mut next: BTreeMap<G::Key, BTreeSet<&str>> = BTreeMap::new();
        for (key, kinds) in &layer {
            let position = game.position(*key).unwrap();
            let only = |allowed: &[&str]| kinds.iter().all(|kind| allowed.contains(kind));
            let in_artifact = !only(&["C", "A"]);
            let count: &mut [u64; 2] = counts.entry(game.level(&position)).or_default();
            count[usize::from(!in_artifact)] += 1;
            let value = oracle.solve(&position);
            let moves = game.moves(&position);
            let mut worth = |played| -oracle.solve(&game.play_unchecked(&position, played));
            let Some(best) = moves.iter().find(|one| worth(**one) == value) else {
                continue;
            };
            for played in &moves {
                let is_best = played == best;
                let spared = only(&["C"]) || (only(&["A'", "C", "A"]) && value == max);
                if spared && !is_best {
                    continue;
                }
                let child = game.key(&game.play_unchecked(&position, *played));
                let demands = next.entry(child).or_default();
                demands.extend(kinds.iter().map(|kind| match (*kind, is_best) {
                    ("P", true) => "P",
                    ("A'", true) => "P'",
                    ("P" | "P'", _) => "A'",
                    ("A'" | "A", _) => "C",
                    ("C", _) => "A",
                    (other, _) => panic!("{other} is no kind"),
                }));
            }
        }
        layer = next;
    }
    counts
}

/// The positions of the region and of its proof, by level.
fn counted<C: Closure>(closure: &C) -> BTreeMap<u32, [u64; 2]> {
    let game = closure.game();
    let table = Arc::new(TranspositionTable::new(game, 1 << 20).unwrap());
    let oracle = || {
        let table = Arc::clone(&table);
        PrincipalVariationSearch::new(game.clone(), NoKnowledge, table, Reduction::Canonical)
    };
    let never = StopToken::never();
    let levels = count(
        closure,
        None,
        &mut [oracle(), oracle()],
        &never,
        &mut |_| {},
    )
    .unwrap();
    let levels = levels.into_iter();
    levels
        .map(|one| {
            (
                one.level,
                [one.counts.in_region(), one.counts.in_proof_alone()],
            )
        })
        .collect()
}

#[test]
fn the_published_rule_keeps_node_kinds_apart() {
    let mut surplus = 0;
    for (columns, rows) in [(4, 4), (3, 4), (4, 3), (5, 3)] {
        let game = ConnectFour::new(columns, rows).unwrap();
        let published = counted(&PublishedClosure {
            game: game.clone(),
            reduction: Reduction::None,
            to_level: game.max_level(),
            union: KindUnion::Each,
            preferred: None,
        });
        assert_eq!(published, published_counts(&game), "{columns}x{rows}");
        let canonical = counted(&ScopeClosure {
            knowledge: Arc::new(NoKnowledge),
            scope: Scope::SemiStrong,
            reduction: Reduction::None,
            cut: game.max_level(),
            proof: Some(CertificateScope {
                refutation: RefutationMethod::Canonical,
                to_level: game.max_level(),
            }),
            game,
        });
        for (level, [artifact, certificate]) in canonical {
            assert_eq!(published[&level][0], artifact);
            assert!(published[&level][1] >= certificate);
            surplus += published[&level][1] - certificate;
        }
    }
    assert!(surplus > 0, "boards too small to show the difference");
}
