//! Depth-first proof-number search (df-pn; Nagai 2002) for one question: does the winner reach a
//! won state, whatever the loser does?
//!
//! A state counts as won if its win is made of states that were won before, so that a win depends
//! on no history; its *plies* bound the moves until it is won without a search. A repetition on the
//! path counts as no win, though the state may be won in another way: what the search fails to find
//! proves nothing.
//!
//! Numbers of new states follow from the stones that both colours still need ([`Needs`]) and from
//! their liberties.

use std::collections::HashSet;

use solveig_search::{StopChecker, Stopped};

use super::super::benson_lower_bound;
use super::needs::Needs;
use super::numbers::{Choice, INFINITE, Numbers};
use super::state::{Child, Key, Rules, State};
use super::table::Table;
use crate::go::board::points_of;

/// A search without a limit of plies.
pub(super) const UNLIMITED: u16 = Key::MAX_PLIES + 1;

/// The longest path.
const MAX_PATH: usize = 400;

/// The share of memory for searches within a number of plies: one in so many.
const SPARE_SHARE: u64 = 16;

/// The least number of stones of the loser whose life may rest on stones of the winner.
const LEAST_ALIVE: u32 = 5;

/// What is known of a state without its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Glance {
    /// Won within so many plies.
    Won(u16),
    /// Not won.
    Loss,
    Open,
}

/// A move on the path or beside it, and the numbers of the state after it.
#[derive(Clone, Copy)]
struct Node {
    child: Child,
    numbers: Numbers,
}

/// Moves after which a strategy did not hold, and states that it may not end with.
#[derive(Default)]
pub(super) struct Exclusions {
    /// The winner's moves, as the state and the state after the move.
    pub(super) moves: HashSet<(Key, Key)>,
    /// States that are won by territory which the history may forbid to defend.
    pub(super) territories: HashSet<Key>,
}

impl Exclusions {
    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn len(&self) -> usize {
        self.moves.len() + self.territories.len()
    }
}

/// Why a search came to no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interruption {
    Stopped,
    /// It visited as many states as it was allowed to.
    Paused,
}

impl From<Stopped> for Interruption {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// The search for one claim.
pub(super) struct StrategySearch {
    pub(super) rules: Rules,
    /// Of the winner, and of the loser.
    pub(super) needs: [Needs; 2],
    pub(super) table: Table,
    pub(super) excluded: Exclusions,
    pub(super) stop: StopChecker,
    pub(super) visits: u64,
    pub(super) root_numbers: Numbers,
    /// The table of searches within a number of plies.
    spare: Table,
    pause_at: u64,
    /// The moves of all states on the path.
    nodes: Vec<Node>,
    path: Vec<PathState>,
    /// The move by which the last state was won that the winner's move decides.
    last_win: Option<Child>,
}

/// A state on the path.
#[derive(Clone, Copy)]
struct PathState {
    key: Key,
    /// The first so many states of the path come before the last capture: only these can recur.
    before_capture: usize,
}

impl StrategySearch {
    /// A search with tables of about `bytes`.
    pub(super) fn new(rules: Rules, needs: [Needs; 2], bytes: u64, stop: StopChecker) -> Self {
        Self {
            rules,
            needs,
            table: Table::new(bytes - bytes / SPARE_SHARE),
            spare: Table::new(bytes / SPARE_SHARE),
            excluded: Exclusions::default(),
            stop,
            visits: 0,
            root_numbers: Numbers::open(1, 1),
            pause_at: u64::MAX,
            nodes: Vec::new(),
            path: Vec::new(),
            last_win: None,
        }
    }

    /// The search for the opposite claim of the other side.
    pub(super) fn opposed(self, bytes: u64) -> Self {
        let Self {
            mut rules,
            needs: [own, other],
            stop,
            table,
            spare,
            ..
        } = self;
        drop([table, spare]);
        rules.target = 1 - rules.target;
        Self::new(rules, [other, own], bytes, stop)
    }

