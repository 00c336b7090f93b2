//! Built regions against their definitions, computed naively.

use std::sync::Arc;

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use solveig_format::{Reader, Record};
use solveig_game::{Game, GameExt, Interval, Keyed, Notation, Reduction, Symmetric, Value};
use solveig_games::{connect_four::ConnectFour, mnk::Mnk, othello::Othello};
use solveig_region::{
    CertificateScope, Closure, Enumeration, Keep, LevelCounts, Obligation, RefutationMethod, Roles,
    Scope, ScopeClosure, build, enumerate,
};
use solveig_search::{NoKnowledge, StopToken};
use solveig_testkit::exhaustive::Exhaustive;
use solveig_testkit::naive::Naive;

/// The region by section 2.2 of Takizawa (2026), orientation by orientation.
struct Definition<G: Game> {
    oracle: Exhaustive<G>,
    reduction: Reduction,
    scope: Scope,
    /// Positions in which a side is optimal (`true`) or free (`false`).
    certified: HashSet<(G::Position, bool)>,
    /// Cut (`true`) and all (`false`) nodes as Algorithm 3 visits them.
    auxiliary: HashSet<(G::Position, bool)>,
}

impl<G: Symmetric> Definition<G> {
    fn new(game: &G, scope: Scope, reduction: Reduction) -> Self {
        let mut definition = Self {
            oracle: Exhaustive::new(game),
            reduction,
            scope,
            certified: HashSet::new(),
            auxiliary: HashSet::new(),
        };
        let start = game.start();
        match scope {
            Scope::Weak => {
                let value = definition.oracle.solve(&start);
                definition.tree(&start, true, value);
                definition.tree(&start, false, value);
            }
            Scope::SemiStrong | Scope::Strong => {
                definition.region(&start, true);
                definition.region(&start, false);
            }
        }
        definition
    }

    fn representative(&self, position: &G::Position) -> G::Position {
        self.oracle.game.representative(position, self.reduction).0
    }

    fn region(&mut self, position: &G::Position, optimal: bool) {
        let game = self.oracle.game.clone();
        let (position, passes) = game.contract_passes(position);
        let optimal = optimal ^ (passes % 2 == 1);
        let position = self.representative(&position);
        if !self.certified.insert((position.clone(), optimal)) {
            return;
        }
        if game.terminal_value(&position).is_some() {
            return;
        }
        let free = !optimal || self.scope == Scope::Strong;
        let moves = if free {
            game.moves(&position)
        } else {
            vec![self.oracle.canonical_move(&position).unwrap().1]
        };
        for played in moves {
            let child = game.play_unchecked(&position, played);
            self.region(&child, !optimal);
        }
    }

    /// A solution tree that proves the value of the start from one side: `value` is at least
    /// reached by the player that is `attacking`, for the side to move.
    fn tree(&mut self, position: &G::Position, attacking: bool, value: Value) {
        let game = self.oracle.game.clone();
        let (position, passes) = game.contract_passes(position);
        let odd = passes % 2 == 1;
        let (attacking, value) = (attacking ^ odd, if odd { -value } else { value });
        let range = game.value_range();
        if (attacking && value == range.min) || (!attacking && value == range.max) {
            return;
        }
        let position = self.representative(&position);
        if !self.certified.insert((position.clone(), attacking)) {
            return;
        }
        if game.terminal_value(&position).is_some() {
            return;
        }
        let moves = if attacking {
            vec![self.oracle.canonical_move(&position).unwrap().1]
        } else {
            game.moves(&position)
        };
        for played in moves {
            self.tree(&game.play_unchecked(&position, played), !attacking, -value);
        }
    }

    fn is_certified(&self, position: &G::Position) -> bool {
        [true, false]
            .iter()
            .any(|role| self.certified.contains(&(position.clone(), *role)))
    }

    /// The auxiliary nodes of Algorithm 3, under every optimal node that is not free as well.
    fn refute_siblings(&mut self) {
        let game = self.oracle.game.clone();
        let only_optimal: Vec<G::Position> = self
            .certified
            .iter()
            .filter(|(position, optimal)| {
                *optimal && !self.certified.contains(&(position.clone(), false))
            })
            .map(|(position, _)| position.clone())
            .filter(|position| game.terminal_value(position).is_none())
            .collect();
        for position in only_optimal {
            if self.oracle.solve(&position) == game.value_range().max {
                continue;
            }
            let chosen = self.oracle.canonical_move(&position).unwrap().1;
            for played in game.moves(&position) {
                if played != chosen {
                    self.refute(&game.play_unchecked(&position, played), true);
                }
            }
        }
    }

