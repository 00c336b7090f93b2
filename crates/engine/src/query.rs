//! One question to an engine, answered from an artifact or a proof and by search.

use std::time::Duration;

use solveig_game::{Game, GameExt, Interval, Move, Notation, Symmetric, Value};
use solveig_search::clock::Instant;
use solveig_search::{Oracle, StopToken, Stopped, Watch, optimal_move};

use crate::artifact::{Answer, Source};
use crate::artifacts::Artifacts;
use crate::on_demand::OnDemand;
use crate::opened_proof::OpenedProof;
use crate::searchers::Searchers;
use crate::{Effort, EngineError, KnownValue, SearchScope};

/// The time of all estimates in one answer.
const ESTIMATE_TIME: Duration = Duration::from_millis(100);

/// A position whose value is to be searched.
struct Open<P> {
    index: usize,
    position: P,
    file_answer: Answer,
    proved: Interval,
    is_found: bool,
}

impl<P: Clone> Open<P> {
    fn new(index: usize, position: &P, file_answer: Answer, proved: Interval) -> Self {
        Self {
            index,
            position: position.clone(),
            file_answer,
            proved,
            is_found: false,
        }
    }
}

/// One question, with the state of its searches.
pub(crate) struct Query<'a, G: Game> {
    game: &'a G,
    artifacts: &'a Artifacts<G>,
    proof: Option<&'a OpenedProof>,
    searchers: &'a Searchers<G>,
    oracle: OnDemand<'a, G>,
    /// Stops searches of positions that the file leaves out.
    stop_outside: StopToken,
    search: SearchScope,
    canonical: bool,
    /// Whether a search was stopped, so that a longer one may find more.
    pub interrupted: bool,
}

impl<'a, G: Symmetric + Notation> Query<'a, G> {
    /// A question about positions of `game`.
    pub fn new(
        game: &'a G,
        searchers: &'a Searchers<G>,
        artifacts: &'a Artifacts<G>,
        proof: Option<&'a OpenedProof>,
        effort: &Effort,
    ) -> Self {
        let may_search = effort.search != SearchScope::Never;
        let oracle = OnDemand::new(game, searchers, effort.token(), may_search);
        Self {
            game,
            artifacts,
            proof,
            searchers,
            oracle,
            stop_outside: effort.token_outside(),
            search: effort.search,
            canonical: effort.canonical,
            interrupted: false,
        }
    }

    /// The first move in the order of the game's knowledge.
    pub fn guess(&self, position: &G::Position) -> Option<Move> {
        self.searchers.first_guess(position)
    }

    /// Estimates of the values of positions that a search did not find, of all of them or of none:
    /// by the deepest look-ahead that there is time for.
    pub fn estimates(&mut self, positions: &[G::Position]) -> Option<Vec<Value>> {
        let stop = self.oracle.token().clone();
        let deadline = Instant::now() + ESTIMATE_TIME;
        self.oracle
            .set_stop(StopToken::never().with_deadline(deadline));
        let max = self.searchers.plies_to_guess();
        let mut found = None;
        for plies in (1..max).step_by(2) {
            let estimate = |position| match self.game.terminal_value(position) {
                Some(value) => Some(value),
                None => self.oracle.estimate(position, plies),
            };
            match positions.iter().map(estimate).collect() {
                Some(deeper) => found = Some(deeper),
                None => break,
            }
        }
        self.oracle.set_stop(stop);
        found
    }

    /// Nodes searched for this question.
    pub fn searched(&mut self) -> u64 {
        self.oracle.searched()
    }