    /// Leaves these moves and territories out from now on. Of the wins that were found, `kept` are
    /// still known, with their plies.
    pub(super) fn exclude(&mut self, refused: Exclusions, kept: Vec<(Key, u16)>) {
        for table in [&mut self.table, &mut self.spare] {
            table.generation += 1;
        }
        for (key, plies) in kept {
            self.table.add(key, Numbers::won(plies), 1);
        }
        self.excluded.moves.extend(refused.moves);
        self.excluded.territories.extend(refused.territories);
    }

    /// Whether the state is won, as far as the search finds out with `visits` more states; `None`
    /// if they do not suffice.
    pub(super) fn wins(&mut self, state: &State, visits: u64) -> Result<Option<bool>, Stopped> {
        self.pause_at = self.visits.saturating_add(visits);
        let found = self.search_from(state, UNLIMITED);
        self.pause_at = u64::MAX;
        match found {
            Ok(numbers) => Ok(Some(numbers.proof == 0)),
            Err(Interruption::Paused) => Ok(None),
            Err(Interruption::Stopped) => Err(Stopped),
        }
    }

    /// Within how many plies a state is won that was found to be won within `plies`: the table may
    /// have lost it, but the win is still there.
    pub(super) fn won_within(&mut self, state: &State, plies: u16) -> Result<u16, Stopped> {
        let key = self.rules.key(state).0;
        if let Some(within) = self.known_win(state, key).filter(|within| *within <= plies) {
            return Ok(within);
        }
        match self.search_from(state, plies) {
            Ok(numbers) if numbers.proof == 0 => Ok(numbers.plies),
            Ok(_) => panic!("{state:?} is not won within {plies}"),
            Err(_) => Err(Stopped),
        }
    }

    /// Within how many plies a state is won, if this is known.
    pub(super) fn known_win(&self, state: &State, key: Key) -> Option<u16> {
        match self.glance(state, key) {
            Glance::Won(plies) => Some(plies),
            Glance::Loss => None,
            Glance::Open => {
                let numbers = self.table.find(key)?;
                (numbers.proof == 0).then_some(numbers.plies)
            }
        }
    }

    /// A move to a state that is won within fewer plies than `plies`, within which the winner was
    /// found to win by a move.
    pub(super) fn winning_move(&mut self, state: &State, plies: u16) -> Result<Child, Stopped> {
        self.last_win = None;
        match (self.search_from(state, plies), self.last_win) {
            (Ok(_), Some(child)) => Ok(child),
            (Ok(_), None) => panic!("{state:?} is not won within {plies}"),
            (Err(_), _) => Err(Stopped),
        }
    }

    /// The numbers of a state whose win or loss within `plies` is decided.
    fn search_from(&mut self, state: &State, plies: u16) -> Result<Numbers, Interruption> {
        self.nodes.clear();
        self.path.clear();
        let key = self.rules.key(state).0;
        match self.glance(state, key) {
            Glance::Won(within) if within <= plies => return Ok(Numbers::won(within)),
            Glance::Loss => return Ok(Numbers::LOSS),
            _ => {}
        }
        let root = Child {
            point: 0,
            state: *state,
            key,
        };
        let mut numbers = Numbers::open(1, 1);
        while !numbers.is_decided() {
            let limits = Numbers::open(INFINITE - 1, INFINITE - 1);
            numbers = self.search(&root, limits, plies, 0)?;
        }
        Ok(numbers)
    }

    /// What is known of a state without its moves.
    fn glance(&self, state: &State, key: Key) -> Glance {
        let rules = &self.rules;
        let [needed, needed_by_loser] = [
            self.needs[0].of(state.winner),
            self.needs[1].of(state.loser),
        ];
        let ends = state.passed && !state.winner_moves;
        if needed == 0
            && (!ends || rules.ends_well(state))
            && !self.excluded.territories.contains(&key)
        {
            return Glance::Won(0);
        }
        if state.passed {
            match (rules.ends_well(state), state.winner_moves) {
                (true, true) => return Glance::Won(1),
                (false, false) => return Glance::Loss,
                _ => {}
            }
        }
        if needed_by_loser == 0 || self.loser_is_safe(state) {
            return Glance::Loss;
        }
        match state.winner_moves {
            true if needed == 1 && self.can_secure(state, key) => Glance::Won(1),
            false if needed_by_loser == 1 && self.loser_can_secure(state) => Glance::Loss,
            _ => Glance::Open,
        }
    }

