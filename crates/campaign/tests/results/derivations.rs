//! What follows from a store, beside the values of the solver and the checker's derivation.

use std::cell::RefCell;

use solveig_campaign::results::derive::{DeriveOptions, DerivedBounds, Goal, derive, hypotheses};
use solveig_campaign::results::store::Store;
use solveig_game::{Interval, Notation};
use solveig_search::{StopToken, Window};
use solveig_verify::conclusion::{Claim, derive as derive_by_checker};
use solveig_verify::{Budget, Limits, Rules};

use crate::world::{World, edit};

fn options(memory: u64) -> DeriveOptions {
    DeriveOptions {
        goal: Goal::Window(Window { alpha: -1, beta: 1 }),
        memory,
        threads: 2,
        stop: StopToken::never(),
    }
}

pub fn derived(store: &Store) -> Vec<DerivedBounds> {
    derive(store, &options(1 << 20), &|_, _| ()).unwrap()
}

/// Whether bounds follow by the checker's derivation.
fn checked(store: &Store, letters: &str, bounds: Interval) -> (bool, bool) {
    let to_checker = |bounds: Interval| solveig_verify::Interval {
        least: bounds.lower,
        greatest: bounds.upper,
    };
    let board = store.board();
    let position = board.stones(letters.as_bytes(), false).unwrap();
    let lookup = RefCell::new(store.lookup().unwrap());
    let premises = |key| {
        let found = lookup.borrow_mut().bounds(key).unwrap();
        found.map(to_checker)
    };
    let claim = Claim {
        position,
        bounds: to_checker(bounds),
        cut: board.cut(),
    };
    let budget = Budget::new(Limits::default());
    let found = derive_by_checker(board.rules(), claim, premises, &budget).unwrap();
    (found.lower_follows, found.upper_follows)
}

/// The bounds that follow are the best ones that follow by the checker's derivation.
fn expect_best(store: &Store) {
    let all = store.board().all();
    for DerivedBounds { board, bounds, .. } in derived(store) {
        assert_eq!(
            checked(store, &board, bounds),
            (true, true),
            "{board}: {bounds:?}"
        );
        if bounds.lower < all.upper {
            let lower = bounds.lower + 1;
            let better = Interval {
                lower,
                upper: all.upper,
            };
            assert!(!checked(store, &board, better).0, "{board}: {bounds:?}");
        }
        if bounds.upper > all.lower {
            let upper = bounds.upper - 1;
            let better = Interval {
                lower: all.lower,
                upper,
            };
            assert!(!checked(store, &board, better).1, "{board}: {bounds:?}");
        }
    }
}

fn expect_values(world: &World) {
    world.import().unwrap();
    let store = world.store();
    let found = derived(&store);
    assert_eq!(found.len(), world.hypotheses.len());
    for (derived, (letters, value)) in found.iter().zip(&world.hypotheses) {
        assert_eq!(&derived.board, letters);
        assert_eq!(derived.bounds, Interval::exact(*value), "{letters}");
        assert_eq!(derived.missing, []);
    }
    expect_best(&store);
}

#[test]
fn values_of_all_hypotheses_follow_on_4x4() {
    for (first, second) in [(11, 10), (10, 6), (9, 4), (10, 2), (11, 1)] {
        expect_values(&World::whole(4, 4, first, second));
    }
}

#[test]
fn values_of_all_hypotheses_follow_on_6x4_and_4x6() {
    expect_values(&World::whole(6, 4, 18, 12));
    expect_values(&World::whole(4, 6, 18, 11));
}

#[test]
fn values_of_hypotheses_follow_on_6x6() {
    let world = World::below(6, 6, 25, 24, 18);
    assert!(!world.hypotheses.is_empty());
    expect_values(&world);
}