    /// Runs an operation that may search; `None` if it was stopped.
    fn attempt<T>(
        &mut self,
        search: impl FnOnce(&mut OnDemand<'a, G>) -> Result<T, Stopped>,
    ) -> Result<Option<T>, EngineError> {
        if let Ok(found) = search(&mut self.oracle) {
            return Ok(Some(found));
        }
        self.interrupted |= self.search != SearchScope::Never;
        match self.oracle.take_failure() {
            Some(failure) => Err(failure),
            None => Ok(None),
        }
    }

    /// Runs an operation that may search, positions that the file leaves out if `is_outside`;
    /// `None` if it was stopped.
    fn attempt_at<T>(
        &mut self,
        is_outside: bool,
        search: impl FnOnce(&mut OnDemand<'a, G>) -> Result<T, Stopped>,
    ) -> Result<Option<T>, EngineError> {
        if !is_outside {
            return self.attempt(search);
        }
        let stop = self.oracle.token().clone();
        self.oracle.set_stop(self.stop_outside.clone());
        let found = self.attempt(search);
        self.oracle.set_stop(stop);
        found
    }

    /// The value of a position by the rules and what the file has of the position itself; `None`
    /// above the cut of an artifact, and without a file.
    pub fn file_answer(&self, position: &G::Position) -> Result<Option<Answer>, EngineError> {
        if let Some(value) = self.game.terminal_value(position) {
            let source = Source::Terminal;
            return Ok(Some(Answer::Exact { value, source }));
        }
        if let Some(proof) = self.proof {
            return Ok(Some(proof.answer(self.game, position)));
        }
        self.artifacts.lookup(position)
    }

    /// The value of a position as far as the rules and the file decide it: what they say of it, and
    /// what follows from what they say of its moves. Also whether a move leads above the cut.
    fn decided(
        &self,
        position: &G::Position,
        own: Option<Answer>,
    ) -> Result<(Answer, bool), EngineError> {
        let range = self.game.value_range();
        let own = own.unwrap_or(Answer::Unknown);
        if own.value().is_some() {
            return Ok((own, false));
        }
        let mut leads_above = false;
        let mut of_moves = Vec::new();
        for played in self.game.moves(position) {
            let child = self.game.play_unchecked(position, played);
            let stated = self.file_answer(&child)?;
            leads_above |= stated.is_none();
            let of_move = stated.unwrap_or(Answer::Unknown).negated();
            of_moves.push(of_move);
            if of_move.value() == Some(range.max) {
                break;
            }
        }
        let derived = Answer::of_moves(of_moves, range);
        Ok((own.meet(derived, range), leads_above))
    }

    /// The value of a position, which must lie in `bounds`, as far as it can be found.
    pub fn answer(
        &mut self,
        position: &G::Position,
        bounds: Interval,
    ) -> Result<Answer, EngineError> {
        self.watched_answer(position, bounds, &mut |_| ())
    }

    /// Like [`answer`](Self::answer); tells `watch` the intervals that are proved meanwhile.
    pub fn watched_answer(
        &mut self,
        position: &G::Position,
        bounds: Interval,
        watch: &mut Watch<'_>,
    ) -> Result<Answer, EngineError> {
        let range = self.game.value_range();
        let own = self.file_answer(position)?;
        let (decided, leads_above) = self.decided(position, own)?;
        if decided.value().is_some() {
            return Ok(decided);
        }
        if own.is_some() && !self.search.reaches_outside() {
            if !leads_above || self.search == SearchScope::Never {
                return Ok(decided);
            }
            // The position is not to be searched, but its moves above the cut are.
            let moves = self.game.moves(position).into_iter();
            let children = moves.map(|played| self.game.play_unchecked(position, played));
            let children: Vec<G::Position> = children.collect();
            let mut of_moves = Vec::with_capacity(children.len());
            let mut found = |_: usize, of_child: Answer| of_moves.push(of_child.negated());
            self.answers(&children, Interval::unknown(range), &mut found)?;
            return Ok(decided.meet(Answer::of_moves(of_moves, range), range));
        }
        let mut proved = bounds;
        let search = |oracle: &mut OnDemand<'a, G>| {
            let mut narrow = |found: Interval| {
                proved = proved.meet(found);
                watch(proved);
            };
            oracle.watched_value(position, bounds, &mut narrow)
        };
        let found = self.attempt_at(own.is_some(), search)?;
        let proved = found.map_or(proved, Interval::exact);
        Ok(decided
            .after_search()
            .meet(Answer::searched(proved, range), range))
    }

    /// The values of several positions, all of which must lie in `bounds`, as far as the rules and
    /// the file have the positions themselves or a search finds them. Calls `found` with the index
    /// of each and its answer, once it is known.
    pub fn answers(
        &mut self,
        positions: &[G::Position],
        bounds: Interval,
        found: &mut (dyn FnMut(usize, Answer) + Send),
    ) -> Result<(), EngineError> {
        let (mut above, mut outside) = (Vec::new(), Vec::new());
        for (index, position) in positions.iter().enumerate() {
            match self.file_answer(position)? {
                Some(answer) if self.is_enough(&answer) => found(index, answer),
                Some(answer) => outside.push(Open::new(index, position, answer, bounds)),
                None => above.push(Open::new(index, position, Answer::Unknown, bounds)),
            }
        }
        self.search_all(above, bounds, false, found)?;
        self.search_all(outside, bounds, true, found)
    }

    /// Searches positions, all of which the file leaves out if `is_outside`.
    fn search_all(
        &mut self,
        mut open: Vec<Open<G::Position>>,
        bounds: Interval,
        is_outside: bool,
        found: &mut (dyn FnMut(usize, Answer) + Send),
    ) -> Result<(), EngineError> {
        if open.is_empty() {
            return Ok(());
        }
        let range = self.game.value_range();
        let positions: Vec<G::Position> = open.iter().map(|one| one.position.clone()).collect();
        let search = |oracle: &mut OnDemand<'a, G>| {
            let mut narrow = |place: usize, interval: Interval| {
                let one = &mut open[place];
                one.proved = one.proved.meet(interval);
                if one.proved.value().is_some() && !one.is_found {
                    one.is_found = true;
                    found(one.index, Answer::searched(one.proved, range));
                }
            };
            oracle.watched_values(&positions, bounds, &mut narrow)
        };
        self.attempt_at(is_outside, search)?;
        for one in open.iter().filter(|one| !one.is_found) {
            let searched = Answer::searched(one.proved, range);
            found(
                one.index,
                one.file_answer.after_search().meet(searched, range),
            );
        }
        Ok(())
    }