    /// Whether stones of the loser that are alive even if it passes are worth too much.
    fn loser_is_safe(&self, state: &State) -> bool {
        let rules = &self.rules;
        state.loser.count_ones() >= LEAST_ALIVE
            && benson_lower_bound(&rules.board, state.loser, state.winner, false) > -rules.target
    }

    /// Whether a stone of the winner secures what is claimed.
    fn can_secure(&self, state: &State, key: Key) -> bool {
        let empty = self.rules.board.all() & !(state.winner | state.loser | state.ko);
        points_of(empty).any(|point| {
            self.needs[0].of(state.winner | point) == 0
                && self.rules.is_legal(state, point)
                && (self.excluded.is_empty() || {
                    let after = self.rules.key(&self.rules.play(state, point)).0;
                    !self.excluded.territories.contains(&after)
                        && !self.excluded.moves.contains(&(key, after))
                })
        })
    }

    fn loser_can_secure(&self, state: &State) -> bool {
        let empty = self.rules.board.all() & !(state.winner | state.loser | state.ko);
        points_of(empty).any(|point| {
            self.needs[1].of(state.loser | point) == 0 && self.rules.is_legal(state, point)
        })
    }

    /// First numbers of a state.
    fn estimate(&self, state: &State) -> Numbers {
        let board = &self.rules.board;
        let empty = board.all() & !(state.winner | state.loser);
        let number = |need: u8, against: u64, moves: bool| {
            let liberties = (board.adjacent(against) & empty).count_ones();
            let number = u32::from(need).pow(2) * (1 + liberties);
            if moves { number / 2 + 1 } else { number.max(1) }
        };
        let moves = state.winner_moves;
        Numbers::open(
            number(self.needs[0].of(state.winner), state.loser, moves),
            number(self.needs[1].of(state.loser), state.winner, !moves),
        )
    }

    /// What the tables know of a state.
    fn look_up(&self, key: Key, plies: u16) -> Option<Numbers> {
        let numbers = self.table.find(key);
        let is_win = |found: Numbers| found.proof == 0 && found.plies <= plies;
        if plies == UNLIMITED || numbers.is_some_and(is_win) {
            return numbers;
        }
        self.spare.find(key.within(plies))
    }

    fn record(&mut self, key: Key, plies: u16, numbers: Numbers, states: u64) {
        if plies != UNLIMITED {
            self.spare.add(key.within(plies), numbers, states);
        }
        if plies == UNLIMITED || numbers.proof == 0 {
            self.table.add(key, numbers, states);
        }
    }

    /// Searches a state until one of its numbers reaches its limit, or the state is decided.
    fn search(
        &mut self,
        of: &Child,
        limits: Numbers,
        plies: u16,
        before_capture: usize,
    ) -> Result<Numbers, Interruption> {
        self.stop.check()?;
        if self.visits >= self.pause_at {
            return Err(Interruption::Paused);
        }
        if plies == UNLIMITED && self.path.len() == MAX_PATH {
            return Ok(Numbers::LOSS);
        }
        let before = self.visits;
        self.visits += 1;
        let first = self.nodes.len();
        self.path.push(PathState {
            key: of.key,
            before_capture,
        });
        let left = match plies {
            UNLIMITED => UNLIMITED,
            _ => plies - 1,
        };
        let numbers = match self.expand(of, left) {
            Ok(most) => self.search_moves(&of.state, first, most, limits, left)?,
            Err(decided) => decided,
        };
        self.path.pop();
        self.nodes.truncate(first);
        self.record(of.key, plies, numbers, self.visits - before);
        Ok(numbers)
    }

