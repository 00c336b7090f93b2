//! Plays of a strong player, Black, against one that draws its moves.

use solveig_game::{Game, GameExt, Move};
use solveig_games::go::knowledge::{GoKnowledge, Safety};
use solveig_games::go::{Colour, Go, GoPosition};
use solveig_search::Estimates;
use solveig_search::random::Random;

/// The spec of the game.
pub const SPEC: &str = "go:6x6?komi=3.5";

/// How many playouts the strong player makes for a move, and how much it explores: one player after
/// the other.
const PLAYERS: [(u32, f64); 6] = [
    (250, 0.5),
    (250, 1.0),
    (500, 0.5),
    (500, 1.0),
    (1000, 0.5),
    (1000, 1.0),
];

/// What bounds and playouts come from.
pub fn knowledge() -> GoKnowledge {
    GoKnowledge {
        safety: Safety::Bounded,
    }
}

/// The moves of the play of a seed, up to where stones that are alive unconditionally decide who
/// wins.
pub fn play(game: &Go, seed: u64) -> Vec<Move> {
    let (playouts, exploration) = PLAYERS[(seed % PLAYERS.len() as u64) as usize];
    let mut random = Random::new(seed);
    let mut position = game.start();
    let mut played = Vec::new();
    let certain = GoKnowledge {
        safety: Safety::Unconditional,
    };
    while certain.bounds(game, &position).value().is_none() {
        let moves = worth_playing(game, &position);
        let next = match position.to_move() {
            Colour::Black => Tree::new(game, &position, exploration).best(playouts, &mut random),
            Colour::White => moves[random.below(moves.len() as u32) as usize],
        };
        position = game.play_unchecked(&position, next);
        played.push(next);
        if position.passes() >= 2 {
            break;
        }
    }
    played
}

/// All legal moves but those that fill an own eye of one point and, where there is another, the
/// pass: a play that ends by two passes on an empty board has no position worth solving.
fn worth_playing(game: &Go, position: &GoPosition) -> Vec<Move> {
    let mut moves = game.moves(position);
    let own = position.stones(position.to_move());
    moves.retain(|one| *one != game.pass() && game.board().adjacent(1 << one.0) & !own != 0);
    if moves.is_empty() {
        moves.push(game.pass());
    }
    moves
}

/// A Monte Carlo search tree.
struct Tree<'a> {
    game: &'a Go,
    root: &'a GoPosition,
    exploration: f64,
    nodes: Vec<Node>,
}

struct Node {
    played: Move,
    children: std::ops::Range<usize>,
    visits: u32,
    /// Plays won by the side that made the move.
    wins: u32,
}

impl<'a> Tree<'a> {
    fn new(game: &'a Go, root: &'a GoPosition, exploration: f64) -> Self {
        let nodes = vec![Node::new(game.pass())];
        Self {
            game,
            root,
            exploration,
            nodes,
        }
    }

    /// The move that was visited most.
    fn best(mut self, playouts: u32, random: &mut Random) -> Move {
        for _ in 0..playouts {
            self.grow(random);
        }
        let children = self.nodes[0].children.clone();
        let best = children.rev().max_by_key(|at| self.nodes[*at].visits);
        best.map_or(self.game.pass(), |at| self.nodes[at].played)
    }

    fn grow(&mut self, random: &mut Random) {
        let mut position = self.root.clone();
        let (mut at, mut path) = (0, vec![0]);
        while !self.nodes[at].children.is_empty() {
            at = self.choose(at);
            position = self.game.play_unchecked(&position, self.nodes[at].played);
            path.push(at);
        }
        let exact = knowledge().bounds(self.game, &position).value();
        let exact = self.game.terminal_value(&position).or(exact);
        if exact.is_none() && (at == 0 || self.nodes[at].visits > 0) {
            let first = self.nodes.len();
            let moves = worth_playing(self.game, &position);
            self.nodes.extend(moves.into_iter().map(Node::new));
            self.nodes[at].children = first..self.nodes.len();
        }
        let value = exact.unwrap_or_else(|| {
            let playout = knowledge().playout(self.game, &position, random);
            playout.value
        });
        let mut mover_won = value < 0;
        for at in path.into_iter().rev() {
            self.nodes[at].visits += 1;
            self.nodes[at].wins += u32::from(mover_won);
            mover_won = !mover_won;
        }
    }

    /// The child with the greatest sum of its win rate, a half where nothing is known, and what it
    /// is worth to explore it. Roots are the same on every machine, logarithms are not.
    fn choose(&self, at: usize) -> usize {
        let all = f64::from(self.nodes[at].visits).sqrt();
        let value = |node: &Node| {
            let (wins, visits) = (f64::from(node.wins), f64::from(node.visits));
            let rate = if node.visits == 0 { 0.5 } else { wins / visits };
            rate + self.exploration * all / (1.0 + visits) / 4.0
        };
        let children = self.nodes[at].children.clone();
        let best = |a: &usize, b: &usize| {
            let [a, b] = [a, b].map(|at| value(&self.nodes[*at]));
            a.total_cmp(&b)
        };
        children.rev().max_by(best).unwrap_or(at)
    }
}

impl Node {
    const fn new(played: Move) -> Self {
        Self {
            played,
            children: 0..0,
            visits: 0,
            wins: 0,
        }
    }
}
