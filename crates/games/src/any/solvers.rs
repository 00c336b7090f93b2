//! Adapters that present the solvers and the knowledge of a game `G` as those of [`AnyGame`].

use std::io::{self, Read, Write};
use std::sync::Arc;

use crate::any::AnyGame;
use crate::named::NamedGame;
use crate::position::AnyPosition;
use solveig_game::{Interval, Move, Value};

use solveig_search::binary::{
    BinarySolver, Effort, KnownAnswer, KnownZone, Numbers, Pattern, Playout, Resources,
};
use solveig_search::knowledge::DefaultCuts;
use solveig_search::random::Random;
use solveig_search::solvers::{Factory, SolverFactory, SolverName};
use solveig_search::{
    Bounds, Estimates, Knowledge, ManyWatch, MoveOrdering, NoTable, Oracle, ProofConditions,
    StopToken, Stopped, TableHints, TablePolicy, Watch, Window,
};

/// Adapts a factory of `G` to [`AnyGame`].
pub(super) fn factory<G: NamedGame>(game: &AnyGame, inner: Factory<G>) -> Factory<AnyGame> {
    let game = game.clone();
    Arc::new(Adapter { game, inner })
}

/// A value that works on `G`, and the type-erased game that it is presented for.
struct Adapter<T: ?Sized> {
    game: AnyGame,
    inner: T,
}

