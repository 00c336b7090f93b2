//! What a build will take, guessed from samples before it starts.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use solveig_format::Scope;
use solveig_game::{Game, Interval, Key};
use solveig_search::random::Random;
use solveig_search::{Knowledge, Oracle};

use crate::error::expect_buildable;
use crate::{BuildError, Closure, Obligation, Proof, Roles, Values};

/// Positions of a level up to which all are followed, as if the first move in the knowledge's order
/// were always the canonical one.
const ALL_FOLLOWED: usize = 20_000;
/// Positions of a level that are followed beyond that.
const SOME_FOLLOWED: usize = 5_000;
/// From how many levels before the end of the game positions are solved to see what they take.
const LEVELS_SOLVED: u32 = 22;
/// How much sooner that may be, if positions so early take too long.
const FEWER_LEVELS: usize = 2;
/// How long one position of the first of these levels may take.
const TIME_FOR_FIRST: Duration = Duration::from_millis(25);
/// How many of them are tried to find one that takes no longer.
const TRIES: u32 = 3;
/// How many positions are solved on the first of these levels.
const FIRST_SOLVED: usize = 16;
/// How long the positions of one level are followed.
const TIME_TO_FOLLOW: Duration = Duration::from_millis(300);
/// How long the positions of one level are solved.
const TIME_FOR_LEVEL: Duration = Duration::from_millis(1500);

/// How large a region and its proof may become, and how long it may take to build them: within a
/// factor of two or three, rather than to the digit.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// Positions by level.
    pub levels: Vec<EstimatedLevel>,
    /// Nodes that will be searched.
    pub nodes: f64,
    /// Seconds that one thread will search.
    pub seconds: f64,
}

/// What is expected of one level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EstimatedLevel {
    /// The level.
    pub level: u32,
    /// Positions of the region.
    pub artifact: f64,
    /// Positions of the proof alone; no more than that if the proof goes deep, for claims that payoff
    /// bounds make true are not told from others.
    pub certificate: f64,
}

impl Estimate {
    /// Positions of the region, and of the proof alone.
    pub fn positions(&self) -> (f64, f64) {
        let sum = |of: fn(&EstimatedLevel) -> f64| self.levels.iter().map(of).sum();
        (sum(|level| level.artifact), sum(|level| level.certificate))
    }

    /// Bytes of the artifact and of the certificate, where keys have `key_bits` bits.
    ///
    /// A rising list of *n* numbers below *u* takes about 2 + log2(*u* / *n*) bits a number
    /// (Elias-Fano). Keys crowd together, which saves about what value, roles and move cost.
    pub fn bytes(&self, key_bits: u32) -> (f64, f64) {
        let bits = |count: f64| count * (2.0 + f64::from(key_bits) - count.max(1.0).log2()) / 8.0;
        let sum = |of: fn(&EstimatedLevel) -> f64| {
            let each = self.levels.iter().map(of);
            each.map(bits).sum()
        };
        (sum(|level| level.artifact), sum(|level| level.certificate))
    }
}

/// Estimates what [`build`](crate::build) will find and take. It takes some seconds itself, most of
/// them in `oracle`, and follows no more positions than it needs for a guess.
///
/// To a depth that it can follow whole, or beyond that for some positions, it takes the first move
/// of the knowledge's order for the canonical one. Where the end of the game is near enough, it
/// solves some positions, some of their children and so on, as the build will. How near that is depends on how long
/// positions on random plays take; what is earlier than that is taken to be no harder, and is then underestimated.
///
/// # Errors
///
/// Fails if the game has no rising levels depends on history, or has too long keys, or if the oracle contradicts itself.
pub fn estimate<G, N, O>(closure: &Closure<G, N>, oracle: &mut O) -> Result<Estimate, BuildError>
where
    G: Game,
    N: Knowledge<G>,
    O: Oracle<G>,
{
    expect_buildable(&closure.game)?;
    let (mut region, mut proof) = (Levels::new(), Levels::new());
    let end = closure.game.max_level();
    let solves = closure.values == Values::Solved && closure.scope != Scope::Weak;
    let levels_solved = match solves {
        true => closure.levels_solved(oracle),
        false => LEVELS_SOLVED,
    };
    let last = end.saturating_sub(levels_solved).min(closure.cut);
    let followed = closure.follow(last, Plane::Region, &mut region);
    if let Some(Proof { to_level, .. }) = closure.proof {
        closure.follow(to_level, Plane::Proof, &mut proof);
    }
    let mut work = Work::default();
    if solves && let Some(layer) = followed {
        work = closure.try_out(oracle, layer, &mut region)?;
    }
    let of = |levels: &Levels, level| levels.get(&level).copied().unwrap_or(0.0);
    let levels: BTreeSet<u32> = region.keys().chain(proof.keys()).copied().collect();
    let levels = levels.into_iter().map(|level| EstimatedLevel {
        level,
        artifact: of(&region, level),
        certificate: of(&proof, level),
    });
    Ok(Estimate {
        levels: levels.collect(),
        nodes: work.nodes,
        seconds: work.seconds,
    })
}

