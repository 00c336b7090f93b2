use std::thread;
use std::time::Duration;

use super::*;
use crate::kernel::files::plain;
use crate::limits::Limits;
use crate::random::Random;

/// The boards that there is a search for.
const SIZES: [(u32, u32); 8] = [
    (4, 4),
    (6, 4),
    (4, 6),
    (8, 4),
    (4, 8),
    (6, 6),
    (10, 4),
    (4, 10),
];

/// Positions of random play with `left` empty squares, or final positions with more.
fn late_positions(rules: &Othello, left: u32, count: usize, seed: u64) -> Vec<Stones> {
    let mut random = Random(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = rules.start();
        while rules.max_level() - rules.level(&position) > left {
            let mut children = Vec::new();
            rules.children(&position, &mut children);
            if children.is_empty() {
                break;
            }
            position = *random.pick(&children);
        }
        found.push(position);
    }
    found
}

/// The searches for all instruction sets of this processor, each with an empty table.
fn searches<'a>(rules: &Othello, budget: &'a Budget) -> Vec<VectorSearch<'a>> {
    // The keys of 40 squares have 64 bits, which take a large table.
    let bytes = if rules.max_level() == 40 {
        1 << 30
    } else {
        1 << 16
    };
    let with = |at_least| VectorSearch::with(at_least, rules, bytes, budget).unwrap();
    let searches: Vec<_> = search::searches(rules).map(with).collect();
    assert!(!searches.is_empty());
    searches
}

/// Runs something on a thread of its own, which remembers no other search.
fn with_an_empty_memory<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| scope.spawn(run).join().unwrap())
}

#[test]
fn it_finds_what_the_kernel_finds() {
    for (columns, rows) in SIZES {
        let rules = Othello::new(columns, rows).unwrap();
        let Interval {
            least: min,
            greatest: max,
        } = rules.value_range();
        let budget = Budget::new(Limits::default());
        let kernel = plain(&rules, &budget, 1 << 20);
        let shared = searches(&rules, &budget);
        for left in 0..=12 {
            let count = if columns * rows == 40 && left > 10 {
                2
            } else {
                10
            };
            for position in late_positions(&rules, left, count, u64::from(columns + left)) {
                // The value by bisection; then every bound, or those near it.
                let (mut least, mut greatest) = (min, max);
                while least < greatest {
                    let bound = (least + greatest + 1).div_euclid(2);
                    match kernel.at_least(&position, bound).unwrap() {
                        true => least = bound,
                        false => greatest = bound - 1,
                    }
                }
                let check = |search: &VectorSearch<'_>, bound| {
                    let found = search.at_least(&position, bound).unwrap();
                    assert_eq!(found, least >= bound, "{position:?} {bound}");
                };
                for fresh in searches(&rules, &budget) {
                    with_an_empty_memory(|| {
                        for bound in [least + 1, least, min - 1, max + 1] {
                            check(&fresh, bound);
                        }
                    });
                }
                for shared in &shared {
                    for bound in min..=max {
                        check(shared, bound);
                    }
                }
            }
        }
    }
}

/// The table holds only true bounds after a search was aborted.
#[test]
fn a_search_that_is_broken_off_answers_nothing_and_stores_nothing_false() {
    let rules = Othello::new(6, 6).unwrap();
    let forever = Budget::new(Limits::default());
    let position = late_positions(&rules, 14, 1, 5)[0];
    let which = 0..searches(&rules, &forever).len();
    fn search<'a>(rules: &Othello, which: usize, budget: &'a Budget) -> VectorSearch<'a> {
        searches(rules, budget).swap_remove(which)
    }
    for which in which {
        let first = search(&rules, which, &forever);
        let truth: Vec<_> = with_an_empty_memory(|| {
            let value = |bound| first.at_least(&position, bound).unwrap();
            (-36..=36).map(value).collect()
        });
        for microseconds in [1, 10, 50, 200, 1000] {
            let budget = Budget::new(Limits {
                time: Some(Duration::from_micros(microseconds)),
                ..Limits::default()
            });
            // The same thread searches on with what it and the table remember.
            with_an_empty_memory(|| {
                let broken_off = search(&rules, which, &budget);
                for bound in -36..=36 {
                    let found = broken_off.at_least(&position, bound);
                    assert!(found.map_or(true, |found| found == truth[(bound + 36) as usize]));
                }
                let again = VectorSearch {
                    table: broken_off.table,
                    ..search(&rules, which, &forever)
                };
                for bound in -36..=36 {
                    let found = again.at_least(&position, bound).unwrap();
                    assert_eq!(found, truth[(bound + 36) as usize]);
                }
            });
        }
    }
}
