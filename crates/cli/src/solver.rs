//! Solvers chosen by name.

use std::sync::Arc;

use anyhow::Result;
use solveig_game::{Game, Interval, Reduction, Value};
use solveig_search::binary::{
    BinarySolver, Conjecture, Method, Resources, Thresholds, WorkEstimate,
};
use solveig_search::reopening::{ReopeningAlphaBeta, ReuseRules};
use solveig_search::{
    AlphaBeta, Knowledge, Minimax, NoTable, NodeKind, Oracle, PlainAlphaBeta,
    PrincipalVariationSearch, TranspositionTable, Window,
};

use crate::arguments::SolverName;
use crate::memory::Memory;

/// The names of those that answer yes-or-no questions.
pub const BINARY: &str = "ews, ews-wr, ews-ps, pns, df-pn, mcts or deepening";

/// A solver of any kind.
pub enum Solver<G: Game, K: Knowledge<G>> {
    /// The game's own.
    Own(Box<dyn Oracle<G>>),
    /// Every play to its end.
    Minimax(Minimax<G>),
    /// Alpha-beta without a table.
    Plain(PlainAlphaBeta<G, K>),
    /// Alpha-beta.
    AlphaBeta(AlphaBeta<G, K>),
    /// Principal variation search.
    Pvs(PrincipalVariationSearch<G, K>),
    /// Reopening alpha-beta.
    Reopening(Reopening<G>),
}

/// Makes `count` solvers, which share a transposition table of at most `memory` if they use one.
pub fn solvers<G: Game, K: Knowledge<G>>(
    name: SolverName,
    game: &G,
    knowledge: &K,
    memory: Memory,
    count: usize,
) -> Result<Vec<Solver<G, K>>> {
    let name = name.for_game(game)?;
    if let Some(binary) = binary(name, game, knowledge, memory, (count, 1))? {
        return Ok(binary.into_iter().map(valued).collect());
    }
    let reduction = Reduction::Canonical;
    let mut table = None;
    if name == SolverName::Fastest {
        table = table_if_keys_fit(game, memory)?;
        let resources = Resources {
            table: table.clone(),
            ..Resources::without_table(reduction, memory.0)
        };
        if let Some(own) = knowledge.solvers(game, &resources, count) {
            return Ok(own.into_iter().map(Solver::Own).collect());
        }
    }
    if name.shares_table() && table.is_none() {
        table = Some(Arc::new(TranspositionTable::new(game, memory.0)?));
    }
    if let Some(table) = &table {
        tracing::info!("transposition table: {}", Memory(table.bytes() as u64));
    }
    let make = || {
        let (game, knowledge) = (game.clone(), knowledge.clone());
        match (name, table.clone()) {
            (SolverName::AlphaBeta, Some(table)) => {
                Solver::AlphaBeta(AlphaBeta::new(game, knowledge, table, reduction))
            }
            (SolverName::Fastest | SolverName::Pvs, Some(table)) => Solver::Pvs(
                PrincipalVariationSearch::new(game, knowledge, table, reduction),
            ),
            (SolverName::Plain, _) => Solver::Plain(PlainAlphaBeta::new(game, knowledge)),
            (SolverName::Reopening, _) => Solver::Reopening(Reopening::new(game)),
            _ => Solver::Minimax(Minimax::new(game)),
        }
    };
    Ok((0..count).map(|_| make()).collect())
}

/// Makes solvers for one position on so many threads: one that uses them all, or one a thread.
pub fn team<G: Game, K: Knowledge<G>>(
    name: SolverName,
    game: &G,
    knowledge: &K,
    memory: Memory,
    threads: usize,
) -> Result<Vec<Solver<G, K>>> {
    let name = name.for_game(game)?;
    if name.uses_threads()
        && let Some(one) = binary(name, game, knowledge, memory, (1, threads))?
    {
        return Ok(one.into_iter().map(valued).collect());
    }
    solvers(name, game, knowledge, memory, threads)
}

/// Finds values by questions with two answers.
fn valued<G: Game, K: Knowledge<G>>(solver: Box<dyn BinarySolver<G>>) -> Solver<G, K> {
    Solver::Own(Box::new(Thresholds::new(solver)))
}

