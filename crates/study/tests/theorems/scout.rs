//! Scout: section 10.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use solveig_study::trees::algorithms::{Algorithm, PrincipalVariation, Storage, run};
use solveig_study::trees::event::{Event, NoopObserver};
use solveig_study::trees::{GameTree, SearchTree};

use crate::sampled::{TREES, hold_with_larger};

const CHOICES: [PrincipalVariation; 3] = [
    PrincipalVariation::Bound,
    PrincipalVariation::First,
    PrincipalVariation::Last,
];

#[test]
fn theorems_10_1_and_10_2_scout_finds_the_value_and_visits_alive_nodes_alone() {
    hold_with_larger(TREES, |tree, _| {
        let value = tree.values()[0];
        for choice in CHOICES {
            for storage in [Storage::Weak, Storage::Heavy] {
                let algorithm = Algorithm::Scout(choice, storage);
                let is_stated = (choice, storage) == (PrincipalVariation::Bound, Storage::Heavy);
                let mut watch = |event: Event, search: &SearchTree<'_>| {
                    if let Event::Visit { node, .. } = event {
                        assert!(!is_stated || search.is_alive(node), "Theorem 10.2");
                    }
                };
                assert_eq!(run(tree, algorithm, &mut watch).value, value);
            }
        }
        let pvs = run(tree, Algorithm::PrincipalVariationSearch, &mut NoopObserver);
        assert_eq!(pvs.value, value);
    });
}

fn expands_only_what_alpha_beta_does(tree: &GameTree, algorithm: Algorithm) -> bool {
    let alpha_beta = run(tree, Algorithm::AlphaBeta, &mut NoopObserver).search;
    let other = run(tree, algorithm, &mut NoopObserver).search;
    let mut expanded = tree.nodes().filter(|node| other.is_expanded(*node));
    expanded.all(|node| alpha_beta.is_expanded(node))
}

#[test]
fn principal_variation_search_expands_what_alpha_beta_expands() {
    hold_with_larger(TREES, |tree, _| {
        let algorithm = Algorithm::PrincipalVariationSearch;
        assert!(expands_only_what_alpha_beta_does(tree, algorithm));
    });
}

#[test]
fn scout_may_expand_what_alpha_beta_does_not() {
    // The paper does not claim otherwise: Scout finds the exact value of the child it guesses,
    // whatever bounds are known for other children.
    for choice in CHOICES {
        let algorithm = Algorithm::Scout(choice, Storage::Heavy);
        let found = AtomicBool::new(false);
        hold_with_larger(TREES / 10, |tree, _| {
            found.fetch_or(!expands_only_what_alpha_beta_does(tree, algorithm), Relaxed);
        });
        assert!(found.into_inner(), "{choice:?}");
    }
}