    /// Whether what the rules and the file say of a position is not to be searched further.
    fn is_enough(&self, stated: &Answer) -> bool {
        matches!(stated, Answer::Exact { .. }) || !self.search.reaches_outside()
    }

    /// Whether the value of a position is at least `bound`, as a bound, as far as it can be found.
    pub fn at_least(
        &mut self,
        position: &G::Position,
        bound: Value,
    ) -> Result<KnownValue, EngineError> {
        let range = self.game.value_range();
        let own = self.file_answer(position)?;
        let may_search = own.is_none() || self.search.reaches_outside();
        let decided = match may_search {
            true => self.decided(position, own)?.0,
            false => self.answer(position, Interval::unknown(range))?,
        };
        let interval = decided.interval(range);
        let settled = match bound {
            _ if bound <= interval.lower => Some(true),
            _ if bound > interval.upper => Some(false),
            _ => None,
        };
        let reached = match settled {
            None if may_search => {
                self.attempt_at(own.is_some(), |oracle| oracle.at_least(position, bound))?
            }
            settled => settled,
        };
        let source = match settled {
            Some(_) => decided.source().unwrap_or(Source::Derived),
            None => Source::Searched,
        };
        let (at_least, at_most) = match reached {
            Some(true) => (Some(bound), None),
            Some(false) => (None, Some(bound - 1)),
            None if may_search => return Ok(KnownValue::new(decided.after_search(), None)),
            None => return Ok(KnownValue::new(decided, None)),
        };
        let answer = Answer::Bounds {
            at_least,
            at_most,
            source,
        };
        Ok(KnownValue::new(answer, None))
    }

    /// A best move of a position with the value `answer`: the canonical one if it is stored or
    /// asked for, else any that is proved to keep the value or the lower bound.
    pub fn best_move(
        &mut self,
        position: &G::Position,
        answer: Answer,
    ) -> Result<Option<Move>, EngineError> {
        let range = self.game.value_range();
        let least = answer.interval(range).lower;
        // A stored move may reach a stored bound alone, which a search or the moves have surpassed.
        let is_surpassed = match answer {
            Answer::Exact {
                source: Source::Certified,
                ..
            } => false,
            _ => match self.file_answer(position)? {
                Some(own @ Answer::Bounds { .. }) => own.interval(range).lower < least,
                _ => false,
            },
        };
        if !is_surpassed
            && let Some(best) = self.certified_move(position, answer.interval(range))?
        {
            return Ok(Some(best));
        }
        if answer.source() == Some(Source::Derived)
            && (least > range.min || answer.value().is_some())
            && let Some(best) = self.move_that_reaches(position, least)?
        {
            return Ok(Some(best));
        }
        self.searched_move(position, answer)
    }

