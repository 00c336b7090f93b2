//! Built regions against their definitions, computed naively.

use std::sync::Arc;

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use solveig_format::{Reader, Record};
use solveig_game::{Game, GameExt, Interval, Keyed, Notation, Reduction, Symmetric, Value};
use solveig_games::{connect_four::ConnectFour, mnk::Mnk, othello::Othello};
use solveig_region::{
    CertificateScope, Closure, Keep, LevelCounts, Obligation, RefutationMethod, RoleSet, Scope,
    ScopeClosure, build,
};
use solveig_search::NoKnowledge;
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
        let bound = (scope == Scope::Weak).then(|| definition.oracle.solve(&start));
        for optimal in [true, false] {
            definition.certify(&start, optimal, bound);
        }
        definition
    }

    fn representative(&self, position: &G::Position) -> G::Position {
        self.oracle.game.representative(position, self.reduction).0
    }

    /// The positions after the canonical move alone, or after every move.
    fn children(&mut self, position: &G::Position, canonical: bool) -> Vec<G::Position> {
        let moves = match canonical {
            true => {
                let best = self.oracle.canonical_move(position);
                best.into_iter().map(|(_, played)| played).collect()
            }
            false => self.oracle.game.moves(position),
        };
        let game = &self.oracle.game;
        let children = moves.into_iter();
        children
            .map(|played| game.play_unchecked(position, played))
            .collect()
    }

    /// Certifies a position and what follows. In scope weak, `bound` is what the solution tree
    /// shows for the side to move; a bound that every value keeps ends the tree.
    fn certify(&mut self, position: &G::Position, optimal: bool, bound: Option<Value>) {
        let (position, passes) = self.oracle.game.contract_passes(position);
        let (optimal, bound) = match passes % 2 {
            0 => (optimal, bound),
            _ => (!optimal, bound.map(|bound| -bound)),
        };
        let range = self.oracle.game.value_range();
        let empty = if optimal { range.min } else { range.max };
        let position = self.representative(&position);
        if bound == Some(empty) || !self.certified.insert((position.clone(), optimal)) {
            return;
        }
        let follows_one = optimal && self.scope != Scope::Strong;
        for child in self.children(&position, follows_one) {
            self.certify(&child, !optimal, bound.map(|bound| -bound));
        }
    }

    fn is_certified(&self, position: &G::Position) -> bool {
        let mut roles = [true, false].into_iter();
        roles.any(|role| self.certified.contains(&(position.clone(), role)))
    }

    /// The auxiliary nodes of Algorithm 3, under every optimal node that is not free as well.
    fn refute_siblings(&mut self) {
        let game = self.oracle.game.clone();
        let certified = self.certified.clone();
        for (position, optimal) in &certified {
            if !optimal || certified.contains(&(position.clone(), false)) {
                continue;
            }
            let is_greatest = self.oracle.solve(position) == game.value_range().max;
            let Some((_, chosen)) = self.oracle.canonical_move(position) else {
                continue;
            };
            for played in game.moves(position) {
                if played != chosen && !is_greatest {
                    self.refute(&game.play_unchecked(position, played), true);
                }
            }
        }
    }

    fn refute(&mut self, position: &G::Position, cut: bool) {
        let (position, passes) = self.oracle.game.contract_passes(position);
        let cut = cut ^ (passes % 2 == 1);
        let position = self.representative(&position);
        if self.is_certified(&position) || !self.auxiliary.insert((position.clone(), cut)) {
            return;
        }
        for child in self.children(&position, cut) {
            self.refute(&child, !cut);
        }
    }

    fn censuses(&self) -> BTreeMap<u32, LevelCounts> {
        let game = &self.oracle.game;
        let mut levels: BTreeMap<u32, LevelCounts> = BTreeMap::new();
        let counts = game.counts_terminal_positions();
        let positions = |nodes: &HashSet<(G::Position, bool)>| -> HashSet<G::Position> {
            let nodes = nodes.iter();
            nodes.map(|(position, _)| position.clone()).collect()
        };
        let (certified, auxiliary) = (positions(&self.certified), positions(&self.auxiliary));
        for (set, is_certified) in [(certified, true), (auxiliary, false)] {
            for position in set {
                let census = levels.entry(game.level(&position)).or_default();
                match (is_certified, game.terminal_value(&position).is_some()) {
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

/// The records of a file, each with its level.
fn read(path: &Path) -> Vec<(u32, Record)> {
    let reader = Reader::open(path).unwrap();
    let of_level = |level: u32| {
        let records = reader.records(level);
        records.map(move |record| (level, record.unwrap()))
    };
    let levels = reader.levels().iter();
    levels.flat_map(|level| of_level(level.level)).collect()
}

/// Calls `check` with each scope, without and with symmetry.
fn in_every_scope(check: impl Fn(Scope, Reduction)) {
    for reduction in [Reduction::None, Reduction::Canonical] {
        for scope in [Scope::Weak, Scope::SemiStrong, Scope::Strong] {
            check(scope, reduction);
        }
    }
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
    let expected = naive.records(scope, None);
    let what = format!("{} {scope} {reduction:?}", game.spec());
    assert_eq!(read(&path), expected, "{what}");
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
    let levels = region.levels().unwrap();
    let found: BTreeMap<_, _> = levels.iter().map(|one| (one.level, one.counts)).collect();
    let mut expected = definition.censuses();
    if scope == Scope::SemiStrong {
        // Its weak part is a weak solution, as that is defined by itself.
        for (level, weak) in Definition::new(game, Scope::Weak, reduction).censuses() {
            expected.entry(level).or_default().weak = weak.in_region();
        }
    }
    assert_eq!(found, expected, "{} {scope} {reduction:?}", game.spec());
}

/// Weak artifacts are a max and a min solution tree.
#[test]
fn artifacts_hold_the_closure_of_the_definition() {
    in_every_scope(|scope, reduction| {
        artifact_equals_definition(&Mnk::new(3, 3, 3).unwrap(), scope, reduction);
        artifact_equals_definition(&Mnk::new(4, 3, 3).unwrap(), scope, reduction);
        artifact_equals_definition(&ConnectFour::new(4, 4).unwrap(), scope, reduction);
        if scope == Scope::Weak {
            artifact_equals_definition(&ConnectFour::new(4, 5).unwrap(), scope, reduction);
        } else {
            artifact_equals_definition(&Othello::<u64>::new(4, 4).unwrap(), scope, reduction);
        }
    });
}

#[test]
fn counts_equal_the_definition_of_the_papers_tables() {
    in_every_scope(|scope, reduction| {
        counts_equal_definition(&Mnk::new(3, 3, 3).unwrap(), scope, reduction);
        counts_equal_definition(&ConnectFour::new(4, 4).unwrap(), scope, reduction);
        counts_equal_definition(&Othello::<u64>::new(4, 4).unwrap(), scope, reduction);
    });
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
    for (_, record) in read(&path) {
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
            roles: RoleSet::PRINCIPAL,
            bounds: Interval {
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
            assert!(demand.bounds.lower <= child && child <= demand.bounds.upper);
        }
        position = game.play_unchecked(&position, *game.moves(&position).last().unwrap());
    }
    assert!(tried > 5);
}