/// Expected positions by level.
type Levels = BTreeMap<u32, f64>;

/// Which positions are followed.
#[derive(Clone, Copy, Debug)]
enum Plane {
    /// Those of the region.
    Region,
    /// Those, and what proves their values.
    Proof,
}

/// What is expected of the solver.
#[derive(Clone, Copy, Debug, Default)]
struct Work {
    nodes: f64,
    seconds: f64,
}

/// Some positions of a level.
struct Layer<K> {
    level: u32,
    /// Those that are followed.
    sample: BTreeMap<K, Obligation<K>>,
    /// How many the level has for each of them.
    scale: f64,
}

impl<G: Game, N: Knowledge<G>> Closure<G, N> {
    /// Follows first moves to level `last`, by certified positions alone or by those of the proof
    /// too, and notes how many there are of either. Gives what was followed of that level.
    fn follow(&self, last: u32, plane: Plane, levels: &mut Levels) -> Option<Layer<G::Key>> {
        let (level, mut root) = self.root(0);
        root.roles = Roles::PRINCIPAL;
        root.known = Interval::unknown(self.game.value_range());
        let mut waiting = BTreeMap::from([(level, BTreeMap::from([(root.key, root)]))]);
        let mut scale = 1.0;
        while let Some((level, mut sample)) = waiting.pop_first() {
            let certified = sample.values().filter(|one| one.roles.is_certified());
            let counted = match plane {
                Plane::Region => certified.count(),
                Plane::Proof => sample.len() - certified.count(),
            };
            levels.insert(level, counted as f64 * scale);
            if level >= last {
                let layer = Layer {
                    level,
                    sample,
                    scale,
                };
                return Some(layer);
            }
            if sample.len() > ALL_FOLLOWED {
                scale *= cut_down(&mut sample, SOME_FOLLOWED);
            }
            let started = Instant::now();
            let mut followed = 0.0;
            for one in sample.values() {
                self.follow_moves(one, plane, &mut waiting);
                followed += 1.0;
                if started.elapsed() > TIME_TO_FOLLOW {
                    break;
                }
            }
            scale *= sample.len() as f64 / followed;
        }
        None
    }

    /// What a position asks of its children if its canonical move is the first in order.
    fn follow_moves(
        &self,
        of: &Obligation<G::Key>,
        plane: Plane,
        waiting: &mut BTreeMap<u32, BTreeMap<G::Key, Obligation<G::Key>>>,
    ) {
        let game = &self.game;
        let Ok(position) = game.position(of.key) else {
            return;
        };
        if game.terminal_value(&position).is_some() {
            return;
        }
        let mut moves = game.moves(&position);
        self.knowledge.order(game, &position, &mut moves);
        for (at, played) in moves.into_iter().enumerate() {
            let mut roles = self.roles_after(of.roles, at == 0);
            let next = game.play_unchecked(&position, played);
            let (child, passes) = game.contract_passes(&next);
            if passes % 2 == 1 {
                roles = roles.after_pass();
            }
            let level = game.level(&child);
            let wanted = match plane {
                Plane::Region => roles.is_certified(),
                Plane::Proof => !roles.is_empty(),
            };
            if !wanted || game.terminal_value(&child).is_some() {
                continue;
            }
            let key = game.key(&game.representative(&child, self.reduction).0);
            let asked = Obligation {
                key,
                roles,
                known: Interval::unknown(game.value_range()),
            };
            let layer = waiting.entry(level).or_default();
            let there = layer.entry(key).or_insert(asked);
            there.merge(&asked);
        }
    }