    /// Calls `next` with each move of best play from `position` on, as far as it is known.
    pub fn variation(
        &mut self,
        mut position: G::Position,
        next: &mut dyn FnMut(Move),
    ) -> Result<(), EngineError> {
        let unknown = Interval::unknown(self.game.value_range());
        let mut bounds = unknown;
        loop {
            let answer = self.answer(&position, bounds)?;
            let Some(best) = self.best_move(&position, answer)? else {
                return Ok(());
            };
            next(best);
            position = self.game.play_unchecked(&position, best);
            // A best move preserves the value; a move that reaches a bound preserves only the
            // bound.
            let value = answer.value();
            bounds = value.map_or(unknown, |value| Interval::exact(-value));
        }
    }

    /// The first move in canonical order that is worth at least `least` by the rules, the file, or
    /// a search above the cut; `None` if there is none, or if a canonical move is asked for and one
    /// before it may be worth as much.
    fn move_that_reaches(
        &mut self,
        position: &G::Position,
        least: Value,
    ) -> Result<Option<Move>, EngineError> {
        let range = self.game.value_range();
        let has_file = !self.artifacts.is_empty() || self.proof.is_some();
        let searches_above = has_file && self.search == SearchScope::AboveCut;
        // What is stated comes first, since it takes no search.
        for searches in [false, true] {
            if searches && !searches_above {
                break;
            }
            for played in self.canonical_order(position) {
                let child = self.game.play_unchecked(position, played);
                let of_child = match searches {
                    true => self.own_answer(&child, Interval::unknown(range))?,
                    false => self.file_answer(&child)?.unwrap_or(Answer::Unknown),
                };
                let of_move = of_child.negated().interval(range);
                if of_move.lower >= least {
                    return Ok(Some(played));
                }
                if self.canonical && of_move.upper >= least {
                    break;
                }
            }
        }
        Ok(None)
    }

    /// The value of one position, like [`answers`](Self::answers).
    pub fn own_answer(
        &mut self,
        position: &G::Position,
        bounds: Interval,
    ) -> Result<Answer, EngineError> {
        let mut answer = Answer::Unknown;
        let positions = std::slice::from_ref(position);
        self.answers(positions, bounds, &mut |_, found| answer = found)?;
        Ok(answer)
    }

    /// A best move by search, if the value is known and searches of this position are allowed.
    fn searched_move(
        &mut self,
        position: &G::Position,
        answer: Answer,
    ) -> Result<Option<Move>, EngineError> {
        let has_file = !self.artifacts.is_empty() || self.proof.is_some();
        let may_search = !has_file || self.search.reaches_outside();
        let is_over = self.game.terminal_value(position).is_some();
        let Some(value) = answer.value().filter(|_| may_search && !is_over) else {
            return Ok(None);
        };
        let is_outside = self.file_answer(position)?.is_some();
        if !self.canonical {
            let first = self.searchers.first_guess(position);
            let best = self.attempt_at(is_outside, |oracle| {
                let token = oracle.token().clone();
                optimal_move(oracle, position, value, first, &token)
            })?;
            return Ok(best.flatten());
        }
        let (representative, symmetry) = self
            .game
            .representative(position, self.artifacts.reduction());
        let search = |oracle: &mut OnDemand<'a, G>| oracle.best_move(&representative, value);
        let best = self.attempt_at(is_outside, search)?;
        let back = self.game.inverse(symmetry);
        let back = |played| self.game.transform_move(played, back);
        Ok(best.flatten().map(back))
    }

    /// The legal moves in the order in which the first optimal one is canonical.
    pub fn canonical_order(&self, position: &G::Position) -> Vec<Move> {
        let (representative, symmetry) = self
            .game
            .representative(position, self.artifacts.reduction());
        let back = self.game.inverse(symmetry);
        let moves = self.game.moves(&representative).into_iter();
        let back = |played| self.game.transform_move(played, back);
        moves.map(back).collect()
    }

    /// The canonical move from the artifact, or the winner's move of the proof, where the value of
    /// the position lies in `bounds`.
    fn certified_move(
        &mut self,
        position: &G::Position,
        bounds: Interval,
    ) -> Result<Option<Move>, EngineError> {
        if let Some(proof) = self.proof {
            return Ok(proof.best_move(self.game, position));
        }
        if self.game.is_forced_pass(position) && !self.artifacts.is_empty() {
            return Ok(self.game.moves(position).first().copied());
        }
        for one in self.artifacts.with_move(position, self.canonical)? {
            let found = self.attempt(|oracle| one.best_move(position, bounds, oracle))?;
            if let Some(best) = found.transpose()?.flatten() {
                return Ok(Some(best));
            }
        }
        Ok(None)
    }
}
