//! The implementation of [`Engine`], generic over the game.

use solveig_game::{Game, GameExt, Interval, InvalidKey, Key, Move, Notation, Symmetric, Value};
use solveig_search::random::Random;

use crate::artifact::{Answer, QueryError, Source};
use crate::artifacts::Artifacts;
use crate::lasting::{self, Distances};
use crate::line::{ParsedLine, side_at_start};
use crate::opened_proof::OpenedProof;
use crate::position_class::{self, Turn};
use crate::query::Query;
use crate::searchers::Searchers;
use crate::{
    About, BestMove, Effort, Engine, EngineError, Finding, FindingWatch, GameState, KnownValue,
    LastingMoves, Line, MoveReport, NodeProof, PositionClass, Refutation, Report, Reusable, Review,
    ReviewedMove, SearchScope, Side, Status, ValueReport, Variation, Verdict,
};

/// A game with its searchers, and its artifact or proof, if any.
pub(crate) struct GameEngine<G: Game> {
    game: G,
    about: About,
    searchers: Searchers<G>,
    artifacts: Artifacts<G>,
    proof: Option<OpenedProof>,
}

impl<G: Symmetric + Notation> GameEngine<G> {
    pub(crate) fn new(
        game: G,
        searchers: Searchers<G>,
        about: About,
        artifacts: Artifacts<G>,
    ) -> Self {
        Self {
            searchers,
            game,
            about,
            artifacts,
            proof: None,
        }
    }

    /// The same game, with a proof.
    pub(crate) fn with_proof(self, proof: OpenedProof) -> Self {
        Self {
            proof: Some(proof),
            ..self
        }
    }

    fn read(&self, line: &Line) -> Result<ParsedLine<G>, EngineError> {
        Ok(ParsedLine::read(&self.game, line)?)
    }

    fn class_of(&self, line: &ParsedLine<G>) -> PositionClass {
        let by = self.artifacts.reduction();
        position_class::class(&self.game, by, line, self.proof.is_some())
    }