    /// The roles of a child of a position with `roles`, after the move that is best or another.
    fn roles_after(&self, roles: Roles, best: bool) -> Roles {
        if self.scope == Scope::Strong {
            return Roles::PRINCIPAL;
        }
        let certified = roles.certified();
        let proves = self.scope == Scope::SemiStrong || !roles.is_certified();
        let mut after = Roles::NONE;
        let mut add = |role: Roles, then: Roles| {
            if roles.contains(role) {
                after = after.union(then);
            }
        };
        match (certified.is_empty(), best) {
            (false, true) => add(Roles::OPTIMAL, Roles::FREE),
            (false, false) if proves => add(Roles::OPTIMAL, Roles::CUT),
            (true, true) => add(Roles::CUT, Roles::ALL),
            _ => {}
        }
        if certified.is_empty() {
            add(Roles::ALL, Roles::CUT);
        } else {
            add(Roles::FREE, Roles::OPTIMAL);
        }
        if after.is_certified() {
            after.certified()
        } else {
            after
        }
    }

    /// From how many levels before the end of the game positions can be solved in the time there is.
    fn levels_solved<O: Oracle<G>>(&self, oracle: &mut O) -> u32 {
        let game = &self.game;
        let mut solved = 0;
        for levels in (0..=LEVELS_SOLVED).step_by(FEWER_LEVELS) {
            let level = game.max_level().saturating_sub(levels);
            let mut random = Random::new(u64::from(levels));
            // One position may be hard, or the machine at something else.
            let is_quick = (0..TRIES).any(|_| {
                let position = self.drawn(level, &mut random);
                let started = Instant::now();
                oracle.value(&position, Interval::unknown(game.value_range()));
                started.elapsed() <= TIME_FOR_FIRST
            });
            if !is_quick {
                break;
            }
            solved = levels;
        }
        solved
    }

    /// The position at a level of a random play, or its end if that is before.
    fn drawn(&self, level: u32, random: &mut Random) -> G::Position {
        let game = &self.game;
        let mut position = game.start();
        while game.level(&position) < level {
            let moves = game.moves(&position);
            if moves.is_empty() {
                break;
            }
            let drawn = random.below(moves.len() as u32) as usize;
            position = game.play_unchecked(&position, moves[drawn]);
        }
        position
    }

    /// Solves some positions of each level from `layer` to the cut.
    fn try_out<O: Oracle<G>>(
        &self,
        oracle: &mut O,
        mut layer: Layer<G::Key>,
        levels: &mut Levels,
    ) -> Result<Work, BuildError> {
        let mut work = Work::default();
        // What each level before the first one takes was seen to be about as much as that takes.
        let mut times = levels.len() as f64;
        // Spread, for neighbours may all have the same role.
        let of = layer.sample.len();
        layer.sample = layer
            .sample
            .into_iter()
            .step_by(of.div_ceil(FIRST_SOLVED).max(1))
            .collect();
        layer.scale *= of as f64 / layer.sample.len().max(1) as f64;
        let mut demands = Vec::new();
        while !layer.sample.is_empty() {
            levels.insert(layer.level, layer.sample.len() as f64 * layer.scale);
            layer.scale *= cut_down(&mut layer.sample, SOME_FOLLOWED);
            let (started, nodes_before) = (Instant::now(), oracle.nodes());
            let mut solved = 0;
            demands.clear();
            for obligation in layer.sample.values() {
                self.settle(oracle, obligation, &mut |level, asked| {
                    demands.push((level, asked))
                })?;
                solved += 1;
                if started.elapsed() > TIME_FOR_LEVEL {
                    break;
                }
            }
            layer.scale *= layer.sample.len() as f64 / f64::from(solved);
            work.nodes += times * layer.scale * (oracle.nodes() - nodes_before) as f64;
            work.seconds += times * layer.scale * started.elapsed().as_secs_f64();
            times = 1.0;
            demands.retain(|(_, child)| child.roles.is_certified());
            let Some(level) = demands.iter().map(|(level, _)| *level).min() else {
                break;
            };
            layer.level = level;
            layer.sample.clear();
            for (_, child) in demands.iter().filter(|(at, _)| *at == level) {
                let there = layer.sample.entry(child.key).or_insert(*child);
                there.merge(child);
            }
        }
        Ok(work)
    }
}

/// Leaves at most `count` of a map's entries, neighbours in the order of keys: positions that are
/// alike have children in common, and how many they have is to be seen. Gives how many there were
/// for each that is left.
fn cut_down<K: Key, V>(map: &mut BTreeMap<K, V>, count: usize) -> f64 {
    let before = map.len();
    if before <= count {
        return 1.0;
    }
    let keys: Vec<K> = map.keys().copied().collect();
    let from = (before - count) / 2;
    let (first, last) = (keys[from], keys[from + count - 1]);
    map.retain(|key, _| (first..=last).contains(key));
    before as f64 / map.len() as f64
}
