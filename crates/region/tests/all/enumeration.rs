//! Enumeration against the builder, which settles each position it counts.

use std::sync::Arc;

use solveig_game::{
    Game, InvalidKey, Keyed, Move, Notation, Reduction, Symmetric, Value, ValueRange,
};
use solveig_games::connect_four::ConnectFour;
use solveig_games::hex::Hex;
use solveig_games::mnk::Mnk;
use solveig_games::othello::Othello;
use solveig_games::random_tree::{Parameters, RandomTree};
use solveig_region::{BuildError, Enumeration, Scope, ScopeClosure, count, enumerate};
use solveig_search::{NoKnowledge, StopToken};
use solveig_testkit::exhaustive::Exhaustive;
use solveig_testkit::moments::copy;
use solveig_testkit::write_by_codes;

/// One to three are taken from a heap; a move may rise several levels.
#[derive(Clone)]
struct Subtraction {
    heap: u32,
    /// From this number on, levels stand still, against the law.
    stuck: u32,
}

impl Subtraction {
    const fn of(heap: u32) -> Self {
        Self { heap, stuck: heap }
    }
}

impl Game for Subtraction {
    type Position = u32;

    fn spec(&self) -> String {
        format!("subtraction:{}", self.heap)
    }

    fn start(&self) -> u32 {
        0
    }

    fn legal_moves(&self, pebbles: &u32, moves: &mut Vec<Move>) {
        moves.extend((1..=3.min(self.heap - pebbles)).map(|take| Move(take as u16)));
    }

    fn play_unchecked(&self, pebbles: &u32, played: Move) -> u32 {
        pebbles + u32::from(played.0)
    }

    fn terminal_value(&self, pebbles: &u32) -> Option<Value> {
        (*pebbles == self.heap).then_some(-1)
    }

    fn value_range(&self) -> ValueRange {
        ValueRange::symmetric(1)
    }

    fn level(&self, pebbles: &u32) -> u32 {
        *pebbles.min(&self.stuck)
    }

    fn max_level(&self) -> u32 {
        self.heap
    }
}

impl Keyed for Subtraction {
    type Key = u64;

    fn key(&self, pebbles: &u32) -> u64 {
        u64::from(*pebbles)
    }

    fn position(&self, key: u64) -> Result<u32, InvalidKey> {
        let pebbles = u32::try_from(key)
            .ok()
            .filter(|pebbles| *pebbles <= self.heap);
        pebbles.ok_or(InvalidKey(key.into()))
    }

    fn key_bits(&self) -> u32 {
        32
    }

    fn move_codes(&self) -> u16 {
        4
    }
}

write_by_codes!(Subtraction);

fn enumeration<G: Symmetric>(game: &G, reduction: Reduction) -> Enumeration<G> {
    Enumeration {
        game: game.clone(),
        successors: solveig_game::successors,
        reduction,
        to_level: game.max_level(),
        memory: 1 << 26,
        threads: 2,
        stop: StopToken::never(),
    }
}

fn by_building<G: Symmetric + Notation>(
    game: &G,
    reduction: Reduction,
    to_level: u32,
) -> Result<Vec<(u32, u64)>, BuildError> {
    let closure = ScopeClosure {
        game: game.clone(),
        knowledge: Arc::new(NoKnowledge),
        scope: Scope::Strong,
        reduction,
        cut: to_level,
        proof: None,
    };
    let levels = count(
        &closure,
        None,
        &mut [Exhaustive::new(game)],
        &StopToken::never(),
        &mut |_| {},
    )?;
    let levels = levels.into_iter();
    Ok(levels
        .map(|one| (one.level, one.counts.in_region()))
        .collect())
}

#[test]
fn levels_that_do_not_rise_end_the_work() {
    let stuck = Subtraction {
        stuck: 37,
        ..Subtraction::of(40)
    };
    let found = by_building(&stuck, Reduction::None, 40);
    assert!(
        matches!(found, Err(BuildError::LevelsDoNotRise { .. })),
        "{found:?}"
    );
}

fn agrees<G: Symmetric + Notation>(game: &G) {
    for reduction in [Reduction::None, Reduction::Canonical] {
        for to_level in [game.max_level(), game.max_level() / 2] {
            let expected = by_building(game, reduction, to_level).unwrap();
            // A memory of no bytes spills and merges as often as can be.
            for (memory, threads) in [(0, 1), (0, 3), (1 << 16, 2), (1 << 26, 2)] {
                let enumeration = Enumeration {
                    to_level,
                    memory,
                    threads,
                    ..enumeration(game, reduction)
                };
                let counted = enumerate(&enumeration, None, &mut |_| {}).unwrap();
                let game = game.spec();
                assert_eq!(
                    counted, expected,
                    "{game}, {memory} bytes, {threads} threads"
                );
            }
        }
    }
}

#[test]
fn an_enumeration_counts_what_the_builder_settles() {
    agrees(&ConnectFour::new(4, 4).unwrap());
    agrees(&Othello::<u64>::new(4, 4).unwrap());
    agrees(&Othello::<u128>::new(4, 4).unwrap());
    agrees(&Mnk::new(3, 3, 3).unwrap());
    agrees(&Hex::<u64>::new(3, 3).unwrap());
    agrees(&Hex::<u128>::new(2, 4).unwrap());
    agrees(&RandomTree::new(Parameters::uniform(4, 7, 5)).unwrap());
    agrees(&Subtraction::of(40));
}

#[test]
fn an_enumeration_killed_at_any_moment_goes_on_to_the_same_counts() {
    let game = ConnectFour::new(4, 4).unwrap();
    let enumeration = Enumeration {
        memory: 1 << 15,
        ..enumeration(&game, Reduction::Canonical)
    };
    let directory = tempfile::tempdir().unwrap();
    let work = directory.path().join("work");
    let (mut calls, mut moments) = (0, Vec::new());
    let expected = enumerate(&enumeration, Some(&work), &mut |_| {
        // A copy of the directory at a moment is what a process killed at that moment leaves.
        calls += 1;
        if calls % 5 == 2 {
            let moment = directory.path().join(format!("moment-{calls}"));
            copy(&work, &moment);
            moments.push(moment);
        }
    })
    .unwrap();
    assert!(!work.exists());
    assert!(moments.len() > 5, "{} moments", moments.len());
    for moment in &moments {
        let mut first = None;
        let counted = enumerate(&enumeration, Some(moment), &mut |now| {
            first.get_or_insert(now.level);
        })
        .unwrap();
        assert_eq!(counted, expected);
        assert!(first > Some(0), "{first:?}");
        assert!(!moment.exists());
    }
}

#[test]
fn a_directory_of_another_enumeration_is_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let (work, moment) = (directory.path().join("work"), directory.path().join("kept"));
    let game = Mnk::new(3, 3, 3).unwrap();
    let without = enumeration(&game, Reduction::None);
    enumerate(&without, Some(&work), &mut |now| {
        if now.level == 3 && !moment.exists() {
            copy(&work, &moment);
        }
    })
    .unwrap();
    let with = enumeration(&game, Reduction::Canonical);
    let refused = enumerate(&with, Some(&moment), &mut |_| {});
    assert!(matches!(refused, Err(BuildError::OtherArguments { .. })));
    assert_eq!(
        enumerate(&without, Some(&moment), &mut |_| {}).unwrap(),
        by_building(&game, Reduction::None, 9).unwrap()
    );
}
