//! Solvers chosen by name.

use std::sync::Arc;

use anyhow::Result;
use solveig_game::{Game, Interval, Reduction, Value};
use solveig_search::binary::best_first::Policy;
use solveig_search::binary::{
    BestFirst, Deepening, DfPn, ExpectedWork, ProofNumbers, Resources, Thresholds, WinRates,
    WorkEstimate,
};
use solveig_search::reopening::{ReopeningAlphaBeta, ReuseRules};
use solveig_search::{
    AlphaBeta, Knowledge, Minimax, NodeKind, Oracle, PlainAlphaBeta, PrincipalVariationSearch,
    TranspositionTable, Window,
};

use crate::arguments::SolverName;
use crate::memory::Memory;

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
    if let Some(binary) = binary(name, game, knowledge, memory, count)? {
        return Ok(binary);
    }
    let table = if name.shares_table() {
        let table = TranspositionTable::new(game, memory.0)?;
        tracing::info!("transposition table: {}", Memory(table.bytes() as u64));
        Some(Arc::new(table))
    } else {
        None
    };
    let reduction = Reduction::Canonical;
    if let (SolverName::Fastest, Some(table)) = (name, &table)
        && let Some(own) = knowledge.solvers(game, table, reduction, count)
    {
        return Ok(own.into_iter().map(Solver::Own).collect());
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

/// Makes `count` solvers of questions with two answers, if the name is that of one. Half of the memory is for the
/// table, and half for the trees.
fn binary<G: Game, K: Knowledge<G>>(
    name: SolverName,
    game: &G,
    knowledge: &K,
    memory: Memory,
    count: usize,
) -> Result<Option<Vec<Solver<G, K>>>> {
    fn grown<G: Game, K: Knowledge<G>, P: Policy + 'static>(
        game: &G,
        knowledge: &K,
        resources: &Resources,
        policy: P,
    ) -> Box<dyn Oracle<G>> {
        let (game, knowledge) = (game.clone(), knowledge.clone());
        let search = BestFirst::new(game, knowledge, resources.clone(), policy);
        Box::new(Thresholds::new(search))
    }
    let expected = |estimate| Some(ExpectedWork::with(estimate));
    let work = match name {
        SolverName::Ews => expected(WorkEstimate::Expected),
        SolverName::EwsWr => expected(WorkEstimate::SizeAlone),
        SolverName::EwsPs => expected(WorkEstimate::RateAlone),
        SolverName::Pns | SolverName::DfPn | SolverName::Mcts | SolverName::Deepening => None,
        _ => return Ok(None),
    };
    let (reduction, half) = (Reduction::Canonical, memory.0 / 2);
    let trees = half / count.max(1) as u64;
    let resources = if game.depends_on_history() {
        Resources::without_table(reduction, trees)
    } else {
        let table = Arc::new(TranspositionTable::new(game, half)?);
        Resources::new(table, reduction, trees)
    };
    let make = || match (name, work) {
        (_, Some(policy)) => grown(game, knowledge, &resources, policy),
        (SolverName::Pns, _) => grown(game, knowledge, &resources, ProofNumbers),
        (SolverName::Mcts, _) => grown(game, knowledge, &resources, WinRates::default()),
        (SolverName::Deepening, _) => {
            let search = Deepening::new(game.clone(), knowledge.clone(), &resources);
            Box::new(Thresholds::new(search))
        }
        _ => {
            let search = DfPn::new(game.clone(), knowledge.clone(), &resources, EPSILON);
            Box::new(Thresholds::new(search))
        }
    };
    Ok(Some((0..count).map(|_| Solver::Own(make())).collect()))
}

/// How much better another child has to be for df-pn to leave the one it is at.
const EPSILON: f64 = 0.25;

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
