//! The fastest solvers there are of a game.

use std::sync::Arc;

use solveig_game::{Game, Key, Move, Reduction, WideKey};
use solveig_games::connect_four::ConnectFour;
use solveig_games::go::Go;
use solveig_games::hex::Hex;
use solveig_games::mnk::Mnk;
use solveig_games::othello::Othello;
use solveig_games::random_tree::RandomTree;
use solveig_games::registry::AnyGame;
use solveig_games::tree::ExplicitTree;

use crate::binary::{DfPn, Method, Resources, Thresholds};
use crate::knowledge::connect_four::ConnectFourKnowledge;
use crate::knowledge::go::GoKnowledge;
use crate::knowledge::hex::{HexKnowledge, Options};
use crate::knowledge::othello::OthelloKnowledge;
use crate::{Knowledge, NoTable, Oracle, PrincipalVariationSearch, TranspositionTable, Unordered};

/// Makes the solvers that take the least time: those that [`Knowledge::solvers`] has of the game, else
/// principal variation search; and where values depend on history, df-pn, which keeps with its
/// answers what they rest on. All solvers of one maker share tables.
pub trait Fastest<G: Game>: Send + Sync {
    /// `count` solvers.
    ///
    /// # Errors
    ///
    /// Fails if the game's keys are too long for tables, and it has no solver of its own.
    fn solvers(&self, count: usize) -> Result<Vec<Box<dyn Oracle<G>>>, NoTable>;

    /// The move that knowledge of the game would search first; `None` where the game is over. A guess.
    fn first_guess(&self, position: &G::Position) -> Option<Move>;
}

/// What makes a [`Fastest`] of a game, whose solvers take about so many bytes together. Fails if there is no
/// memory for the tables.
pub type MakeFastest<G> = fn(&G, u64) -> Result<Box<dyn Fastest<G>>, NoTable>;

/// What is done with a game of any type and with its fastest solvers.
pub trait FastestVisitor {
    /// What the visit results in.
    type Output;

    /// Runs with the game's own type.
    fn visit<G: Game>(self, game: G, make: MakeFastest<G>) -> Self::Output;
}

/// Hands `game` to a visitor, with its fastest solvers. They are compiled here, once for all visitors.
pub fn with_fastest<V: FastestVisitor>(game: AnyGame, visitor: V) -> V::Output {
    match game {
        AnyGame::Othello64(game) => visitor.visit(game, othello_64),
        AnyGame::Othello128(game) => visitor.visit(game, othello_128),
        AnyGame::ConnectFour(game) => visitor.visit(game, connect_four),
        AnyGame::Mnk(game) => visitor.visit(game, mnk),
        AnyGame::Go(game) => visitor.visit(game, go),
        AnyGame::Hex64(game) => visitor.visit(game, hex_64),
        AnyGame::Hex128(game) => visitor.visit(game, hex_128),
        AnyGame::HexWide(game) => visitor.visit(game, hex_wide),
        AnyGame::Tree(game) => visitor.visit(game, tree),
        AnyGame::RandomTree(game) => visitor.visit(game, random_tree),
    }
}

type Made<G> = Result<Box<dyn Fastest<G>>, NoTable>;

fn othello_64(game: &Othello<u64>, bytes: u64) -> Made<Othello<u64>> {
    ByKey::boxed(game, OthelloKnowledge::new(game), bytes)
}

fn othello_128(game: &Othello<u128>, bytes: u64) -> Made<Othello<u128>> {
    ByKey::boxed(game, OthelloKnowledge::new(game), bytes)
}

fn connect_four(game: &ConnectFour, bytes: u64) -> Made<ConnectFour> {
    ByKey::boxed(game, ConnectFourKnowledge, bytes)
}

fn mnk(game: &Mnk, bytes: u64) -> Made<Mnk> {
    ByKey::boxed(game, Unordered, bytes)
}

fn tree(game: &ExplicitTree, bytes: u64) -> Made<ExplicitTree> {
    ByKey::boxed(game, Unordered, bytes)
}

fn random_tree(game: &RandomTree, bytes: u64) -> Made<RandomTree> {
    ByKey::boxed(game, Unordered, bytes)
}

fn hex_64(game: &Hex<u64>, bytes: u64) -> Made<Hex<u64>> {
    Ok(of_hex(game, bytes))
}