    /// Adds the undecided moves of a state to the nodes. Returns the most plies of those that are
    /// won, or the numbers of the state if a move decides.
    fn expand(&mut self, of: &Child, left: u16) -> Result<u16, Numbers> {
        let state = &of.state;
        let (first, mut most) = (self.nodes.len(), 0);
        for point in self.rules.moves(state) {
            let child = self.rules.child(state, point);
            if state.winner_moves && self.excluded.moves.contains(&(of.key, child.key)) {
                continue;
            }
            match self.glance(&child.state, child.key) {
                Glance::Won(plies) if plies <= left && state.winner_moves => {
                    self.last_win = Some(child);
                    return Err(Numbers::won(plies + 1));
                }
                Glance::Won(plies) if plies <= left => most = most.max(plies),
                Glance::Open | Glance::Won(_) if left > 0 => {
                    if self.nodes[first..]
                        .iter()
                        .all(|one| one.child.key != child.key)
                    {
                        self.table.prefetch(child.key);
                        let numbers = Numbers::LOSS;
                        self.nodes.push(Node { child, numbers });
                    }
                }
                _ if state.winner_moves => {}
                _ => return Err(Numbers::LOSS),
            }
        }
        for at in first..self.nodes.len() {
            let child = self.nodes[at].child;
            let before_capture = self.before_capture(state, &child);
            let earlier = &self.path[..before_capture];
            if left != UNLIMITED || earlier.iter().all(|one| one.key != child.key) {
                let numbers = self.look_up(child.key, left);
                self.nodes[at].numbers = numbers.unwrap_or_else(|| self.estimate(&child.state));
            }
        }
        Ok(most)
    }

    /// The number of states of the path before the last capture, once a move is made from its end.
    fn before_capture(&self, state: &State, child: &Child) -> usize {
        let captures = match state.winner_moves {
            true => child.state.loser != state.loser,
            false => child.state.winner != state.winner,
        };
        match captures {
            true => self.path.len(),
            false => self.path[self.path.len() - 1].before_capture,
        }
    }

    /// Searches the moves from `first` on until the state is decided or exceeds its limits; `most`
    /// are the plies of other moves that are won.
    fn search_moves(
        &mut self,
        state: &State,
        first: usize,
        most: u16,
        limits: Numbers,
        left: u16,
    ) -> Result<Numbers, Interruption> {
        let view = |numbers: Numbers| match state.winner_moves {
            true => numbers,
            false => Numbers::open(numbers.disproof, numbers.proof),
        };
        let limits = view(limits);
        loop {
            let choice = Choice::among(self.nodes[first..].iter().map(|node| view(node.numbers)));
            let numbers = view(choice.numbers);
            if self.path.len() == 1 {
                self.root_numbers = numbers;
            }
            if numbers.proof == 0 {
                let won = self.nodes[first..]
                    .iter()
                    .filter(|node| node.numbers.proof == 0);
                let least = won.clone().min_by_key(|node| node.numbers.plies);
                let plies = match least {
                    Some(node) if state.winner_moves => {
                        self.last_win = Some(node.child);
                        node.numbers.plies
                    }
                    _ => won.map(|node| node.numbers.plies).fold(most, u16::max),
                };
                return Ok(match plies {
                    Key::MAX_PLIES.. => Numbers::LOSS,
                    _ => Numbers::won(plies + 1),
                });
            }
            let exceeds =
                choice.numbers.proof >= limits.proof || choice.numbers.disproof >= limits.disproof;
            if exceeds || numbers.disproof == 0 {
                return Ok(numbers);
            }
            let best = first + choice.best;
            let child = self.nodes[best].child;
            let limits = view(choice.limits(limits));
            let before_capture = self.before_capture(state, &child);
            self.nodes[best].numbers = self.search(&child, limits, left, before_capture)?;
        }
    }
}
