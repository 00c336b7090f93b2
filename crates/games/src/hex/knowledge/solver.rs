//! A game-specific solver of Hex: depth-first proof-number search (Nagai 2002) over filled-in
//! positions.
//!
//! Fill-in is inherited along the path and extended at each node (Arneson, Hayward and Henderson,
//! "Solving Hex: beyond humans", 2010). Progressive widening (ibid.) limits a node to its first
//! moves until they fail, the 1 + ε trick (Pawlewicz and Lew 2007) reduces switching between moves,
//! and weak proof numbers (Ueda et al. 2008) count what positions have in common once.
//!
//! Each decided position has a *zone*: the empty cells that the winner's proof needs. The winner
//! wins the filled-in position whatever the content of the cells outside, so if a move loses, every
//! move outside its zone loses as well (must-play regression, Hayward and van Rijswijck, "Hex and
//! combinatorics", 2006). The zone of a position
//!
//! - decided by its analysis is the carrier of the virtual connection;
//! - won by a move is the move and the zone after it;
//! - lost by all moves is the union of the zones after the searched moves, of the opponent's
//!   connections that refute the moves outside the must-play region, and of a killing cell for each
//!   vulnerable move, and of the answer and what it captures for each captured-reversible one. More
//!   stones of the loser leave dead cells dead and captured ones captured, so that the arguments in
//!   `inferior` hold on the rest of the board;
//! - before fill-in is that after it and the cells filled in for the winner. What a connection
//!   encloses stays enclosed where the loser has more stones outside.

mod oracle;
#[cfg(all(test, not(loom)))]
mod tests;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use solveig_game::{ConnectionGame, Interval, Key};
use solveig_search::binary::{Numbers, UNREACHABLE};
use solveig_search::{ManyWatch, StopChecker, StopToken, Stopped};

use super::analysis::{Analysis, AnalysisOptions, Analyst, KnownPosition, ZonedAnalysis};
use super::connections_cache::ConnectionsCache;
use super::inferior::FilledPosition;
use super::nodes::{HexNode, Link, Nodes, Situation};
use crate::colour::Colour;
use crate::hex::{Hex, HexPosition};

/// The parameters of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchOptions {
    /// The ε of the 1 + ε trick.
    pub epsilon: f64,
    /// Progressive widening: the fraction of the moves searched beside the first; 1 for all.
    pub widening: f64,
    /// Whether positions with equal fill-in share a node.
    pub merges_filled: bool,
    /// Whether a losing move prunes the moves outside its zone.
    pub uses_zones: bool,
    /// Whether the connections after a move are worked out from those before it.
    pub keeps_connections: bool,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            epsilon: 0.25,
            widening: 0.25,
            merges_filled: true,
            uses_zones: true,
            keeps_connections: true,
        }
    }
}

/// The part of the memory that holds the connections of recent positions: one in so many.
const CONNECTIONS_SHARE: u64 = 4;

/// The first budget for each of several positions, in positions of its search, and the factor by
/// which it grows.
const FIRST_BUDGET: u64 = 16;
const BUDGET_GROWTH: u64 = 4;

/// Each thread at a child adds 1, and one in so many of the child's disproof number, to that
/// number. With more, threads part nearer to the root, and search more that decides nothing.
const VIRTUAL_LOSS_SHARE: u32 = 32;

/// A solver of Hex on one board. The solvers of a team share their nodes and connections.
pub struct HexSolver<K> {
    game: Hex<K>,
    analyst: Analyst,
    connections: Option<Arc<Mutex<ConnectionsCache>>>,
    pub(super) nodes: Arc<Nodes>,
    options: SearchOptions,
    /// The path from the root of the search: the keys, each with whether its board is rotated
    /// against that of the key before.
    path: Vec<(Situation, bool)>,
    looks: u64,
    visits: u64,
    stop: StopChecker,
}

