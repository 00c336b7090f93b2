//! Every call of a search, with all that was observed of it.

use solveig_game::{Game, Keyed, Move, Value};
use solveig_games::random_tree::{Parameters, RandomTree, TreeShape};
use solveig_search::reopening::{ExplorationOrder, Observer, Reopening, ReopeningAlphaBeta};
use solveig_search::{NodeKind, Window};

/// One call of Search.
#[derive(Clone, Debug)]
pub struct Call<G: Game> {
    pub position: G::Position,
    pub by: Option<Move>,
    pub window: Window,
    pub kind: NodeKind,
    pub value: Value,
    pub principal: Option<Move>,
    pub promoted: Vec<Move>,
    pub cutoff: bool,
    pub reused: bool,
    /// The calls it made, by number.
    pub calls: Vec<usize>,
}

/// The calls of a search in the order in which they began.
pub struct Trace<G: Game> {
    pub calls: Vec<Call<G>>,
    open: Vec<usize>,
}

impl<G: Game> Trace<G> {
    pub fn new() -> Self {
        Self {
            calls: Vec::new(),
            open: Vec::new(),
        }
    }

    /// The calls that `call` made for the move `played`.
    pub fn calls_for<'a>(
        &'a self,
        call: &'a Call<G>,
        played: Move,
    ) -> impl Iterator<Item = &'a Call<G>> {
        let calls = call.calls.iter().map(|number| &self.calls[*number]);
        calls.filter(move |child| child.by == Some(played))
    }

    fn current(&mut self) -> &mut Call<G> {
        let number = *self.open.last().expect("an event lies within a call");
        &mut self.calls[number]
    }
}

impl<G: Game> Observer<G> for Trace<G> {
    fn enter(&mut self, position: &G::Position, by: Option<Move>, window: Window, kind: NodeKind) {
        let number = self.calls.len();
        if !self.open.is_empty() {
            self.current().calls.push(number);
        }
        self.open.push(number);
        self.calls.push(Call {
            position: position.clone(),
            by,
            window,
            kind,
            value: 0,
            principal: None,
            promoted: Vec::new(),
            cutoff: false,
            reused: false,
            calls: Vec::new(),
        });
    }

    fn reuse(&mut self) {
        self.current().reused = true;
    }

    fn promote(&mut self, played: Move) {
        self.current().promoted.push(played);
    }

    fn cutoff(&mut self, _played: Move) {
        self.current().cutoff = true;
    }

    fn leave(&mut self, value: Value, principal: Option<Move>) {
        let call = self.current();
        call.value = value;
        call.principal = principal;
        self.open.pop();
    }
}

/// The calls of Algorithm 2 without a table, from the start as `P`.
pub fn algorithm_2<G: Keyed>(game: &G, reopening: Reopening) -> Trace<G> {
    let mut trace = Trace::new();
    let window = reopening.window(game.value_range());
    ReopeningAlphaBeta::new(game.clone())
        .with_reopening(reopening)
        .with_observer(&mut trace)
        .search(&game.start(), window, NodeKind::P);
    trace
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

/// The legal moves backwards.
pub struct Reversed;

impl<G: Game> ExplorationOrder<G> for Reversed {
    fn arrange(&self, _game: &G, _position: &G::Position, moves: &mut [Move]) {
        moves.reverse();
    }
}
