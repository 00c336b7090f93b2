//! Proofs of bounds in Go that let the loser repeat positions.

use solveig_format::proof::{ChosenMoves, Proof, ProofHeader, WalkKind};
use solveig_game::{Game, Interval, Value};
use solveig_games::go::knowledge::history_free::{
    BoundedWin, HistoryFreeSearch, HistoryFreeStrategy, Progress, Reply, SearchOptions,
    SearchResult, State,
};
use solveig_games::go::{Go, GoPosition};
use solveig_search::{StopToken, Stopped};
use solveig_verify::Bound;
use solveig_verify::FindRules;
use solveig_verify::proof::{Node, Winner};

use super::origin::ProofOrigin;
use super::prover::NotWon;
use super::{ProofBounds, ProofProgress, ProveError, WholeProof, walk_through};

/// What to prove without regard to the history, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryFreeRequest {
    /// The position: a move list or a board.
    pub position: String,
    /// Prove that the value is at least this for the side to move, or less; `None` for the exact
    /// value.
    pub at_least: Option<Value>,
    /// The limits of each search. One side is searched for after the other.
    pub search: SearchOptions,
    /// The program that writes the proof; informative only.
    pub program: String,
}

/// Proves a bound on a position of Go, or its value, by strategies that win although the loser may
/// repeat positions. Far larger boards have such proofs than by [`prove`](super::prove), but not
/// every value has one: where superko has to stop the loser, the search goes on until its limits.
///
/// # Errors
///
/// Fails if the position cannot be read, if the searches find no strategies within their limits, or
/// if `go_on` returned false or `stop` stopped them.
pub fn prove_history_free(
    game: &Go,
    request: &HistoryFreeRequest,
    find_rules: &FindRules<'_>,
    stop: &StopToken,
    go_on: &mut dyn FnMut(ProofProgress) -> bool,
) -> Result<WholeProof, ProveError> {
    let origin = ProofOrigin::read(game, &request.position)?;
    let mut finder = Finder {
        game,
        position: &origin.position,
        options: request.search,
        stop,
        visits: 0,
    };
    let mut claims = ProofBounds::default();
    let mut strategies = Strategies::default();
    if let Some(bound) = request.at_least {
        match finder.decide(bound, go_on)? {
            (true, found) => (claims.at_least, strategies.lower) = (Some(bound), found),
            (false, found) => (claims.at_most, strategies.upper) = (Some(bound - 1), found),
        }
    } else {
        let range = game.value_range();
        let (mut lower, mut upper) = (range.min, range.max);
        while lower < upper {
            let bound = Interval { lower, upper }.middle();
            match finder.decide(bound, go_on)? {
                (true, found) => (lower, strategies.lower) = (bound, found),
                (false, found) => (upper, strategies.upper) = (bound - 1, found),
            }
            if !go_on(ProofProgress::Bounds(Interval { lower, upper })) {
                return Err(ProveError::Stopped);
            }
        }
        (claims.at_least, claims.at_most) = (Some(lower), Some(upper));
    }
    let header = ProofHeader {
        game: game.spec(),
        board: origin.board,
        moves: origin.moves.clone(),
        at_least: claims.at_least,
        at_most: claims.at_most,
        walk: WalkKind::LoserMayRepeat,
        program: request.program.clone(),
    };
    let mut follower = Follower {
        strategies,
        claim: None,
        states: Vec::new(),
        line: Vec::new(),
        moves: ChosenMoves::default(),
    };
    let nodes = walk_through(&header, &mut follower, find_rules, go_on)?;
    let proof = Proof {
        header,
        moves: follower.moves,
        nodes,
    };
    Ok(WholeProof {
        claims,
        proof,
        visits: finder.visits,
    })
}

/// Finds out which side has a strategy.
struct Finder<'a> {
    game: &'a Go,
    position: &'a GoPosition,
    options: SearchOptions,
    stop: &'a StopToken,
    visits: u64,
}

/// The positions that a search visits between two reports.
const BETWEEN_REPORTS: u64 = 1 << 18;

