//! Every call of a search, with all that was observed of it.

use solveig_game::{Game, Keyed, Move, Value};
use solveig_games::random_tree::{Parameters, RandomTree, TreeShape};
use solveig_search::Window;
use solveig_study::reopening::{NodeKind, Observer, Reopening, ReopeningAlphaBeta};

/// One call of Search.
#[derive(Clone, Debug)]
pub struct Call<G: Game> {
    pub position: G::Position,
    pub window: Window,
    pub kind: NodeKind,
    pub value: Value,
    pub principal: Option<Move>,
}

/// The calls of a search in the order in which they began.
pub struct Trace<G: Game> {
    pub calls: Vec<Call<G>>,
    open: Vec<usize>,
}

impl<G: Game> Observer<G> for Trace<G> {
    fn enter(&mut self, position: &G::Position, _: Option<Move>, window: Window, kind: NodeKind) {
        self.open.push(self.calls.len());
        self.calls.push(Call {
            position: position.clone(),
            window,
            kind,
            value: 0,
            principal: None,
        });
    }

    fn leave(&mut self, value: Value, principal: Option<Move>) {
        let call = self.open.pop().expect("a call is left after it is entered");
        self.calls[call].value = value;
        self.calls[call].principal = principal;
    }
}

/// The calls of Algorithm 2 without a table, from the start as `P`.
pub fn algorithm_2<G: Keyed>(game: &G, reopening: Reopening) -> Vec<Call<G>> {
    let mut trace = Trace {
        calls: Vec::new(),
        open: Vec::new(),
    };
    let window = reopening.window(game.value_range());
    ReopeningAlphaBeta::new(game.clone())
        .with_reopening(reopening)
        .with_observer(&mut trace)
        .search(&game.start(), window, NodeKind::P);
    trace.calls
}

/// Random trees with imperfect move ordering: narrow ranges of values, so full of ties, and wide
/// ones, uniform and variable.
pub fn random_trees(seeds: std::ops::Range<u64>) -> impl Iterator<Item = RandomTree> {
    seeds.map(|seed| {
        let greatest = [1, 2, 4, 9, 1000][seed as usize % 5];
        RandomTree::new(Parameters {
            values: Some(-greatest..=greatest),
            shape: if seed % 2 == 0 {
                TreeShape::Uniform
            } else {
                TreeShape::Variable
            },
            ..Parameters::uniform(2 + (seed % 3) as u32, 3 + (seed / 3 % 3) as u32, seed)
        })
        .expect("a small tree")
    })
}
