//! One question to an engine, answered from an artifact or a proof and by search.

use solveig_format::MappedFile;
use solveig_game::{Game, GameExt, Interval, Move, Reduction, Value};
use solveig_search::{Oracle, Stopped, Watch};

use crate::artifact::{Answer, Certificate, QueryError, Solution, Source, StoredArtifact};
use crate::followed::OpenedProof;
use crate::on_demand::OnDemand;
use crate::searchers::Searchers;
use crate::{Effort, EngineError, KnownValue, SearchScope};

/// An artifact and its certificate, each with its path.
pub(crate) struct OpenedArtifact<G: Game> {
    pub artifact: StoredArtifact<G, MappedFile>,
    pub file: String,
    pub certificate: Option<(Certificate<MappedFile>, String)>,
}

impl<G: Game> OpenedArtifact<G> {
    pub fn failure(&self, error: QueryError) -> EngineError {
        EngineError::Artifact {
            file: self.file.clone(),
            error: Box::new(error),
        }
    }
}

/// Which positions have the same answers, up to the names of moves.
pub(crate) fn reduction<G: Game>(stored: Option<&OpenedArtifact<G>>) -> Reduction {
    stored.map_or(Reduction::Canonical, |stored| stored.artifact.reduction())
}

/// One question, with the state of its searches.
pub(crate) struct Query<'a, G: Game> {
    game: &'a G,
    stored: Option<&'a OpenedArtifact<G>>,
    proof: Option<&'a OpenedProof>,
    searchers: &'a Searchers<G>,
    oracle: OnDemand<'a, G>,
    search: SearchScope,
    canonical: bool,
    /// Whether a search was stopped.
    pub interrupted: bool,
}

impl<'a, G: Game> Query<'a, G> {
    /// A question about positions of `game`.
    pub fn new(
        game: &'a G,
        searchers: &'a Searchers<G>,
        (stored, proof): (Option<&'a OpenedArtifact<G>>, Option<&'a OpenedProof>),
        effort: &Effort,
    ) -> Self {
        let may_search = effort.search != SearchScope::Never;
        let oracle = OnDemand::new(game, searchers, effort.token(), may_search);
        Self {
            game,
            stored,
            proof,
            searchers,
            oracle,
            search: effort.search,
            canonical: effort.canonical,
            interrupted: false,
        }
    }

    /// Nodes searched for this question.
    pub fn searched(&mut self) -> u64 {
        self.oracle.searched()
    }