impl<K: Key> HexSolver<K> {
    /// Builds `count` solvers that share their nodes and connections, in about `bytes` bytes
    /// together.
    #[must_use]
    pub fn team(
        game: &Hex<K>,
        parts: AnalysisOptions,
        options: SearchOptions,
        bytes: u64,
        count: usize,
    ) -> Vec<Self> {
        let keeps = parts.connections.is_some() && options.keeps_connections;
        let share = match keeps {
            true => bytes / CONNECTIONS_SHARE,
            false => 0,
        };
        let nodes = Arc::new(Nodes::new(bytes - share));
        let connections = keeps.then(|| Arc::new(Mutex::new(ConnectionsCache::new(share))));
        let make = |_| Self {
            game: game.clone(),
            analyst: Analyst::new(&game.board, parts),
            connections: connections.clone(),
            nodes: Arc::clone(&nodes),
            options,
            path: Vec::new(),
            looks: 0,
            visits: 0,
            stop: StopChecker::default(),
        };
        (0..count).map(make).collect()
    }

    /// The number of analyses: of positions, of those that are analysed again once regions of them
    /// are filled in, and of those whose connections were worked out again.
    pub const fn looks(&self) -> u64 {
        self.looks
    }

    /// Whether the side to move wins.
    fn wins(&mut self, position: HexPosition) -> Result<bool, Stopped> {
        let mover = self.game.mover(position);
        self.wins_filled(FilledPosition::from(self.game.stones(&position)), mover)
    }

    /// Whether the side to move wins, which may have any number of stones.
    pub(super) fn wins_filled(
        &mut self,
        filled: FilledPosition,
        mover: Colour,
    ) -> Result<bool, Stopped> {
        loop {
            let numbers = self.visit(filled, mover, Numbers::LIMITS)?;
            if let Some(wins) = numbers.decided() {
                return Ok(wins);
            }
        }
    }

    /// The empty cells that the side to move needs, which wins: all if that is not kept any more.
    fn zone_of_win(&self, position: HexPosition) -> u128 {
        let mover = self.game.mover(position);
        let filled = FilledPosition::from(self.game.stones(&position));
        let (situation, is_turned) = self.situation(&filled, mover);
        let standing = self.standing(&ChildMove {
            cell: 0,
            filled,
            situation,
            is_turned,
            is_lost: false,
        });
        match standing.numbers.decided() {
            Some(true) if self.options.uses_zones => standing.zone,
            _ => u128::MAX,
        }
    }

    /// Tests positions one after the other, all of them with a small budget at first. If these are
    /// the positions after the moves of one position, a move that lies outside what the opponent
    /// needs against another one loses as well.
    fn win_each(
        &mut self,
        positions: &[HexPosition],
        stop: &StopToken,
        watch: &mut ManyWatch<'_>,
    ) -> Result<(), Stopped> {
        let common = positions
            .iter()
            .fold(u128::MAX, |set, one| set & one.opponent);
        let own = |position: &HexPosition| position.opponent & !common;
        let are_siblings = positions
            .iter()
            .all(|one| one.mover == positions[0].mover && own(one).count_ones() == 1);
        let mut must_play = u128::MAX;
        let mut open: Vec<usize> = (0..positions.len()).collect();
        let mut budget = FIRST_BUDGET;
        while !open.is_empty() {
            let mut left = Vec::new();
            for index in open {
                let position = positions[index];
                let mut wins = Ok(true);
                if !are_siblings || own(&position) & must_play != 0 {
                    self.stop = StopChecker::new(stop.clone().with_budget(budget));
                    wins = self.wins(position);
                    if wins == Ok(true) {
                        must_play &= self.zone_of_win(position);
                    }
                }
                match wins {
                    Ok(wins) => watch(index, Interval::exact(if wins { 1 } else { -1 })),
                    Err(Stopped) if stop.is_stopped() => return Err(Stopped),
                    Err(Stopped) => left.push(index),
                }
            }
            open = left;
            budget = budget.saturating_mul(BUDGET_GROWTH);
        }
        Ok(())
    }