    fn query(&self, effort: &Effort) -> Query<'_, G> {
        let (artifacts, proof) = (&self.artifacts, self.proof.as_ref());
        Query::new(&self.game, &self.searchers, artifacts, proof, effort)
    }

    /// What an artifact promises a side: the value of the start. The bounds of a proof are all that
    /// it promises.
    fn promised(&self, side: Side) -> Option<Value> {
        let at_start = self.artifacts.first()?.artifact.header().root_value;
        Some(match side == side_at_start(&self.game) {
            true => at_start,
            false => -at_start,
        })
    }

    /// The plies to the end of the game in `position`, which has this value, as far as the rules or
    /// a file tell them.
    fn plies(&self, position: &G::Position, value: Value) -> Option<u32> {
        if self.game.terminal_value(position).is_some() {
            return Some(0);
        }
        let by_value = self.game.plies_to_end(position, value);
        by_value.or_else(|| self.artifacts.plies(position))
    }

    fn known_value(&self, position: &G::Position, answer: Answer) -> KnownValue {
        let value = answer.value();
        KnownValue::new(answer, value.and_then(|value| self.plies(position, value)))
    }

    /// The value of a move that leads to `child`, for the side that plays it.
    fn known_move(&self, child: &G::Position, of_move: Answer) -> KnownValue {
        let value = of_move.value();
        let plies = value.and_then(|value| self.plies(child, -value));
        KnownValue::new(of_move, plies.map(|plies| plies + 1))
    }

    /// The same with how soon the game ends, which `distances` may find where values do not tell.
    fn timed_value(
        &self,
        position: &G::Position,
        answer: Answer,
        distances: &mut Option<Distances<G>>,
    ) -> KnownValue {
        let mut found = self.known_value(position, answer);
        if let (Some(value), None, Some(distances)) = (found.value, found.plies, distances) {
            found.plies = distances.plies(position, value);
        }
        found
    }

    fn name(&self, played: Option<Move>) -> Option<String> {
        played.map(|one| self.game.format_move(one))
    }

    /// Estimates of the moves of a position, in tie-break order, for the side that plays them;
    /// empty where the value is known, was not searched, or there are none.
    fn estimates(
        &self,
        query: &mut Query<'_, G>,
        position: &G::Position,
        answer: Answer,
    ) -> Vec<Value> {
        if answer.value().is_some() || matches!(answer, Answer::Outside) {
            return Vec::new();
        }
        let moves = self.game.moves(position).into_iter();
        let children = moves.map(|played| self.game.play_unchecked(position, played));
        let found = query.estimates(&children.collect::<Vec<_>>());
        let found = found.unwrap_or_default().into_iter();
        found.map(|of_child| -of_child).collect()
    }

    /// Adds estimates to the reviewed moves whose values a search did not find; `positions` are
    /// those before each move and after the last.
    fn estimate_review(
        &self,
        query: &mut Query<'_, G>,
        positions: &[G::Position],
        moves: &mut [ReviewedMove],
    ) {
        let was_searched = |one: &KnownValue| one.value.is_none() && one.status != Status::Outside;
        let wanted = |one: &ReviewedMove| was_searched(&one.before) || was_searched(&one.after);
        if !moves.iter().any(wanted) {
            return;
        }
        let Some(estimates) = query.estimates(positions) else {
            return;
        };
        for (one, around) in moves.iter_mut().zip(estimates.windows(2)) {
            for (known_value, estimate) in
                [(&mut one.before, around[0]), (&mut one.after, -around[1])]
            {
                if was_searched(known_value) {
                    *known_value = known_value.with_estimate(Some(estimate));
                }
            }
        }
    }

    /// Finds the value of a position, a best move, and the values of its moves, in the order of
    /// [`Report::moves`]; tells `watch` each of them once it is known.
    fn assess(
        &self,
        query: &mut Query<'_, G>,
        position: &G::Position,
        effort: &Effort,
        watch: &mut FindingWatch<'_>,
    ) -> Result<PositionAnswers, EngineError> {
        let mut distances = Distances::new(&self.game, effort);
        let range = self.game.value_range();
        let unknown = Interval::unknown(range);
        let mut bounds = |proved| {
            let answer = Answer::searched(proved, range);
            watch(Finding::Bounds(KnownValue::new(answer, None)));
        };
        let answer = query.watched_answer(position, unknown, &mut bounds)?;
        let order: Vec<Move> = self.game.moves(position).to_vec();
        let after = |played: Move| self.game.play_unchecked(position, played);
        let estimates = self.estimates(query, position, answer);
        let known_value = self.timed_value(position, answer, &mut distances);
        let known_value = known_value.with_estimate(estimates.iter().max().copied());
        watch(Finding::Value(known_value));
        let mut best = query.best_move(position, answer)?;
        // No move is worth more than the position, which bounds the searches of the children.
        let found = independent_of_file(answer);
        let child_bounds = Interval {
            lower: found.negated().interval(range).lower,
            ..unknown
        };
        let mut moves = Vec::new();
        let mut add = |index: usize, of_child: Answer| {
            // Where no move can be worth more than the least value, each is worth that.
            let of_move = match of_child.value() {
                None if answer.value() == Some(range.min) => answer,
                _ => of_child,
            };
            let child = self.game.play_unchecked(position, order[index]);
            let mut known_value = self.known_move(&child, of_move);
            if let (Some(value), None, Some(distances)) =
                (known_value.value, known_value.plies, &mut distances)
            {
                known_value.plies = distances.plies(&child, -value).map(|plies| plies + 1);
            }
            let known_value = known_value.with_estimate(estimates.get(index).copied());
            let report = MoveReport {
                played: self.game.format_move(order[index]),
                index,
                known_value,
            };
            watch(Finding::Move(&report));
            moves.push(MoveAnswer {
                played: order[index],
                answer: of_child,
                report,
            });
        };
        // The best move comes first. Where a search has found the value, the move keeps it.
        let is_best = |index: &usize| Some(order[*index]) == best;
        if let Some(index) = (0..order.len()).find(is_best) {
            let child = after(order[index]);
            let bounds = match found.value() {
                Some(value) => Interval::exact(-value),
                None => child_bounds,
            };
            add(index, query.own_answer(&child, bounds)?.negated());
        }
        let others: Vec<usize> = (0..order.len()).filter(|index| !is_best(index)).collect();
        let children = others.iter().map(|index| order[*index]);
        let children: Vec<G::Position> = children.map(after).collect();
        let mut tell = |place: usize, answer: Answer| add(others[place], answer.negated());
        query.answers(&children, child_bounds, &mut tell)?;
        // Where no canonical move is stored, the values of all moves may show it.
        if let Some(value) = answer.value()
            && answer.source() != Some(Source::Certified)
        {
            let order = query.canonical_order(position);
            best = canonical(&order, value, &moves).or(best);
        }
        moves.sort_by_key(|one: &MoveAnswer| one.report.rank(Some(one.played) == best));
        Ok(PositionAnswers {
            answer,
            known_value,
            best,
            moves,
        })
    }

    /// The best move as far as the file tells it without a search.
    fn unsearched_move(&self, position: &G::Position) -> Result<Option<Move>, EngineError> {
        let mut query = self.query(&Effort::none());
        let answer = query.answer(position, Interval::unknown(self.game.value_range()))?;
        query.best_move(position, answer)
    }

    /// The report on a position with these values.
    fn described(&self, found: PositionAnswers, query: &mut Query<'_, G>) -> Report {
        let moves = found.moves.into_iter();
        Report {
            moves: moves.map(|one| one.report).collect(),
            known_value: found.known_value,
            best_move: self.name(found.best),
            nodes: query.searched(),
            interrupted: query.interrupted,
        }
    }

    /// The node kind of a position in the file.
    fn kind(&self, position: &G::Position) -> Result<Option<&'static str>, EngineError> {
        if let Some(proof) = &self.proof {
            return Ok(proof.kind(&self.game, position));
        }
        self.artifacts.kind(position)
    }
}

