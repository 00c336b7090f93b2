//! Compares the memory that a proof walk charges to its account with what it has allocated.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use solveig_format::proof::{MemoryLimits, WalkKind};
use solveig_verify::proof::{Node, Winner, walk};
use solveig_verify::{Bound, Budget, ConnectFour, Limits, Mnk, Othello, none_given};

use super::definition::{Definition, Ruled};
use super::header;
use super::naive_go::NaiveGo;

/// Counts the bytes that each thread has allocated and not freed.
struct Counting;

thread_local! {
    static HELD: Cell<i64> = const { Cell::new(0) };
}

// SAFETY: every call is passed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HELD.set(HELD.get() + layout.size() as i64);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        HELD.set(HELD.get() - layout.size() as i64);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        HELD.set(HELD.get() + size as i64 - layout.size() as i64);
        // SAFETY: as the caller promises.
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn held() -> i64 {
    HELD.get()
}

/// A winner that knows every value, and measures the walk's memory whenever asked for a move.
struct Looking<'a, D: Definition> {
    game: D,
    bound: i32,
    budget: &'a Budget,
    /// Bytes allocated before the walk, and since then by this winner.
    others: i64,
    looks: Vec<(i64, u64)>,
}

impl<D: Definition> Winner for Looking<'_, D> {
    type Error = ();

    fn choose(&mut self, node: Node<'_>) -> Result<u32, ()> {
        let before = held();
        self.looks
            .push((before - self.others, MEMORY - self.budget.left()));
        let mut state = self.game.begin(None).unwrap();
        for place in node.line {
            state = self.game.moves(&state).swap_remove(*place as usize);
        }
        let moves = self.game.moves(&state);
        let wins = |child: &D::State| !self.game.reaches(child, 1 - self.bound);
        let chosen = moves.iter().position(wins).expect("a true claim");
        drop((state, moves));
        self.others += held() - before;
        Ok(chosen as u32)
    }
}

const MEMORY: u64 = 1 << 30;

/// For each choice of a move: the bytes that the walk has allocated, and those that it has charged.
fn looks<D: Definition>(mut game: D, limits: MemoryLimits) -> Vec<(i64, u64)> {
    let start = game.begin(None).unwrap();
    let bound = game.value(&start);
    let mut header = header(&game.spec(), Bound::AtLeast(bound));
    header.walk = WalkKind::Rules(limits);
    let budget = Budget::new(Limits {
        time: None,
        memory: MEMORY,
    });
    let mut winner = Looking {
        game,
        bound,
        budget: &budget,
        others: 0,
        looks: Vec::with_capacity(1 << 20),
    };
    winner.others = held();
    let walked = walk(&header, &mut winner, &budget, &none_given, &mut |_| true);
    assert!(walked.is_ok(), "{}", header.game);
    assert_eq!(budget.left(), MEMORY, "{}: all is given back", header.game);
    winner.looks
}

fn expect<D: Definition>(game: impl Fn() -> D) {
    let without_end = MemoryLimits {
        of_answer: u32::MAX,
        in_all: u64::MAX,
        answers: u64::MAX,
    };
    let limited = MemoryLimits {
        of_answer: 8,
        in_all: 2_000,
        answers: 1_000,
    };
    let answers_alone = MemoryLimits {
        of_answer: 0,
        in_all: 0,
        answers: u64::MAX,
    };
    for limits in [without_end, limited, answers_alone] {
        let looks = looks(game(), limits);
        // Memory allocated at the beginning, such as tables of the rules, is not charged.
        let before = looks[0].0 - looks[0].1 as i64;
        for (held, charge) in looks {
            let (held, charge) = (held - before, charge as i64);
            // Small tables are not counted exactly: lists begin with room for four.
            assert!(
                held <= charge + 2560 && held >= charge / 4,
                "{} {limits:?}: {held} held, {charge} accounted for",
                game().spec()
            );
        }
    }
}

#[test]
fn the_account_of_a_walk_is_what_it_holds() {
    expect(|| NaiveGo::new(2, 2, false, false));
    expect(|| NaiveGo::new(1, 4, true, true));
    expect(|| Ruled::new(ConnectFour::new(4, 4).unwrap()));
    expect(|| Ruled::new(Mnk::new(4, 3, 3).unwrap()));
    expect(|| Ruled::new(Othello::new(4, 4).unwrap()));
}