fn hex_128(game: &Hex<u128>, bytes: u64) -> Made<Hex<u128>> {
    Ok(of_hex(game, bytes))
}

fn hex_wide(game: &Hex<WideKey>, bytes: u64) -> Made<Hex<WideKey>> {
    Ok(of_hex(game, bytes))
}

fn of_hex<K: Key>(game: &Hex<K>, bytes: u64) -> Box<dyn Fastest<Hex<K>>> {
    Box::new(OfHex {
        game: game.clone(),
        knowledge: HexKnowledge::new(game, Options::default()),
        resources: Resources::without_table(Reduction::Canonical, bytes),
    })
}

fn go(game: &Go, bytes: u64) -> Made<Go> {
    let reduction = Reduction::Canonical;
    Ok(Box::new(OfGo {
        game: game.clone(),
        knowledge: GoKnowledge::default(),
        resources: Resources::for_game(game, reduction, bytes / 2, bytes / 2)?,
    }))
}

fn first_guess<G: Game>(
    game: &G,
    knowledge: &impl Knowledge<G>,
    position: &G::Position,
) -> Option<Move> {
    let mut moves = Vec::new();
    knowledge.expand(game, position, &mut moves);
    knowledge.order(game, position, &mut moves);
    let first = moves.first().copied();
    first.or_else(|| game.moves(position).first().copied())
}

/// Games in which a key is the position.
struct ByKey<G, K> {
    game: G,
    knowledge: K,
    table: Arc<TranspositionTable>,
    resources: Resources,
}

impl<G: Game, K: Knowledge<G>> ByKey<G, K> {
    fn boxed(game: &G, knowledge: K, bytes: u64) -> Made<G> {
        let table = Arc::new(TranspositionTable::new(game, bytes)?);
        Ok(Box::new(Self {
            game: game.clone(),
            knowledge,
            resources: Resources {
                table: Some(Arc::clone(&table)),
                ..Resources::without_table(Reduction::Canonical, bytes)
            },
            table,
        }))
    }
}

impl<G: Game, K: Knowledge<G>> Fastest<G> for ByKey<G, K> {
    fn solvers(&self, count: usize) -> Result<Vec<Box<dyn Oracle<G>>>, NoTable> {
        let own = self.knowledge.solvers(&self.game, &self.resources, count);
        if let Some(own) = own {
            return Ok(own);
        }
        let make = |_| {
            let (game, knowledge) = (self.game.clone(), self.knowledge.clone());
            let (table, reduction) = (Arc::clone(&self.table), Reduction::Canonical);
            let search = PrincipalVariationSearch::new(game, knowledge, table, reduction);
            Box::new(search) as Box<dyn Oracle<G>>
        };
        Ok((0..count).map(make).collect())
    }

    fn first_guess(&self, position: &G::Position) -> Option<Move> {
        first_guess(&self.game, &self.knowledge, position)
    }
}

struct OfHex<K> {
    game: Hex<K>,
    knowledge: HexKnowledge,
    resources: Resources,
}

impl<K: Key> Fastest<Hex<K>> for OfHex<K> {
    fn solvers(&self, count: usize) -> Result<Vec<Box<dyn Oracle<Hex<K>>>>, NoTable> {
        let own = self.knowledge.solvers(&self.game, &self.resources, count);
        Ok(own.expect("with all that is known of Hex there is a solver for every board"))
    }

    fn first_guess(&self, position: &<Hex<K> as Game>::Position) -> Option<Move> {
        first_guess(&self.game, &self.knowledge, position)
    }
}

struct OfGo {
    game: Go,
    knowledge: GoKnowledge,
    resources: Resources,
}

impl Fastest<Go> for OfGo {
    fn solvers(&self, count: usize) -> Result<Vec<Box<dyn Oracle<Go>>>, NoTable> {
        let make = |_| {
            let (game, knowledge) = (self.game.clone(), self.knowledge);
            let search = DfPn::new(game, knowledge, &self.resources, 2.0 * Method::EPSILON);
            Box::new(Thresholds::new(search)) as Box<dyn Oracle<Go>>
        };
        Ok((0..count).map(make).collect())
    }

    fn first_guess(&self, position: &<Go as Game>::Position) -> Option<Move> {
        first_guess(&self.game, &self.knowledge, position)
    }
}