/// The part of an answer that searches may use as a bound: not values from the file, so that
/// searched values do not depend on it.
fn independent_of_file(answer: Answer) -> Answer {
    match answer {
        Answer::Exact {
            source: Source::Searched | Source::Terminal,
            ..
        } => answer,
        _ => Answer::Unknown,
    }
}

/// The canonical move by the values of `moves`, as far as searches found them: the first in `order`
/// that has the position's `value`; `None` if an earlier one may have it, too.
fn canonical(order: &[Move], value: Value, moves: &[MoveAnswer]) -> Option<Move> {
    for canonical in order {
        let found = moves.iter().find(|one| one.played == *canonical)?;
        match found.answer.value() {
            Some(one) if one == value => return Some(*canonical),
            Some(_) => {}
            None => return None,
        }
    }
    None
}

/// The values of a position and its moves.
struct PositionAnswers {
    answer: Answer,
    known_value: KnownValue,
    best: Option<Move>,
    moves: Vec<MoveAnswer>,
}

/// What is known of a move.
struct MoveAnswer {
    played: Move,
    /// Its value or bound for the side that plays it, as the search of its child found it.
    answer: Answer,
    report: MoveReport,
}

impl<G: Symmetric + Notation> Engine for GameEngine<G> {
    fn about(&self) -> &About {
        &self.about
    }

    fn move_names(&self) -> Vec<String> {
        let codes = 0..self.game.move_codes();
        codes
            .map(|code| self.game.format_move(Move(code)))
            .collect()
    }

    fn state(&self, line: &Line) -> Result<GameState, EngineError> {
        Ok(self.read(line)?.state(&self.game, &self.about))
    }

    fn value(
        &self,
        line: &Line,
        at_least: Option<Value>,
        effort: &Effort,
        watch: &mut FindingWatch<'_>,
    ) -> Result<ValueReport, EngineError> {
        let position = self.read(line)?.position;
        let mut query = self.query(effort);
        let known_value = match at_least {
            Some(bound) => query.at_least(&position, bound)?,
            None => {
                let range = self.game.value_range();
                let mut bounds = |proved| {
                    let answer = Answer::searched(proved, range);
                    watch(Finding::Bounds(KnownValue::new(answer, None)));
                };
                let unknown = Interval::unknown(range);
                let answer = query.watched_answer(&position, unknown, &mut bounds)?;
                let mut distances = Distances::new(&self.game, effort);
                let known_value = self.timed_value(&position, answer, &mut distances);
                let estimates = self.estimates(&mut query, &position, answer);
                known_value.with_estimate(estimates.iter().max().copied())
            }
        };
        Ok(ValueReport {
            known_value,
            nodes: query.searched(),
            interrupted: query.interrupted,
        })
    }

    fn analyse(
        &self,
        line: &Line,
        effort: &Effort,
        watch: &mut FindingWatch<'_>,
    ) -> Result<Report, EngineError> {
        let position = self.read(line)?.position;
        let mut query = self.query(effort);
        let found = self.assess(&mut query, &position, effort, watch)?;
        Ok(self.described(found, &mut query))
    }

