//! Questions asked without a server: a path, a query and a body in, JSON out.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use solveig_engine::{Effort, Instant, Line, SearchScope};

use crate::answer::{Question, encoded};
use crate::batch::{Answers, BatchAnswer};
use crate::failure::{Failure, FailureBody, Kind};
use crate::games::{Games, Served};
use crate::paths;
use crate::question::{
    Batch, EmptyQuery, Played, PositionQuery, RandomQuery, SearchQuery, read_body, read_line,
    read_query,
};

/// A request of the API without its transport.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The path, as in `/v1/games/mnk-3x3-k-3/position`.
    pub path: &'a str,
    /// The query without its question mark; may be empty.
    pub query: &'a str,
    /// The body of a POST request; `None` for a GET request.
    pub body: Option<&'a [u8]>,
}

/// What an answer may cost.
#[derive(Clone, Debug)]
pub struct Allowance {
    /// Bytes in a board or in a list of moves.
    pub line: usize,
    /// Positions in one batch.
    pub batch: usize,
    /// The time of all searches of one request together.
    pub search_time: Duration,
    /// A flag that stops the searches.
    pub stop: Option<Arc<AtomicBool>>,
    /// The seed of a random position where the request names none.
    pub seed: u64,
}

/// The last part of a path below a game.
type Tail<'a> = &'a str;

impl Games {
    /// The answer to `request`, in JSON: what a server of these games answers.
    ///
    /// # Errors
    ///
    /// Fails as the server's route does, with the same failure; but a method that a path does not
    /// have is not found.
    pub fn ask(&self, request: &Request<'_>, allowed: &Allowance) -> Result<Vec<u8>, Failure> {
        let Request { path, query, body } = *request;
        if path == paths::GAMES {
            expect_get(request)?;
            let EmptyQuery {} = read_query(query)?;
            return encoded(&self.list());
        }
        let (name, tail) = game_in(path).ok_or_else(|| {
            let path: String = path.chars().take(100).collect();
            Failure::new(Kind::NOT_FOUND, format!("there is nothing at {path}"))
        })?;
        match body {
            None => self.find(name)?.get(tail, query, allowed, request),
            Some(body) => self.find(name)?.post(tail, query, body, allowed, request),
        }
    }
}

impl Served {
    fn get(
        &self,
        tail: Tail<'_>,
        query: &str,
        allowed: &Allowance,
        request: &Request<'_>,
    ) -> Result<Vec<u8>, Failure> {
        let answer = |question, line: &Line, search, canonical| {
            let effort = self.effort(search, canonical, allowed);
            self.write(line, self.find(question, line, &effort)?)
        };
        let answer_asked = |question| {
            let asked: PositionQuery = read_query(query)?;
            self.expect_artifact(asked.artifact.as_deref())?;
            let line = read_line(asked.from, asked.moves, allowed.line)?;
            answer(question, &line, asked.search, asked.canonical)
        };
        match tail {
            _ if tail == tail_of(paths::GAME) => {
                let EmptyQuery {} = read_query(query)?;
                encoded(&self.game)
            }
            _ if tail == tail_of(paths::LEVELS) => {
                let EmptyQuery {} = read_query(query)?;
                encoded(&self.level_list()?)
            }
            _ if tail == tail_of(paths::START) => {
                let asked: SearchQuery = read_query(query)?;
                self.expect_artifact(asked.artifact.as_deref())?;
                let start = Line::at("-");
                answer(Question::Position, &start, asked.search, asked.canonical)
            }
            _ if tail == tail_of(paths::RANDOM) => {
                let RandomQuery { seed, artifact } = read_query(query)?;
                self.expect_artifact(artifact.as_deref())?;
                let line = self.random(seed.unwrap_or(allowed.seed))?;
                answer(Question::Position, &line, SearchScope::Never, false)
            }
            _ if tail == tail_of(paths::POSITION) => answer_asked(Question::Position),
            _ if tail == tail_of(paths::LINE) => answer_asked(Question::Line),
            _ if tail == tail_of(paths::PROOF) => answer_asked(Question::Proof),
            _ => Err(nothing_for(request)),
        }
    }

    fn post(
        &self,
        tail: Tail<'_>,
        query: &str,
        body: &[u8],
        allowed: &Allowance,
        request: &Request<'_>,
    ) -> Result<Vec<u8>, Failure> {
        match tail {
            _ if tail == tail_of(paths::REVIEW) => {
                let EmptyQuery {} = read_query(query)?;
                let played: Played = read_body(body)?;
                let line = read_line(played.from, played.moves, allowed.line)?;
                let effort = self.effort(played.search, played.canonical, allowed);
                encoded(&self.review(&line, &effort)?)
            }
            _ if tail == tail_of(paths::POSITIONS) => {
                let EmptyQuery {} = read_query(query)?;
                encoded(&self.batch(read_body(body)?, allowed)?)
            }
            _ => Err(nothing_for(request)),
        }
    }

    fn batch(&self, batch: Batch, allowed: &Allowance) -> Result<Answers, Failure> {
        batch.within(allowed.batch)?;
        let effort = self.effort(batch.search, batch.canonical, allowed);
        let begun = Instant::now();
        let answer = |from, moves| {
            let line = read_line(from, moves, allowed.line)?;
            let effort = effort.after(begun.elapsed());
            self.position(&line, self.report(&line, &effort)?)
        };
        let positions = batch.positions.into_iter();
        let positions = positions.map(|item| match answer(item.from, item.moves) {
            Ok(position) => BatchAnswer::Known(Box::new(position)),
            Err(error) => BatchAnswer::Unknown(FailureBody { error }),
        });
        Ok(Answers {
            positions: positions.collect(),
        })
    }

    fn effort(&self, search: SearchScope, canonical: bool, allowed: &Allowance) -> Effort {
        Effort {
            search: self.effective_search(search),
            time: Some(allowed.search_time),
            stop: allowed.stop.clone(),
            canonical,
            ..Effort::default()
        }
    }
}

/// What stands before and after the name of the game in the paths of one game.
fn around_name(template: &str) -> (&str, &str) {
    template.split_once("{game}").unwrap_or((template, ""))
}

/// What follows the game's name in paths like `template`.
fn tail_of(template: &'static str) -> Tail<'static> {
    around_name(template).1
}

/// The name of the game in `path`, and what follows it.
fn game_in(path: &str) -> Option<(&str, Tail<'_>)> {
    let below = path.strip_prefix(around_name(paths::GAME).0)?;
    let end = below.find('/').unwrap_or(below.len());
    Some(below.split_at(end))
}

fn expect_get(request: &Request<'_>) -> Result<(), Failure> {
    match request.body {
        None => Ok(()),
        Some(_) => Err(nothing_for(request)),
    }
}

/// The failure of a path or method that the API does not have.
fn nothing_for(request: &Request<'_>) -> Failure {
    let path: String = request.path.chars().take(100).collect();
    let method = match request.body {
        None => "GET",
        Some(_) => "POST",
    };
    Failure::new(
        Kind::NOT_FOUND,
        format!("there is nothing for {method} at {path}"),
    )
}