    /// Runs an operation that may search; `None` if it was stopped.
    fn attempt<T>(
        &mut self,
        search: impl FnOnce(&mut OnDemand<'a, G>) -> Result<T, QueryError>,
    ) -> Result<Option<T>, EngineError> {
        let found = match self.oracle.token().is_stopped() {
            true => Err(Stopped.into()),
            false => search(&mut self.oracle),
        };
        match (found, self.stored) {
            (Ok(found), _) => Ok(Some(found)),
            (Err(QueryError::Stopped(_)), _) => {
                self.interrupted = true;
                match self.oracle.take_failure() {
                    Some(failure) => Err(failure),
                    None => Ok(None),
                }
            }
            (Err(error), Some(stored)) => Err(stored.failure(error)),
            (Err(_), None) => unreachable!("a search alone has no file that could be damaged"),
        }
    }

    /// The value of a position by the rules and the file; `None` above the cut of an artifact, and
    /// without a file.
    fn stated(&self, position: &G::Position) -> Result<Option<Answer>, EngineError> {
        if let Some(value) = self.game.terminal_value(position) {
            let source = Source::Terminal;
            return Ok(Some(Answer::Exact { value, source }));
        }
        if let Some(proof) = self.proof {
            return Ok(Some(proof.answer(self.game, position)));
        }
        let Some(stored) = self.stored else {
            return Ok(None);
        };
        let stated = stored.artifact.lookup(position);
        stated.map_err(|error| stored.failure(error))
    }

    /// The value of a position, which must lie in `known`, as far as it can be found.
    pub fn answer(
        &mut self,
        position: &G::Position,
        known: Interval,
    ) -> Result<Answer, EngineError> {
        self.watched_answer(position, known, &mut |_| ())
    }

    /// Like [`answer`](Self::answer); tells `watch` the intervals that are proved meanwhile.
    pub fn watched_answer(
        &mut self,
        position: &G::Position,
        known: Interval,
        watch: &mut Watch<'_>,
    ) -> Result<Answer, EngineError> {
        let stated = self.stated(position)?;
        if let Some(answer) = stated.filter(|answer| self.is_enough(answer)) {
            return Ok(answer);
        }
        let mut proved = known;
        let found = self.attempt(|oracle| {
            let mut narrow = |found: Interval| {
                proved = proved.meet(found);
                watch(proved);
            };
            Ok(oracle.watched_value(position, known, &mut narrow)?)
        })?;
        let proved = found.map_or(proved, Interval::exact);
        Ok(self.narrower(stated, proved))
    }

    /// The values of several positions, all of which must lie in `known`, as far as they can be
    /// found. Calls `found` with the index of each and its answer, once it is known.
    pub fn answers(
        &mut self,
        positions: &[G::Position],
        known: Interval,
        found: &mut (dyn FnMut(usize, Answer) + Send),
    ) -> Result<(), EngineError> {
        let range = self.game.value_range();
        let (mut open, mut searched) = (Vec::new(), Vec::new());
        for (index, position) in positions.iter().enumerate() {
            let stated = self.stated(position)?;
            match stated.filter(|answer| self.is_enough(answer)) {
                Some(answer) => found(index, answer),
                None => {
                    open.push((index, stated, known, false));
                    searched.push(position.clone());
                }
            }
        }
        if open.is_empty() {
            return Ok(());
        }
        self.attempt(|oracle| {
            let mut narrow = |place: usize, interval: Interval| {
                let (index, _, proved, is_found) = &mut open[place];
                *proved = proved.meet(interval);
                if proved.value().is_some() && !*is_found {
                    *is_found = true;
                    found(*index, Answer::searched(*proved, range));
                }
            };
            Ok(oracle.watched_values(&searched, known, &mut narrow)?)
        })?;
        for (index, stated, proved, is_found) in open {
            if !is_found {
                found(index, self.narrower(stated, proved));
            }
        }
        Ok(())
    }

    /// Whether what the rules and the file say of a position is not to be searched further.
    fn is_enough(&self, stated: &Answer) -> bool {
        matches!(stated, Answer::Exact { .. }) || self.search != SearchScope::Anywhere
    }

    /// What is stated or what a search has proved, whichever is narrower.
    fn narrower(&self, stated: Option<Answer>, proved: Interval) -> Answer {
        let range = self.game.value_range();
        let width = |of: Interval| i64::from(of.upper) - i64::from(of.lower);
        match stated {
            Some(stated) if width(stated.interval(range)) < width(proved) => stated,
            _ => Answer::searched(proved, range),
        }
    }

    /// Whether the value of a position is at least `bound`, as a bound, as far as it can be found.
    pub fn at_least(
        &mut self,
        position: &G::Position,
        bound: Value,
    ) -> Result<KnownValue, EngineError> {
        let range = self.game.value_range();
        let stated = self.stated(position)?;
        let may_search = stated.is_none() || self.search == SearchScope::Anywhere;
        let stated = stated.unwrap_or(Answer::Outside);
        let interval = stated.interval(range);
        let stated_source = match stated {
            Answer::Exact { source, .. } | Answer::Bounds { source, .. } => Some(source),
            Answer::Outside => None,
        };
        let settled = match bound {
            _ if bound <= interval.lower => Some(true),
            _ if bound > interval.upper => Some(false),
            _ => None,
        };
        let reached = match settled {
            None if may_search => self.attempt(|oracle| Ok(oracle.at_least(position, bound)?))?,
            settled => settled,
        };
        let source = match settled.and(stated_source) {
            Some(source) => source,
            None => Source::Searched,
        };
        let (at_least, at_most) = match reached {
            Some(true) => (Some(bound), None),
            Some(false) => (None, Some(bound - 1)),
            None => return Ok(KnownValue::default()),
        };
        let answer = Answer::Bounds {
            at_least,
            at_most,
            source,
        };
        Ok(KnownValue::new(answer, None))
    }

    /// A best move of a position with the value `answer`: the canonical one if it is stored or
    /// asked for, else any that is proved to keep the value.
    pub fn best_move(
        &mut self,
        position: &G::Position,
        answer: Answer,
    ) -> Result<Option<Move>, EngineError> {
        // A stored move may reach a stored bound alone, which a search has surpassed.
        let is_surpassed = match answer {
            Answer::Exact {
                value,
                source: Source::Searched,
            } => match self.stated(position)? {
                Some(Answer::Bounds { at_least, .. }) => at_least != Some(value),
                _ => false,
            },
            _ => false,
        };
        match self.certified_move(position)? {
            Some(best) if !is_surpassed => Ok(Some(best)),
            _ => self.uncertified_move(position, answer),
        }
    }

    /// Like [`best_move`](Self::best_move), if the artifact has none: by search, if the value is
    /// known and searches of this position are allowed.
    pub fn uncertified_move(
        &mut self,
        position: &G::Position,
        answer: Answer,
    ) -> Result<Option<Move>, EngineError> {
        let has_file = self.stored.is_some() || self.proof.is_some();
        let may_search = !has_file || self.search == SearchScope::Anywhere;
        let is_over = self.game.terminal_value(position).is_some();
        let Some(value) = answer.value().filter(|_| may_search && !is_over) else {
            return Ok(None);
        };
        if !self.canonical {
            let first = self.searchers.first_guess(position);
            let best = self.attempt(|oracle| {
                let token = oracle.token().clone();
                Ok(oracle.optimal_move(position, value, first, &token)?)
            })?;
            return Ok(best.flatten());
        }
        let (representative, symmetry) = self.game.representative(position, reduction(self.stored));
        let best = self.attempt(|oracle| Ok(oracle.best_move(&representative, value)?))?;
        let back = self.game.inverse(symmetry);
        let back = |played| self.game.transform_move(played, back);
        Ok(best.flatten().map(back))
    }

    /// The legal moves in the order in which the first optimal one is canonical.
    pub fn canonical_order(&self, position: &G::Position) -> Vec<Move> {
        let (representative, symmetry) = self.game.representative(position, reduction(self.stored));
        let back = self.game.inverse(symmetry);
        let moves = self.game.moves(&representative).into_iter();
        let back = |played| self.game.transform_move(played, back);
        moves.map(back).collect()
    }

    /// The canonical move from the artifact, or the winner's move of the proof.
    pub fn certified_move(&mut self, position: &G::Position) -> Result<Option<Move>, EngineError> {
        if let Some(proof) = self.proof {
            return Ok(proof.best_move(self.game, position));
        }
        let stored = self.stored;
        let best = self.attempt(|oracle| match stored {
            Some(stored) => Solution::new(&stored.artifact, oracle).best_move(position),
            None => Ok(None),
        })?;
        Ok(best.flatten())
    }
}
