//! Relevance zones say what a proof needs, and no solver is misled by them.

use std::collections::HashMap;

use solveig_game::{Game, GameExt, Notation, Reduction, WideKey};
use solveig_games::hex::knowledge::{AnalysisOptions, ConnectionLimits, HexKnowledge};
use solveig_games::hex::{Hex, HexPosition};
use solveig_search::NoKnowledge;
use solveig_search::binary::{Memory, Resources, ZoneTable};
use solveig_search::random::Random;
use solveig_search::solvers::SolverName;

use crate::binary;

/// Brute force over positions in which either side may have any number of stones.
struct Brute<'a> {
    game: &'a Hex<u64>,
    /// By the stones of the first player, those of the other, and whether the first is to move:
    /// whether the first wins.
    memory: HashMap<(u128, u128, bool), bool>,
}

impl Brute<'_> {
    fn first_wins(&mut self, first: u128, second: u128, first_to_move: bool) -> bool {
        if self.game.connects(first, true) {
            return true;
        }
        if self.game.connects(second, false) {
            return false;
        }
        if let Some(wins) = self.memory.get(&(first, second, first_to_move)) {
            return *wins;
        }
        let empty = self.game.board() & !(first | second);
        let mut cells = (0..self.game.cells()).filter(|cell| empty >> cell & 1 == 1);
        let wins = match first_to_move {
            true => cells.any(|cell| self.first_wins(first | 1 << cell, second, false)),
            false => cells.all(|cell| self.first_wins(first, second | 1 << cell, true)),
        };
        self.memory.insert((first, second, first_to_move), wins);
        wins
    }
}

fn after_random_moves(game: &Hex<u64>, random: &mut Random) -> HexPosition {
    let mut position = game.start();
    for _ in 0..random.below(game.cells() / 2) {
        let moves = game.moves(&position);
        let Some(played) = moves.get(random.below(moves.len().max(1) as u32) as usize) else {
            break;
        };
        position = game.play_unchecked(&position, *played);
    }
    position
}

#[test]
fn the_winner_of_a_zone_wins_if_all_else_is_the_losers() {
    let mut zones_seen = 0;
    for (columns, rows) in [(3, 3), (4, 3), (3, 4), (4, 4)] {
        let game = Hex::<u64>::new(columns, rows).unwrap();
        let mut brute = Brute {
            game: &game,
            memory: HashMap::new(),
        };
        let mut random = Random::new(u64::from(columns * 8 + rows));
        let few = ConnectionLimits {
            fulls: 1,
            semis: 2,
            over_edges: None,
        };
        let parts = [
            AnalysisOptions::NONE,
            AnalysisOptions {
                connections: None,
                ..AnalysisOptions::default()
            },
            AnalysisOptions {
                connections: Some(few),
                ..AnalysisOptions::default()
            },
        ];
        // A tree without room for children is searched depth first.
        let trees = [(1 << 22, 0), (0, 1)];
        let kinds = trees.map(|(tree, first)| parts[first..].iter().map(move |one| (tree, *one)));
        let kinds: Vec<_> = kinds.into_iter().flatten().collect();
        for (method, (tree_bytes, parts)) in binary::all()
            .into_iter()
            .flat_map(|method| kinds.iter().map(move |kind| (method, *kind)))
        {
            // IterativeDeepening takes long on a board without any knowledge.
            if method == SolverName::IterativeDeepening && columns * rows > 12 {
                continue;
            }
            let knowledge = HexKnowledge::new(&game, parts);
            let resources =
                Resources::for_game(&game, Reduction::Canonical, 1 << 22, tree_bytes).unwrap();
            let Memory::Zones(_, zones) = &resources.memory else {
                panic!("Hex has zones");
            };
            let mut solver = binary::solver(method, &game, &knowledge, &resources);
            let roots = if tree_bytes == 0 { 60 } else { 6 };
            for _ in 0..roots {
                let root = after_random_moves(&game, &mut random);
                let (mut first, mut second) = (root.mover, root.opponent);
                if !game.first_to_move(root) {
                    (first, second) = (second, first);
                }
                let expected = brute.first_wins(first, second, game.first_to_move(root));
                let reaches = solver.reaches(&root, 1, &mut |_| true).unwrap();
                assert_eq!(reaches == game.first_to_move(root), expected, "{method}");
            }
            // Whatever was met on the way.
            for _ in 0..80 * roots {
                let position = after_random_moves(&game, &mut random);
                let Some(zone) = zones.get(&game, &position) else {
                    continue;
                };
                zones_seen += 1;
                let first_to_move = game.first_to_move(position);
                let (mut first, mut second) = (position.mover, position.opponent);
                if !first_to_move {
                    (first, second) = (second, first);
                }
                let outside = game.board() & !zone;
                let first_wins = brute.first_wins(first, second, first_to_move);
                let still_wins = match first_wins {
                    true => brute.first_wins(first & zone, second & zone | outside, first_to_move),
                    false => {
                        !brute.first_wins(first & zone | outside, second & zone, first_to_move)
                    }
                };
                assert!(still_wins, "{method}: {position:?}, {zone:#b}");
            }
        }
    }
    assert!(zones_seen > 1_000, "{zones_seen}");
}

#[test]
fn a_table_of_zones_that_forgets_misleads_nobody() {
    let game = Hex::<u64>::new(4, 4).unwrap();
    for method in binary::all() {
        if method == SolverName::IterativeDeepening {
            continue;
        }
        let mut resources = Resources::for_game(&game, Reduction::None, 1 << 20, 1 << 20).unwrap();
        let small = ZoneTable::new(&game, Reduction::None, 1 << 12).unwrap();
        let Memory::Zones(_, zones) = &mut resources.memory else {
            panic!("Hex has zones");
        };
        *zones = small.into();
        let mut solver = binary::solver(method, &game, &NoKnowledge, &resources);
        let wins = ["WWWB", "WWBW", "WBWW", "BWWW"].concat();
        for (cell, winner) in wins.bytes().enumerate() {
            let after = game.place(game.start(), cell as u32);
            let white_wins = solver.reaches(&after, 1, &mut |_| true).unwrap();
            assert_eq!(white_wins, winner == b'W', "{method}, {cell}");
        }
    }
}

#[test]
fn zones_of_keys_too_long_are_refused() {
    let game = Hex::<u128>::new(9, 9).unwrap();
    let zones = ZoneTable::new(&game, Reduction::None, 0).unwrap();
    let [one, other] = ["a1i9", "a1h9"].map(|moves| game.parse_position(moves).unwrap());
    zones.put(&game, &one, 1 << 80);
    let found = [one, other].map(|position| zones.get(&game, &position));
    assert_eq!(found, [Some(1 << 80), None]);
    let game = Hex::<WideKey>::new(9, 10).unwrap();
    assert!(ZoneTable::new(&game, Reduction::None, 0).is_err());
}

#[test]
#[should_panic(expected = "the zones are not for hex:4x3")]
fn zones_of_another_game_are_refused() {
    let [game, other] =
        [(4, 3), (3, 4)].map(|(columns, rows)| Hex::<u64>::new(columns, rows).unwrap());
    let mut resources = Resources::for_game(&game, Reduction::None, 1 << 16, 1 << 16).unwrap();
    if let Memory::Zones(_, zones) = &mut resources.memory {
        *zones = ZoneTable::new(&other, Reduction::None, 1 << 16)
            .unwrap()
            .into();
    }
    binary::solver(SolverName::Pns, &game, &NoKnowledge, &resources);
}