/// Of a list, what its rows say follows exactly if it does by the checker's derivation, with whole
/// and with thinned results; where it does not, the bounds are the best.
#[test]
fn rows_of_a_list_follow_if_they_do_by_the_checker() {
    let world = World::whole(4, 4, 9, 6);
    let (mut true_rows, mut failed) = (0, 0);
    for kept in [usize::MAX, 12, 6] {
        for path in std::fs::read_dir(world.results()).unwrap() {
            edit(&path.unwrap().path(), |lines| lines.truncate(kept));
        }
        world.import_again().unwrap();
        let store = world.store();
        let best = derived(&store);
        let all = store.board().all();
        for (score, alpha, beta) in (all.lower..=all.upper)
            .step_by(2)
            .flat_map(|bound| [(bound, bound - 2, bound), (bound, bound, bound + 2)])
            .chain((-8..=8).step_by(2).map(|value| (value, -16, 16)))
            .filter(|(_, alpha, beta)| *alpha >= all.lower && *beta <= all.upper)
        {
            let mut text = "obf,count,score,alpha,beta\n".to_owned();
            for letters in world.hypotheses.keys() {
                text += &format!("{letters} X;,1,{score},{alpha},{beta}\n");
            }
            let list = hypotheses(&store, "list".as_ref(), text.as_bytes()).unwrap();
            let options = DeriveOptions {
                goal: Goal::List(list.clone()),
                ..options(1 << 20)
            };
            let found = derive(&store, &options, &|_, _| ()).unwrap();
            assert_eq!(found.len(), best.len());
            for (one, best) in found.iter().zip(&best) {
                let said = one.hypothesis.unwrap().bounds(list.range());
                let follows = checked(&store, &one.board, said) == (true, true);
                assert_eq!(one.decided, follows, "{one:?}");
                assert_eq!(checked(&store, &one.board, one.bounds), (true, true));
                if follows {
                    assert!(said.lower <= one.bounds.lower && one.bounds.upper <= said.upper);
                    true_rows += 1;
                } else {
                    assert_eq!(one.bounds, best.bounds);
                    failed += 1;
                }
            }
        }
    }
    assert!(true_rows > 300 && failed > 300, "{true_rows} {failed}");
}

#[test]
fn results_change_nothing_whatever_the_memory_and_the_threads() {
    let world = World::whole(4, 4, 10, 5);
    world.import().unwrap();
    let store = world.store();
    let expected: Vec<_> = derived(&store).into_iter().map(|one| one.bounds).collect();
    let mut thin = Store::open(&world.store_path(), 0).unwrap();
    for threads in [1, 3] {
        let options = DeriveOptions {
            threads,
            ..options(0)
        };
        let found = derive(&thin, &options, &|_, _| ()).unwrap();
        let found: Vec<_> = found.into_iter().map(|one| one.bounds).collect();
        assert_eq!(found, expected);
        thin.check(1 << 20, |_| Ok(())).unwrap();
    }
}

/// Each row is taken out in turn: then weaker bounds follow, and what is open is named, or the row
/// was not needed.
#[test]
fn without_a_row_that_is_needed_the_play_to_an_open_position_is_named() {
    let world = World::whole(4, 4, 9, 7);
    let path = world.first_file();
    let original = std::fs::read_to_string(&path).unwrap();
    world.import().unwrap();
    let whole = derived(&world.store());
    let mut named = 0;
    for row in 1..original.lines().count() {
        std::fs::write(&path, &original).unwrap();
        edit(&path, |lines| drop(lines.remove(row)));
        world.import_again().unwrap();
        let store = world.store();
        for (now, before) in derived(&store).into_iter().zip(&whole) {
            assert!(now.bounds.lower <= before.bounds.lower);
            assert!(now.bounds.upper >= before.bounds.upper);
            for missing in &now.missing {
                // More than one where several ways lead to the position of the row.
                assert!(missing.open.is_some_and(|open| open > 0), "{missing:?}");
                let end = &missing.line.position.as_bytes()[..16];
                let end = world.board.stones(end, false).unwrap();
                let rules = world.board.rules();
                let key = rules.key(&rules.canonical(&end));
                let bounds = store.lookup().unwrap().bounds(key).unwrap();
                assert!(bounds.is_none_or(|bounds| bounds.lower < bounds.upper));
                assert!(!missing.line.moves.is_empty());
                named += 1;
            }
        }
        expect_best(&store);
    }
    assert!(named > 0);
}

#[test]
fn an_open_position_after_a_play_that_is_named_is_reached_by_it() {
    use solveig_game::{Game, GameExt};
    let world = World::whole(4, 4, 9, 6);
    for path in std::fs::read_dir(world.results()).unwrap() {
        edit(&path.unwrap().path(), |lines| lines.truncate(1));
    }
    world.import().unwrap();
    let found = derived(&world.store());
    let mut named = 0;
    for one in &found {
        let Interval { lower, upper } = one.bounds;
        let value = world.hypotheses[&one.board];
        assert!((lower..=upper).contains(&value), "{one:?}");
        named += one.missing.len();
        for missing in &one.missing {
            assert_eq!(missing.claim.value(), 0);
            let mut position = world.position(&one.board);
            for name in missing.line.moves.split(' ') {
                let moves = world.game.moves(&position);
                let played = moves
                    .into_iter()
                    .find(|played| world.game.format_move(*played) == name);
                position = world.game.play_unchecked(&position, played.unwrap());
            }
            let letters = world.letters(position.mover, position.opponent);
            assert_eq!(missing.line.position, format!("{letters} X;"));
            assert_eq!(world.empty_squares(&position), 6);
        }
    }
    assert!(named > 1);
}