    fn refute(&mut self, position: &G::Position, cut: bool) {
        let game = self.oracle.game.clone();
        let (position, passes) = game.contract_passes(position);
        let cut = cut ^ (passes % 2 == 1);
        let position = self.representative(&position);
        if self.is_certified(&position) || !self.auxiliary.insert((position.clone(), cut)) {
            return;
        }
        if game.terminal_value(&position).is_some() {
            return;
        }
        let moves = if cut {
            vec![self.oracle.canonical_move(&position).unwrap().1]
        } else {
            game.moves(&position)
        };
        for played in moves {
            self.refute(&game.play_unchecked(&position, played), !cut);
        }
    }

    fn censuses(&self) -> BTreeMap<u32, LevelCounts> {
        let game = &self.oracle.game;
        let mut levels: BTreeMap<u32, LevelCounts> = BTreeMap::new();
        let counts = game.counts_terminal_positions();
        let certified: HashSet<_> = self
            .certified
            .iter()
            .map(|(position, _)| position)
            .collect();
        let auxiliary: HashSet<_> = self
            .auxiliary
            .iter()
            .map(|(position, _)| position)
            .collect();
        for (set, is_certified) in [(certified, true), (auxiliary, false)] {
            for position in set {
                let census = levels.entry(game.level(position)).or_default();
                match (is_certified, game.terminal_value(position).is_some()) {
                    (true, false) => census.certified += 1,
                    (false, false) => census.auxiliary += 1,
                    (true, true) => census.certified_terminal += u64::from(counts),
                    (false, true) => census.auxiliary_terminal += u64::from(counts),
                }
            }
        }
        levels.retain(|_, counts| *counts != LevelCounts::default());
        levels
    }
}

fn closure<G: Symmetric>(game: &G, scope: Scope, reduction: Reduction) -> ScopeClosure<G> {
    ScopeClosure {
        game: game.clone(),
        knowledge: Arc::new(NoKnowledge),
        scope,
        reduction,
        cut: game.max_level(),
        proof: None,
    }
}

fn read(path: &Path) -> BTreeMap<(u32, u128), Record> {
    let reader = Reader::open(path).unwrap();
    let levels: Vec<u32> = reader.levels().iter().map(|level| level.level).collect();
    levels
        .into_iter()
        .flat_map(|level| {
            reader
                .records(level)
                .map(move |record| (level, record.unwrap()))
        })
        .map(|(level, record)| ((level, record.key), record))
        .collect()
}

fn artifact_equals_definition<G: Symmetric + Notation>(
    game: &G,
    scope: Scope,
    reduction: Reduction,
) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.sol");
    let closure = closure(game, scope, reduction);
    let work = directory.path().join("work");
    let mut oracles = vec![Exhaustive::new(game), Exhaustive::new(game)];
    let region = build(&closure, &work, Keep::Records, &mut oracles, &mut |_| {}).unwrap();
    region.write(&closure, &path, None).unwrap();
    let naive = Naive::new(game.clone(), reduction).with_canonical_moves();
    let expected: BTreeMap<_, _> = naive
        .records(scope, None)
        .into_iter()
        .map(|(level, record)| ((level, record.key), record))
        .collect();
    let found = read(&path);
    let what = format!("{} {scope} {reduction:?}", game.spec());
    assert_eq!(found.len(), expected.len(), "{what}");
    assert_eq!(found, expected, "{what}");
    assert_eq!(
        Reader::open(&path).unwrap().header().root_value,
        oracles[0].solve(&game.start())
    );
}

fn counts_equal_definition<G: Symmetric + Notation>(game: &G, scope: Scope, reduction: Reduction) {
    let directory = tempfile::tempdir().unwrap();
    let mut closure = closure(game, scope, reduction);
    if scope == Scope::SemiStrong {
        closure.proof = Some(CertificateScope {
            refutation: RefutationMethod::Canonical,
            to_level: game.max_level(),
        });
    }
    let mut oracles = vec![Exhaustive::new(game)];
    let region = build(
        &closure,
        directory.path(),
        Keep::Counts,
        &mut oracles,
        &mut |_| {},
    )
    .unwrap();
    let mut definition = Definition::new(game, scope, reduction);
    if scope == Scope::SemiStrong {
        definition.refute_siblings();
    }
    let found: BTreeMap<u32, LevelCounts> = region.levels().unwrap().into_iter().collect();
    let mut expected = definition.censuses();
    if scope == Scope::SemiStrong {
        // Its weak part is a weak solution, as that is defined by itself.
        for (level, weak) in Definition::new(game, Scope::Weak, reduction).censuses() {
            expected.entry(level).or_default().weak = weak.artifact();
        }
    }
    assert_eq!(found, expected, "{} {scope} {reduction:?}", game.spec());
}