impl Finder<'_> {
    /// Whether the value for the side to move is at least `bound`, and the strategy that shows it;
    /// `None` if the range of values decides, or if the game is over. The opponent's strategy is
    /// looked for where the side to move has none.
    fn decide(
        &mut self,
        bound: Value,
        go_on: &mut dyn FnMut(ProofProgress) -> bool,
    ) -> Result<(bool, Option<HistoryFreeStrategy>), ProveError> {
        let range = self.game.value_range();
        if bound <= range.min || bound > range.max {
            return Ok((bound <= range.min, None));
        }
        if let Some(value) = self.game.terminal_value(self.position) {
            return Ok((value >= bound, None));
        }
        let (game, position, options) = (self.game, self.position, self.options);
        let search_of = |winner, bound| {
            let claim = BoundedWin { winner, bound };
            let search = HistoryFreeSearch::new(game, position, claim, options, self.stop.clone());
            search.map_err(|Stopped| ProveError::Stopped)
        };
        let mover = position.to_move();
        let opposed = match search_of(mover, bound)? {
            Some(mut search) => {
                if let Some(strategy) = self.search(&mut search, go_on)? {
                    return Ok((true, Some(strategy)));
                }
                Some(search.opposed())
            }
            None => search_of(mover.opponent(), 1 - bound)?,
        };
        if let Some(mut search) = opposed
            && let Some(strategy) = self.search(&mut search, go_on)?
        {
            return Ok((false, Some(strategy)));
        }
        Err(ProveError::NoStrategy { bound })
    }

    /// The strategy of one side.
    fn search(
        &mut self,
        search: &mut HistoryFreeSearch,
        go_on: &mut dyn FnMut(ProofProgress) -> bool,
    ) -> Result<Option<HistoryFreeStrategy>, ProveError> {
        let before = self.visits;
        loop {
            let found = search.search(BETWEEN_REPORTS);
            let progress = search.progress();
            self.visits = before + progress.visits;
            let goes_on = go_on(ProofProgress::HistoryFree(Progress {
                visits: self.visits,
                ..progress
            }));
            match found.map_err(|Stopped| ProveError::Stopped)? {
                _ if !goes_on => return Err(ProveError::Stopped),
                SearchResult::Found(strategy) => return Ok(Some(*strategy)),
                SearchResult::NotYet => {}
                SearchResult::Exhausted => return Ok(None),
            }
        }
    }
}

/// The strategies of a proof: for its lower and for its upper bound.
#[derive(Default)]
struct Strategies {
    lower: Option<HistoryFreeStrategy>,
    upper: Option<HistoryFreeStrategy>,
}

/// Plays by the strategies, and records the moves.
struct Follower {
    strategies: Strategies,
    claim: Option<Bound>,
    /// The positions from the root to the last node of the walk, and the moves between them.
    states: Vec<State>,
    line: Vec<u32>,
    moves: ChosenMoves,
}

impl Follower {
    /// The strategy for the claim of the node, and the node's position.
    fn at(&mut self, node: &Node<'_>) -> Result<(&HistoryFreeStrategy, State), NotWon> {
        let strategy = match node.claim {
            Bound::AtLeast(_) => self.strategies.lower.as_ref(),
            Bound::AtMost(_) => self.strategies.upper.as_ref(),
        };
        let strategy = strategy.ok_or(NotWon::NoMove)?;
        if self.claim != Some(node.claim) {
            self.claim = Some(node.claim);
            self.states = vec![strategy.root()];
            self.line.clear();
        }
        let shared = self.line.iter().zip(node.line);
        let shared = shared.take_while(|(was, is)| was == is).count();
        self.line.truncate(shared);
        self.states.truncate(shared + 1);
        for &index in &node.line[shared..] {
            let state = &self.states[self.states.len() - 1];
            let moves = strategy.moves(state);
            let point = moves.get(index as usize).ok_or(NotWon::NoMove)?;
            self.states.push(strategy.play(state, *point));
            self.line.push(index);
        }
        Ok((strategy, self.states[self.states.len() - 1]))
    }
}

impl Winner for Follower {
    type Error = NotWon;

    fn choose(&mut self, node: Node<'_>) -> Result<u32, NotWon> {
        let (strategy, state) = self.at(&node)?;
        let Some(Reply::Move(point)) = strategy.reply(&state) else {
            return Err(NotWon::NoMove);
        };
        let index = strategy.moves(&state).iter().position(|one| *one == point);
        let index = index.ok_or(NotWon::NoMove)? as u32;
        self.moves.push(index, node.moves);
        Ok(index)
    }

    fn rests(&mut self, node: Node<'_>) -> Result<bool, NotWon> {
        let (strategy, state) = self.at(&node)?;
        let reply = strategy.reply(&state).ok_or(NotWon::NoMove)?;
        let rests = reply == Reply::Won;
        self.moves.push(u32::from(rests), node.moves);
        Ok(rests)
    }
}