    fn best_move(&self, line: &Line, effort: &Effort) -> Result<BestMove, EngineError> {
        let parsed = self.read(line)?;
        let position = &parsed.position;
        let range = self.game.value_range();
        let mut query = self.query(effort);
        // A stored move may reach a stored bound alone, and another one more.
        if let Some(Answer::Bounds { .. }) = query.file_answer(position)? {
            query = self.query(&effort.within(SearchScope::SHORT));
        }
        let answer = query.answer(position, Interval::unknown(range))?;
        let mut best = query.best_move(position, answer)?;
        let mut keeps = None;
        if answer.value().is_none() {
            let least = answer.interval(range).lower;
            let promised = self.promised(parsed.side());
            best = best.filter(|_| promised.is_none_or(|promised| least >= promised));
            keeps = best.map(|_| least);
        }
        Ok(BestMove {
            name: self.name(best),
            known_value: self.known_value(position, answer),
            nodes: query.searched(),
            interrupted: query.interrupted,
            keeps,
            note: None,
        })
    }

    fn lasting(
        &self,
        line: &Line,
        report: &Report,
        effort: &Effort,
    ) -> Result<LastingMoves, EngineError> {
        let position = self.read(line)?.position;
        let mut query = self.query(effort);
        let found = lasting::find(&self.game, &mut query, &position, report, effort)?;
        let names = found
            .moves
            .into_iter()
            .filter_map(|one| self.name(Some(one)));
        Ok(LastingMoves {
            names: names.collect(),
            plies: found.plies,
            nodes: query.searched(),
        })
    }

    fn guess(&self, line: &Line) -> Result<Option<String>, EngineError> {
        let position = self.read(line)?.position;
        Ok(self.name(self.searchers.first_guess(&position)))
    }

    fn watched_variation(
        &self,
        line: &Line,
        effort: &Effort,
        watch: &mut dyn FnMut(&str),
    ) -> Result<Variation, EngineError> {
        let position = self.read(line)?.position;
        let mut query = self.query(effort);
        let mut moves = Vec::new();
        query.variation(position, &mut |played| {
            let name = self.game.format_move(played);
            watch(&name);
            moves.push(name);
        })?;
        Ok(Variation {
            moves,
            nodes: query.searched(),
            interrupted: query.interrupted,
        })
    }

    fn review(&self, line: &Line, effort: &Effort) -> Result<Review, EngineError> {
        let parsed = self.read(line)?;
        let mut positions = vec![parsed.start.clone()];
        for played in &parsed.moves {
            let before = &positions[positions.len() - 1];
            positions.push(self.game.play_unchecked(before, *played));
        }
        let mut query = self.query(effort);
        let range = self.game.value_range();
        let unknown = Interval::unknown(range);
        // Backwards, since searches near the end are short and fill the tables for the longer ones.
        let mut after = query.answer(&positions[positions.len() - 1], unknown)?;
        let mut moves = Vec::with_capacity(parsed.moves.len());
        let mut losses = [0; 2];
        for (at, played) in parsed.moves.iter().enumerate().rev() {
            let position = &positions[at];
            let of_move = after.negated();
            // The value of a move is a lower bound on that of the position.
            let found = independent_of_file(of_move);
            let bounds = Interval {
                lower: found.interval(range).lower,
                ..unknown
            };
            let least = Interval {
                lower: of_move.interval(range).lower,
                ..unknown
            };
            let by_move = Answer::proved(least, range, Source::Derived);
            let answer = query.answer(position, bounds)?.meet(by_move, range);
            let best = match query.best_move(position, answer)? {
                None => self.unsearched_move(position)?,
                best => best,
            };
            let forced = self.game.moves(position).len() == 1;
            let side = match at % 2 {
                0 => parsed.start_side,
                _ => parsed.start_side.other(),
            };
            let (loss, loss_at_least) = match (answer.value(), of_move.value()) {
                (before, _) if forced || before == Some(range.min) => (Some(0), 0),
                (Some(before), Some(after)) => (Some((before - after).max(0)), before - after),
                _ => {
                    let least = answer.interval(range).lower - of_move.interval(range).upper;
                    (None, least)
                }
            };
            let loss_at_least = loss_at_least.max(0);
            losses[side as usize] += loss_at_least;
            moves.push(ReviewedMove {
                ply: at as u32 + 1,
                side,
                played: self.game.format_move(*played),
                forced,
                before: self.known_value(position, answer),
                after: self.known_move(&positions[at + 1], of_move),
                best: self.name(best),
                loss,
                loss_at_least,
            });
            after = answer;
        }
        moves.reverse();
        self.estimate_review(&mut query, &positions, &mut moves);
        Ok(Review {
            state: parsed.state(&self.game, &self.about),
            moves,
            losses,
            interrupted: query.interrupted,
        })
    }