    /// The lesser of a position and its rotation by 180 degrees, and whether that is the rotation.
    fn situation(&self, filled: &FilledPosition, mover: Colour) -> (Situation, bool) {
        let [black, white] = filled.stones;
        let stones = [black | filled.dead, white];
        let rotation = stones.map(|cells| self.game.board.rotated(cells));
        let is_turned = rotation < stones;
        let stones = if is_turned { rotation } else { stones };
        (Situation { stones, mover }, is_turned)
    }

    fn turned_if(&self, is_turned: bool, cells: u128) -> u128 {
        match is_turned {
            true => self.game.board.rotated(cells),
            false => cells,
        }
    }

    fn filled_if(&self, is_turned: bool, filled: FilledPosition) -> FilledPosition {
        match is_turned {
            true => filled.rotated(&self.game.board),
            false => filled,
        }
    }

    /// What is known of the position after a move.
    fn standing(&self, child: &ChildMove) -> ChildState {
        let (link, is_claimed) = self.nodes.look_up(&child.situation);
        let state = |node: &mut HexNode| ChildState {
            numbers: node.numbers,
            threads: node.threads,
            zone: node.zone,
        };
        let node = link.and_then(|link| Some((link, self.nodes.with(&link.node, state)?)));
        let Some((link, mut standing)) = node else {
            return ChildState {
                numbers: Numbers::LEAF,
                threads: is_claimed.into(),
                zone: 0,
            };
        };
        if let Some(mover_wins) = standing.numbers.decided() {
            let mover = child.situation.mover;
            let winner = if mover_wins { mover } else { mover.opponent() };
            let zone = self.turned_if(link.is_turned, standing.zone);
            let zone = zone | link.captured[winner as usize];
            standing.zone = self.turned_if(child.is_turned, zone);
        }
        standing
    }

