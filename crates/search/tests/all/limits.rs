//! Values, keys, codes of moves, levels and seeds as wide as their types allow, and memory from
//! none to all there is.

use std::sync::Arc;

use solveig_game::{Game, Interval, InvalidKey, Keyed, Move, Reduction, Value, ValueRange};
use solveig_search::binary::{BisectionOracle, Resources};
use solveig_search::solvers::SolverName;
use solveig_search::{NoKnowledge, Oracle, TranspositionTable};
use solveig_testkit::write_by_codes;

use crate::binary;

const MAX: Value = Value::MAX;

/// A root, three moves, and two answers to each, with these values for who moves at the root.
#[derive(Clone, Debug)]
struct Wide([Value; 6]);

impl Game for Wide {
    type Position = u8;

    fn spec(&self) -> String {
        format!("wide:{:?}", self.0)
    }

    fn start(&self) -> u8 {
        0
    }

    fn legal_moves(&self, node: &u8, moves: &mut Vec<Move>) {
        let children = [3, 2, 2, 2].get(usize::from(*node));
        let codes = 0..children.copied().unwrap_or(0);
        moves.extend(codes.map(|place| Move(u16::MAX - 1 - place)));
    }

    fn play_unchecked(&self, node: &u8, played: Move) -> u8 {
        let place = (u16::MAX - 1 - played.0) as u8;
        match node {
            0 => 1 + place,
            node => 2 * node + 2 + place,
        }
    }

    fn terminal_value(&self, node: &u8) -> Option<Value> {
        self.0.get(usize::from(node.checked_sub(4)?)).copied()
    }

    fn value_range(&self) -> ValueRange {
        ValueRange::symmetric(MAX)
    }

    fn level(&self, node: &u8) -> u32 {
        u32::MAX - [2, 1, 1, 1].get(usize::from(*node)).unwrap_or(&0)
    }

    fn max_level(&self) -> u32 {
        u32::MAX
    }
}

impl Keyed for Wide {
    type Key = u128;

    fn key(&self, node: &u8) -> u128 {
        u128::MAX - u128::from(*node)
    }

    fn position(&self, key: u128) -> Result<u8, InvalidKey> {
        let node = u128::MAX - key;
        let node = u8::try_from(node).ok().filter(|node| *node < 10);
        node.ok_or(InvalidKey(key.into()))
    }

    fn key_bits(&self) -> u32 {
        128
    }

    fn move_codes(&self) -> u16 {
        u16::MAX
    }
}

write_by_codes!(Wide);

/// The value that each method finds, in so much memory for its tree, by so many threads.
fn values(game: &Wide, bytes: u64, threads: usize) -> Vec<(SolverName, Value)> {
    // Proof numbers take the memory of their table at once.
    let fits = |method: &SolverName| *method != SolverName::DfPn || bytes < u64::MAX;
    let found = binary::all().into_iter().filter(fits).map(|method| {
        let table = Arc::new(TranspositionTable::new(game, 1 << 10).unwrap());
        let mut resources = Resources::new(table, Reduction::None, bytes);
        (resources.threads, resources.seed) = (threads, u64::MAX);
        let solver = binary::solver(method, game, &NoKnowledge, &resources);
        let mut solver = BisectionOracle::new(solver);
        let unknown = Interval::unknown(game.value_range());
        (method, solver.value(&game.start(), unknown).unwrap())
    });
    found.collect()
}

#[test]
fn values_as_wide_as_their_type_are_found_by_questions() {
    for value in [-MAX, 1 - MAX, -1, 0, 1, MAX - 1, MAX] {
        let game = Wide([value, MAX, -MAX, value, -MAX, -MAX]);
        for bytes in [0, 1, u64::MAX] {
            for threads in [1, 3] {
                for (method, found) in values(&game, bytes, threads) {
                    assert_eq!(found, value, "{method}, {bytes} bytes, {threads} threads");
                }
            }
        }
    }
}