/// A table, unless keys are longer than tables have room for.
fn table_if_keys_fit<G: Game>(game: &G, memory: Memory) -> Result<Option<Arc<TranspositionTable>>> {
    match TranspositionTable::new(game, memory.0) {
        Ok(table) => Ok(Some(Arc::new(table))),
        Err(NoTable::LongKeys(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Makes `count` solvers of questions with two answers, of so many threads each, if the name is that of one. Half
/// of the memory is for the table, and half for the trees.
pub fn binary<G: Game, K: Knowledge<G>>(
    name: SolverName,
    game: &G,
    knowledge: &K,
    memory: Memory,
    (count, threads): (usize, usize),
) -> Result<Option<Vec<Box<dyn BinarySolver<G>>>>> {
    let method = match name {
        SolverName::Ews => Method::ExpectedWork(WorkEstimate::Expected, Conjecture::Node),
        SolverName::EwsWr => Method::ExpectedWork(WorkEstimate::SizeAlone, Conjecture::Nobody),
        SolverName::EwsPs => Method::ExpectedWork(WorkEstimate::RateAlone, Conjecture::Nobody),
        SolverName::Pns => Method::ProofNumbers,
        SolverName::DfPn => Method::DfPn,
        SolverName::Mcts => Method::WinRates,
        SolverName::Deepening => Method::Deepening,
        _ => return Ok(None),
    };
    let half = memory.0 / 2;
    let trees = half / count.max(1) as u64;
    let mut resources = Resources::for_game(game, Reduction::Canonical, half, trees)?;
    resources.threads = threads;
    let make = |_| method.solver(game, knowledge, &resources);
    Ok(Some((0..count).map(make).collect()))
}

/// Reopening alpha-beta, asked for values: as `A'`, the kind of node that owes its exact value and
/// no more, and as `C` for a bound.
pub struct Reopening<G: Game> {
    game: G,
    search: ReopeningAlphaBeta<G>,
}

impl<G: Game> Reopening<G> {
    fn new(game: G) -> Self {
        let search = ReopeningAlphaBeta::new(game.clone())
            .with_reopening(solveig_search::reopening::Reopening::PayoffBound)
            .with_table(ReuseRules::proposition_3_10());
        Self { game, search }
    }
}

impl<G: Game> Oracle<G> for Reopening<G> {
    fn game(&self) -> &G {
        &self.game
    }

    fn value(&mut self, position: &G::Position, known: Interval) -> Value {
        let Interval { lower, upper } = known;
        let window = Window {
            alpha: lower - 1,
            beta: upper + 1,
        };
        self.search.search(position, window, NodeKind::APrime)
    }

    fn at_least(&mut self, position: &G::Position, bound: Value) -> bool {
        let value = self
            .search
            .search(position, Window::test(bound), NodeKind::C);
        value >= bound
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }
}

impl<G: Game, K: Knowledge<G>> Oracle<G> for Solver<G, K> {
    fn game(&self) -> &G {
        match self {
            Self::Own(solver) => solver.game(),
            Self::Minimax(solver) => solver.game(),
            Self::Plain(solver) => solver.game(),
            Self::AlphaBeta(solver) => solver.game(),
            Self::Pvs(solver) => solver.game(),
            Self::Reopening(solver) => solver.game(),
        }
    }

    fn value(&mut self, position: &G::Position, known: Interval) -> Value {
        match self {
            Self::Own(solver) => solver.value(position, known),
            Self::Minimax(solver) => solver.value(position, known),
            Self::Plain(solver) => solver.value(position, known),
            Self::AlphaBeta(solver) => solver.value(position, known),
            Self::Pvs(solver) => solver.value(position, known),
            Self::Reopening(solver) => solver.value(position, known),
        }
    }

    fn at_least(&mut self, position: &G::Position, bound: Value) -> bool {
        match self {
            Self::Own(solver) => solver.at_least(position, bound),
            Self::Minimax(solver) => solver.at_least(position, bound),
            Self::Plain(solver) => solver.at_least(position, bound),
            Self::AlphaBeta(solver) => solver.at_least(position, bound),
            Self::Pvs(solver) => solver.at_least(position, bound),
            Self::Reopening(solver) => solver.at_least(position, bound),
        }
    }

    fn nodes(&self) -> u64 {
        match self {
            Self::Own(solver) => solver.nodes(),
            Self::Minimax(solver) => solver.nodes(),
            Self::Plain(solver) => solver.nodes(),
            Self::AlphaBeta(solver) => solver.nodes(),
            Self::Pvs(solver) => solver.nodes(),
            Self::Reopening(solver) => solver.nodes(),
        }
    }

    fn estimate(&mut self, position: &G::Position, plies: u32) -> Option<Value> {
        match self {
            Self::Own(solver) => solver.estimate(position, plies),
            Self::Minimax(solver) => solver.estimate(position, plies),
            Self::Plain(solver) => solver.estimate(position, plies),
            Self::AlphaBeta(solver) => solver.estimate(position, plies),
            Self::Pvs(solver) => solver.estimate(position, plies),
            Self::Reopening(solver) => solver.estimate(position, plies),
        }
    }

    fn shares_work(&self) -> bool {
        match self {
            Self::Own(solver) => solver.shares_work(),
            Self::Minimax(solver) => solver.shares_work(),
            Self::Plain(solver) => solver.shares_work(),
            Self::AlphaBeta(solver) => solver.shares_work(),
            Self::Pvs(solver) => solver.shares_work(),
            Self::Reopening(solver) => solver.shares_work(),
        }
    }
}