    /// The connections of recent positions, if they are kept.
    fn lock_connections(&self) -> Option<MutexGuard<'_, ConnectionsCache>> {
        let cache = self.connections.as_ref()?.lock();
        Some(cache.unwrap_or_else(PoisonError::into_inner))
    }

    /// Keeps the connections of a position, or of the position rotated by 180 degrees.
    fn keep_connections(&self, key: Situation, is_turned: bool, found: Arc<KnownPosition>) {
        let cache = self.lock_connections();
        // What is evicted is freed after the lock, which other threads wait for.
        let _evicted = cache.map(|mut cache| cache.keep(key, is_turned, found));
    }

    /// The connections of the last position of the path, and whether they are those of that
    /// position rotated by 180 degrees. They are worked out again if they are not kept any more.
    fn parent_connections(&mut self) -> Option<(Arc<KnownPosition>, bool)> {
        let (parent, _) = *self.path.last()?;
        let (mut ancestor, mut is_turned) = (None, false);
        for (key, turns) in self.path.iter().rev() {
            if let Some((position, is_rotation)) = self.lock_connections()?.get(key) {
                if *key == parent {
                    return Some((position, is_rotation));
                }
                ancestor = Some(position);
                is_turned ^= is_rotation;
                break;
            }
            is_turned ^= turns;
        }
        let mut filled = self.nodes.with(&parent, |node| node.filled)?;
        let is_turned = ancestor.is_some() && is_turned;
        if is_turned {
            filled = filled.rotated(&self.game.board);
        }
        self.analyst.fill(&mut filled, None);
        self.looks += 1;
        // Whether they decide the position is of no use here: its node says that it is open.
        let _ = self
            .analyst
            .connect(&filled, parent.mover, ancestor.as_deref());
        let position = Arc::new(self.analyst.snapshot(&filled));
        self.keep_connections(parent, is_turned, Arc::clone(&position));
        Some((position, is_turned))
    }

    /// Links a position to its node, given whether the node is the position rotated. `own` is the
    /// node's board as filled in from this position. Where positions share nodes, a cell that is
    /// captured in it may be dead in another position of the node, and only this one needs the
    /// cell. Where none do, the node's zone belongs to the node's board, and the same position may
    /// be filled in otherwise later.
    fn link(
        &self,
        situation: Situation,
        key: Situation,
        node: &HexNode,
        is_turned: bool,
        own: &FilledPosition,
    ) {
        let filled = match self.options.merges_filled {
            true => own,
            false => &node.filled,
        };
        let captured = |of: Colour| {
            let stones = self.turned_if(is_turned, filled.stones[of as usize]);
            stones & !situation.stones[of as usize]
        };
        let link = Link {
            node: key,
            is_turned,
            captured: Colour::BOTH.map(captured),
        };
        self.nodes.add_link(situation, link);
    }

    /// The node of a position, whether it is the position rotated by 180 degrees, and what is known
    /// of it, all found first if they are not known.
    fn node(
        &mut self,
        mut filled: FilledPosition,
        mover: Colour,
    ) -> Result<(Situation, bool, HexNode), Stopped> {
        self.stop.check()?;
        let (situation, mut situation_is_turned) = self.situation(&filled, mover);
        if let Some(link) = self.nodes.look_up(&situation).0
            && let Some(node) = self.nodes.with(&link.node, |node| node.clone())
        {
            return Ok((link.node, situation_is_turned != link.is_turned, node));
        }
        self.nodes.claim(situation);
        let parent = self.parent_connections();
        let is_turned_first = parent.as_ref().is_some_and(|(_, is_turned)| *is_turned);
        if is_turned_first {
            filled = filled.rotated(&self.game.board);
            situation_is_turned = !situation_is_turned;
        }
        // The connections may be another thread's, of a board on which it filled in more; then they
        // do not lead to this position.
        let before_move = parent
            .as_ref()
            .map(|(position, _)| &**position)
            .filter(|position| position.filled.leads_to(&filled));
        let mut enclosed = None;
        // The node, or the analysis of which to make one.
        let (key, is_turned, found) = loop {
            let before_move = enclosed.as_ref().or(before_move);
            let winner = self.analyst.fill(&mut filled, before_move);
            let (key, is_turned) = match self.options.merges_filled {
                true => self.situation(&filled, mover),
                false => (situation, situation_is_turned),
            };
            if let Some(node) = self.nodes.with(&key, |node| node.clone()) {
                break (key, is_turned, Ok(node));
            }
            if let Some(winner) = winner {
                let decided = ZonedAnalysis {
                    analysis: Analysis::Decided(winner),
                    zone: 0,
                };
                break (key, is_turned, Err(decided));
            }
            self.looks += 1;
            let look = self.analyst.look_at_filled(&filled, mover, before_move);
            match self.analyst.fill_enclosed(&mut filled, &look.analysis) {
                Some(before) => enclosed = Some(before),
                None => break (key, is_turned, Err(look)),
            }
        };
        let own = self.filled_if(is_turned, filled);
        let node = match found {
            Ok(node) => node,
            Err(ZonedAnalysis { analysis, zone }) => {
                if self.connections.is_some() && matches!(analysis, Analysis::Open(_)) {
                    let snapshot = Arc::new(self.analyst.snapshot(&filled));
                    self.keep_connections(key, is_turned, snapshot);
                }
                let (numbers, mut moves) = match analysis {
                    Analysis::Decided(winner) => (Numbers::of(winner == mover), Vec::new()),
                    Analysis::Open(moves) if moves.is_empty() => (Numbers::of(false), moves),
                    Analysis::Open(moves) => (Numbers::LEAF, moves),
                };
                if is_turned {
                    let last = self.game.cells() as u8 - 1;
                    moves.iter_mut().for_each(|cell| *cell = last - *cell);
                }
                let node = HexNode {
                    filled: own,
                    moves: moves.into_boxed_slice(),
                    zone: self.turned_if(is_turned, zone),
                    numbers,
                    work: 1,
                    threads: 0,
                };
                self.nodes.add(key, node)
            }
        };
        self.link(
            situation,
            key,
            &node,
            is_turned != situation_is_turned,
            &own,
        );
        Ok((key, is_turned != is_turned_first, node))
    }

    /// Searches until one of the position's numbers reaches a limit.
    fn visit(
        &mut self,
        filled: FilledPosition,
        mover: Colour,
        limits: Numbers,
    ) -> Result<Numbers, Stopped> {
        self.visits += 1;
        let before = self.looks;
        let (key, is_turned, node) = self.node(filled, mover)?;
        if node.numbers.decided().is_some() {
            return Ok(node.numbers);
        }
        let children = node.moves.iter().map(|cell| {
            let mut child = node.filled;
            child.stones[mover as usize] |= 1 << cell;
            let (situation, is_turned) = self.situation(&child, mover.opponent());
            ChildMove {
                cell: *cell,
                filled: child,
                situation,
                is_turned,
                is_lost: false,
            }
        });
        let mut level = SearchLevel {
            children: children.collect(),
            zone: node.zone,
        };
        self.nodes.with(&key, |node| node.threads += 1);
        self.path.push((key, is_turned));
        let found = self.visit_children(&key, mover, &mut level, limits);
        self.path.pop();
        let leave = |node: &mut HexNode| node.threads = node.threads.saturating_sub(1);
        let Ok(numbers) = found else {
            self.nodes.with(&key, leave);
            return found;
        };
        let work = (self.looks - before).min(1 << 24) as u32;
        let losses = level.children.iter().filter(|child| child.is_lost);
        let losses = losses.fold(0_u128, |set, child| set | 1 << child.cell);
        let kept = self.nodes.with(&key, |node| {
            leave(node);
            node.work = node.work.saturating_add(work);
            if node.numbers.decided().is_none() {
                node.numbers = numbers;
                match numbers.decided() {
                    Some(true) => node.zone = level.zone,
                    _ => node.zone |= level.zone,
                }
            }
            let is_open = |cell: &&u8| losses & 1 << **cell == 0;
            node.moves = match node.numbers.decided() {
                Some(_) => Box::default(),
                None => node.moves.iter().filter(is_open).copied().collect(),
            };
            node.numbers
        });
        // Another thread may have evicted the node before it was marked as searched.
        Ok(kept.unwrap_or(numbers))
    }

    fn visit_children(
        &mut self,
        key: &Situation,
        mover: Colour,
        level: &mut SearchLevel,
        limits: Numbers,
    ) -> Result<Numbers, Stopped> {
        loop {
            let numbers = self.nodes.with(key, |node| node.numbers);
            if let Some(numbers) = numbers.filter(|numbers| numbers.decided().is_some()) {
                return Ok(numbers);
            }
            let standings = self.standings(level);
            let choice = choose(standings.iter().copied(), self.options.widening);
            let numbers = choice.numbers;
            let is_over = numbers.win >= limits.win || numbers.loss >= limits.loss;
            if numbers.decided().is_some() || is_over || self.is_moot() {
                return Ok(numbers);
            }
            let next = (f64::from(choice.second) * (1.0 + self.options.epsilon)) as u32;
            let limits = Numbers {
                win: limits.loss - choice.others,
                // At least so much that the child goes on: it may only have seemed to be the best.
                loss: limits
                    .win
                    .min(next.max(choice.second.saturating_add(1)))
                    .max(choice.best_numbers.loss + 1),
            };
            self.visit(level.children[choice.best].filled, mover.opponent(), limits)?;
        }
    }

    /// The numbers of all moves, and how many threads are at each. Takes note of zones.
    fn standings(&self, level: &mut SearchLevel) -> Vec<(Numbers, u16)> {
        let mut standings = vec![(Numbers::of(true), 0); level.children.len()];
        let mut must_play = u128::MAX;
        for (child, entry) in level.children.iter_mut().zip(&mut standings) {
            if child.is_lost {
                continue;
            }
            let standing = self.standing(child);
            match standing.numbers.decided() {
                Some(true) => {
                    child.is_lost = true;
                    if self.options.uses_zones {
                        must_play &= standing.zone;
                    }
                    level.zone |= standing.zone;
                }
                Some(false) => level.zone = standing.zone | 1 << child.cell,
                None => {}
            }
            *entry = (standing.numbers, standing.threads);
            if standing.numbers.decided() == Some(false) {
                return standings;
            }
        }
        for (child, entry) in level.children.iter_mut().zip(&mut standings) {
            if must_play & 1 << child.cell == 0 {
                child.is_lost = true;
                *entry = (Numbers::of(true), 0);
            }
        }
        standings
    }

    /// Whether another thread has decided a position on the way here.
    fn is_moot(&self) -> bool {
        let is_decided = |node: &mut HexNode| node.numbers.decided().is_some();
        let mut path = self.path.iter();
        path.any(|(key, _)| self.nodes.with(key, is_decided) == Some(true))
    }
}