#[test]
fn artifacts_hold_the_closure_of_the_definition() {
    for reduction in [Reduction::None, Reduction::Canonical] {
        for scope in [Scope::SemiStrong, Scope::Strong] {
            artifact_equals_definition(&Mnk::new(3, 3, 3).unwrap(), scope, reduction);
            artifact_equals_definition(&Mnk::new(4, 3, 3).unwrap(), scope, reduction);
            artifact_equals_definition(&ConnectFour::new(4, 4).unwrap(), scope, reduction);
            artifact_equals_definition(&Othello::<u64>::new(4, 4).unwrap(), scope, reduction);
        }
    }
}

#[test]
fn weak_artifacts_hold_a_max_and_a_min_solution_tree() {
    for reduction in [Reduction::None, Reduction::Canonical] {
        artifact_equals_definition(&Mnk::new(3, 3, 3).unwrap(), Scope::Weak, reduction);
        artifact_equals_definition(&Mnk::new(4, 3, 3).unwrap(), Scope::Weak, reduction);
        artifact_equals_definition(&ConnectFour::new(4, 4).unwrap(), Scope::Weak, reduction);
        artifact_equals_definition(&ConnectFour::new(4, 5).unwrap(), Scope::Weak, reduction);
    }
}

#[test]
fn counts_equal_the_definition_of_the_papers_tables() {
    for reduction in [Reduction::None, Reduction::Canonical] {
        for scope in [Scope::Weak, Scope::SemiStrong, Scope::Strong] {
            counts_equal_definition(&Mnk::new(3, 3, 3).unwrap(), scope, reduction);
            counts_equal_definition(&ConnectFour::new(4, 4).unwrap(), scope, reduction);
            counts_equal_definition(&Othello::<u64>::new(4, 4).unwrap(), scope, reduction);
        }
    }
}

#[test]
fn the_strong_region_of_connect_four_has_the_published_positions() {
    let game = ConnectFour::new(4, 4).unwrap();
    let enumeration = Enumeration {
        successors: solveig_game::successors,
        to_level: game.max_level(),
        game,
        reduction: Reduction::None,
        memory: 1 << 26,
        threads: 2,
        stop: StopToken::never(),
    };
    let levels = enumerate(&enumeration, None, &mut |_| {}).unwrap();
    let total: u64 = levels.iter().map(|(_, count)| count).sum();
    assert_eq!(total, 161_029);
}

/// In Othello passes shift colours, which are one, so that a position can carry claims from both
/// sides of the value. Whatever they are, a bound must be true and two roles must mean the value.
#[test]
fn weak_othello_states_only_what_is_true() {
    let game = Othello::<u64>::new(4, 4).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.sol");
    let closure = closure(&game, Scope::Weak, Reduction::Canonical);
    let mut oracles = vec![Exhaustive::new(&game)];
    let work = directory.path().join("work");
    let region = build(&closure, &work, Keep::Records, &mut oracles, &mut |_| {}).unwrap();
    region.write(&closure, &path, None).unwrap();
    let mut roles = std::collections::HashMap::new();
    for record in read(&path).into_values() {
        let position = game.position(record.key as u64).unwrap();
        let value = oracles[0].solve(&position);
        assert!(
            !record.roles.is_optimal() || record.value <= value,
            "{record:?}"
        );
        assert!(
            !record.roles.is_free() || record.value >= value,
            "{record:?}"
        );
        *roles.entry(record.roles).or_insert(0) += 1;
    }
    assert_eq!(roles.len(), 3, "{roles:?}");
}

/// Two claims about one position from opposite sides of the start's value.
#[test]
fn claims_from_both_sides_are_settled_by_the_value() {
    let game = Othello::<u64>::new(4, 4).unwrap();
    let closure = closure(&game, Scope::Weak, Reduction::None);
    let mut oracle = Exhaustive::new(&game);
    let mut position = game.start();
    let mut tried = 0;
    while game.terminal_value(&position).is_none() {
        let value = oracle.solve(&position);
        let obligation = Obligation {
            key: game.key(&position).into(),
            roles: Roles::PRINCIPAL,
            known: Interval {
                lower: value - 2,
                upper: value + 3,
            },
        };
        let mut demands = Vec::new();
        if !game.is_forced_pass(&position) {
            let settled = closure
                .settle(&mut oracle, &obligation, None, &mut |_, demand| {
                    demands.push(demand)
                })
                .unwrap();
            assert_eq!(settled.value, value);
            tried += 1;
        }
        for demand in demands {
            let child = oracle.solve(&game.position(demand.key as u64).unwrap());
            assert!(demand.known.lower <= child && child <= demand.known.upper);
        }
        position = game.play_unchecked(&position, *game.moves(&position).last().unwrap());
    }
    assert!(tried > 5);
}