impl<T> Adapter<T> {
    /// Something else of the same game.
    fn with<U>(&self, inner: U) -> Adapter<U> {
        let game = self.game.clone();
        Adapter { game, inner }
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: NamedGame> SolverFactory<AnyGame> for Adapter<Factory<G>> {
    fn knowledge(&self) -> Arc<dyn Knowledge<AnyGame>> {
        Arc::new(self.with(self.inner.knowledge()))
    }

    fn default_cuts(&self) -> DefaultCuts {
        self.inner.default_cuts()
    }

    fn resources(&self, name: SolverName, bytes: u64, count: usize) -> Result<Resources, NoTable> {
        self.inner.resources(name, bytes, count)
    }

    fn solvers(
        &self,
        name: SolverName,
        resources: &Resources,
        count: usize,
    ) -> Result<Vec<Box<dyn Oracle<AnyGame>>>, NoTable> {
        let solvers = self.inner.solvers(name, resources, count)?;
        let boxed = solvers.into_iter().map(|one| Box::new(self.with(one)) as _);
        Ok(boxed.collect())
    }

    #[cfg(not(solveig_page))]
    fn binary(
        &self,
        name: SolverName,
        resources: &Resources,
    ) -> Option<Box<dyn BinarySolver<AnyGame>>> {
        let solver = self.inner.binary(name, resources)?;
        Some(Box::new(self.with(solver)))
    }

    #[cfg(not(solveig_page))]
    fn df_pn(&self, resources: &Resources) -> Box<dyn BinarySolver<AnyGame>> {
        Box::new(self.with(self.inner.df_pn(resources)))
    }

    fn first_guess(&self, position: &AnyPosition) -> Option<Move> {
        self.inner.first_guess(&G::from_any(position))
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: NamedGame> Oracle<AnyGame> for Adapter<Box<dyn Oracle<G>>> {
    fn game(&self) -> &AnyGame {
        &self.game
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.inner.set_stop(stop);
    }

    fn value(&mut self, position: &AnyPosition, bounds: Interval) -> Result<Value, Stopped> {
        self.inner.value(&G::from_any(position), bounds)
    }

    fn watched_value(
        &mut self,
        position: &AnyPosition,
        bounds: Interval,
        watch: &mut Watch<'_>,
    ) -> Result<Value, Stopped> {
        self.inner
            .watched_value(&G::from_any(position), bounds, watch)
    }

    fn watched_values(
        &mut self,
        positions: &[AnyPosition],
        bounds: Interval,
        watch: &mut ManyWatch<'_>,
    ) -> Result<(), Stopped> {
        let positions: Vec<_> = positions.iter().map(G::from_any).collect();
        self.inner.watched_values(&positions, bounds, watch)
    }

    fn at_least(&mut self, position: &AnyPosition, bound: Value) -> Result<bool, Stopped> {
        self.inner.at_least(&G::from_any(position), bound)
    }

    fn nodes(&self) -> u64 {
        self.inner.nodes()
    }

    fn estimate(&mut self, position: &AnyPosition, plies: u32) -> Option<Value> {
        self.inner.estimate(&G::from_any(position), plies)
    }

    fn shares_work(&self) -> bool {
        self.inner.shares_work()
    }

    fn best_move(&mut self, position: &AnyPosition, value: Value) -> Result<Option<Move>, Stopped> {
        self.inner.best_move(&G::from_any(position), value)
    }

    fn principal_variation(&mut self, position: &AnyPosition) -> Result<Vec<Move>, Stopped> {
        self.inner.principal_variation(&G::from_any(position))
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: NamedGame> BinarySolver<AnyGame> for Adapter<Box<dyn BinarySolver<G>>> {
    fn game(&self) -> &AnyGame {
        &self.game
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.inner.set_stop(stop);
    }

    fn reaches(
        &mut self,
        position: &AnyPosition,
        bound: Value,
        go_on: &mut dyn FnMut(&Effort) -> bool,
    ) -> Option<bool> {
        self.inner.reaches(&G::from_any(position), bound, go_on)
    }

    fn look_up(&self, position: &AnyPosition, bound: Value) -> Option<KnownAnswer> {
        self.inner.look_up(&G::from_any(position), bound)
    }

    fn proof_numbers(&self, position: &AnyPosition, bound: Value) -> Option<Numbers> {
        self.inner.proof_numbers(&G::from_any(position), bound)
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        self.inner.save(to)
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.inner.load(from)
    }

    fn effort(&self) -> Effort {
        self.inner.effort()
    }
}

/// The game of type `G` behind `game`. Panics if it is of another type.
fn own<G: NamedGame>(game: &AnyGame) -> &G {
    game.downcast()
        .expect("knowledge of one game is asked about positions of that game")
}

#[deny(clippy::missing_trait_methods)]
impl<G: NamedGame> Bounds<AnyGame> for Adapter<Arc<dyn Knowledge<G>>> {
    fn expand(&self, game: &AnyGame, position: &AnyPosition, moves: &mut Vec<Move>) -> Interval {
        self.inner.expand(own(game), &G::from_any(position), moves)
    }

    fn bounds(&self, game: &AnyGame, position: &AnyPosition) -> Option<Interval> {
        self.inner.bounds(own(game), &G::from_any(position))
    }

    fn finish(
        &self,
        game: &AnyGame,
        position: &AnyPosition,
        window: Window,
    ) -> Option<(Value, u64)> {
        self.inner.finish(own(game), &G::from_any(position), window)
    }

    fn tighten(&self, game: &AnyGame, bounds: Interval) -> Interval {
        self.inner.tighten(own(game), bounds)
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: NamedGame> MoveOrdering<AnyGame> for Adapter<Arc<dyn Knowledge<G>>> {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn orders_moves(&self) -> bool {
        self.inner.orders_moves()
    }

    fn order(&self, game: &AnyGame, position: &AnyPosition, moves: &mut [Move]) {
        self.inner.order(own(game), &G::from_any(position), moves);
    }

    fn guess(&self, game: &AnyGame, position: &AnyPosition) -> Option<Move> {
        self.inner.guess(own(game), &G::from_any(position))
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: NamedGame> Estimates<AnyGame> for Adapter<Arc<dyn Knowledge<G>>> {
    fn evaluate(&self, game: &AnyGame, position: &AnyPosition) -> Value {
        self.inner.evaluate(own(game), &G::from_any(position))
    }

    fn estimate(&self, game: &AnyGame, position: &AnyPosition) -> Option<Value> {
        self.inner.estimate(own(game), &G::from_any(position))
    }

    fn plies_to_guess(&self) -> u32 {
        self.inner.plies_to_guess()
    }

    fn playout(&self, game: &AnyGame, position: &AnyPosition, random: &mut Random) -> Playout {
        let game = own(game);
        self.inner.playout(game, &G::from_any(position), random)
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: NamedGame> ProofConditions<AnyGame> for Adapter<Arc<dyn Knowledge<G>>> {
    fn zone(&self, game: &AnyGame, position: &AnyPosition) -> Option<KnownZone> {
        self.inner.zone(own(game), &G::from_any(position))
    }

    fn must_be_new(&self, game: &AnyGame, position: &AnyPosition, lower: bool) -> Option<Pattern> {
        let game = own(game);
        self.inner.must_be_new(game, &G::from_any(position), lower)
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: NamedGame> TableHints<AnyGame> for Adapter<Arc<dyn Knowledge<G>>> {
    fn fetches_ahead(&self) -> bool {
        self.inner.fetches_ahead()
    }

    fn table_policy(&self, game: &AnyGame, position: &AnyPosition) -> TablePolicy {
        self.inner.table_policy(own(game), &G::from_any(position))
    }
}