/// A move at a position that is searched.
struct ChildMove {
    cell: u8,
    filled: FilledPosition,
    situation: Situation,
    /// It is met as its image.
    is_turned: bool,
    /// The move is known to lose.
    is_lost: bool,
}

/// The moves of a node being searched.
struct SearchLevel {
    children: Vec<ChildMove>,
    /// See [`HexNode::zone`].
    zone: u128,
}

/// A child of a node being searched.
struct ChildState {
    numbers: Numbers,
    /// The threads that search it, or 1 if one is analysing it.
    threads: u16,
    /// If it is decided, what the winner needs, as seen from before the move.
    zone: u128,
}

/// The proof numbers of a node, and the child to search next.
struct ChildrenNumbers {
    numbers: Numbers,
    /// The child to search next.
    best: usize,
    best_numbers: Numbers,
    /// The disproof number of the second-best child, with what its threads add.
    second: u32,
    /// The number of undecided children beside the one that is hardest to prove.
    others: u32,
}

/// The proof numbers of a node from its children, of which progressive widening admits the first
/// undecided ones. Children that other threads search count as worse (virtual loss).
///
/// To prove a loss is taken to be as hard as its hardest part and one more for each other child
/// (weak proof numbers, Ueda, Hashimoto, Hashimoto and Iida 2008), where the original sum counts
/// what several children have in common several times.
fn choose(
    children: impl Iterator<Item = (Numbers, u16)> + Clone,
    widening: f64,
) -> ChildrenNumbers {
    let live = children
        .clone()
        .filter(|(numbers, _)| numbers.decided() != Some(true))
        .count();
    let mut choice = ChildrenNumbers {
        numbers: Numbers::of(false),
        best: 0,
        best_numbers: Numbers::LEAF,
        second: UNREACHABLE - 1,
        others: live.saturating_sub(1) as u32,
    };
    if live == 0 {
        return choice;
    }
    let looked_at = 1 + (live as f64 * widening).ceil() as usize;
    let (mut max, mut seen) = (0, 0);
    let (mut min, mut least_seeming) = (UNREACHABLE, UNREACHABLE);
    for (place, (numbers, threads)) in children.enumerate() {
        match numbers.decided() {
            Some(true) => continue,
            Some(false) => {
                choice.numbers = Numbers::of(true);
                return choice;
            }
            None => {}
        }
        max = max.max(numbers.win);
        seen += 1;
        if seen > looked_at {
            continue;
        }
        min = min.min(numbers.loss);
        let virtual_loss = u32::from(threads).saturating_mul(1 + numbers.loss / VIRTUAL_LOSS_SHARE);
        let seeming = numbers.loss.saturating_add(virtual_loss);
        let seeming = seeming.min(UNREACHABLE - 1);
        if seeming < least_seeming {
            choice.second = least_seeming.min(UNREACHABLE - 1);
            least_seeming = seeming;
            (choice.best, choice.best_numbers) = (place, numbers);
        } else {
            choice.second = choice.second.min(seeming);
        }
    }
    choice.numbers = Numbers {
        win: min.min(UNREACHABLE - 1),
        loss: max.saturating_add(choice.others).min(UNREACHABLE - 1),
    };
    choice
}