    fn proof(&self, line: &Line, effort: &Effort) -> Result<NodeProof, EngineError> {
        let parsed = self.read(line)?;
        let mut query = self.query(effort);
        let found = self.assess(&mut query, &parsed.position, effort, &mut |_| ())?;
        let mut moves = Vec::with_capacity(found.moves.len());
        for MoveAnswer { played, answer, .. } in &found.moves {
            let child = self.game.play_unchecked(&parsed.position, *played);
            let reply = query.best_move(&child, answer.negated())?;
            let bound = match answer {
                Answer::Outside | Answer::Unknown => self.artifacts.certificate_bound(&child)?,
                _ => None,
            };
            let mut interval = answer.interval(self.game.value_range());
            if let Some(bound) = &bound {
                interval.upper = interval.upper.min(bound.at_most);
            }
            let verdict = match found.answer.value() {
                _ if Some(*played) == found.best => Verdict::Best,
                Some(value) if value == self.game.value_range().min => Verdict::Equal,
                Some(value) if interval.upper < value => Verdict::Worse,
                Some(value) if interval == Interval::exact(value) => Verdict::Equal,
                Some(value) if interval.upper == value => Verdict::NoBetter,
                _ => Verdict::Unknown,
            };
            moves.push((self.name(reply), bound, verdict));
        }
        let state = parsed.state(&self.game, &self.about);
        let report = self.described(found, &mut query);
        let refuted = report.moves.iter().zip(moves);
        let moves = refuted.map(|(of, (reply, bound, verdict))| Refutation {
            played: state.legal[of.index].clone(),
            known_value: of.known_value,
            reply,
            certificate_bound: bound,
            verdict,
        });
        Ok(NodeProof {
            kind: self.kind(&parsed.position)?,
            moves: moves.collect(),
            report,
            state,
        })
    }

    fn class(&self, line: &Line) -> Result<PositionClass, EngineError> {
        Ok(self.class_of(&self.read(line)?))
    }

    fn transfer(
        &self,
        answer: &Reusable,
        from: &Line,
        to: &Line,
    ) -> Result<Option<Reusable>, EngineError> {
        let (from, to) = (self.read(from)?, self.read(to)?);
        let by = self.artifacts.reduction();
        if self.class_of(&from) != self.class_of(&to) {
            return Ok(None);
        }
        let turn = Turn::new(&self.game, by, &from.position, &to.position);
        Ok(match answer {
            Reusable::Report(report) => turn.report(report).map(Reusable::Report),
            Reusable::Variation(variation) => turn.variation(variation).map(Reusable::Variation),
            Reusable::Proof(proof) => {
                let image = turn.proof(proof, &to, &self.about);
                image.map(|proof| Reusable::Proof(Box::new(proof)))
            }
            Reusable::Choice(None) => Some(Reusable::Choice(None)),
            Reusable::Choice(Some(chosen)) => {
                let image = turn.choice(chosen, &to, &self.about);
                image.map(|chosen| Reusable::Choice(Some(Box::new(chosen))))
            }
        })
    }

    fn random(&self, seed: u64) -> Result<Option<GameState>, EngineError> {
        let Some(stored) = self.artifacts.first() else {
            return Ok(None);
        };
        let reader = stored.artifact.reader();
        let failure = |error: QueryError| stored.failure(error);
        let mut random = Random::new(seed);
        let mut half = || u64::from(random.below(u32::MAX));
        let mut rank = (half() << 32 | half()) % reader.record_count().max(1);
        for level in reader.levels() {
            if rank >= level.records {
                rank -= level.records;
                continue;
            }
            let record = reader
                .get(level.level, rank)
                .map_err(|error| failure(error.into()))?;
            let Some(record) = record else {
                break;
            };
            let key = G::Key::from_u128(record.key);
            let position = key
                .ok_or(InvalidKey(record.key.into()))
                .and_then(|key| self.game.position(key))
                .map_err(|error| EngineError::NoPosition {
                    file: stored.file.clone(),
                    level: level.level,
                    error,
                })?;
            let parsed = ParsedLine::at(&self.game, position);
            return Ok(Some(parsed.state(&self.game, &self.about)));
        }
        Ok(None)
    }
}
