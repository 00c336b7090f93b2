//! Questions asked without a server: a path, a query and a body in, JSON out.

use std::time::Duration;

use solveig_engine::Effort;

use crate::answer::encoded;
use crate::failure::{Failure, Kind};
use crate::games::Games;
use crate::question::Allowance;
use crate::routes::{BatchQuestion, Parts, PositionQuestion, ROUTES, Responder, ReviewQuestion};

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

impl Games {
    /// The answer to `request`, in JSON: what a server of these games answers.
    ///
    /// # Errors
    ///
    /// Fails as the server does, with the same failure; but a method that a path does not have is
    /// not found.
    pub fn ask(&self, request: &Request<'_>, allowed: &Allowance) -> Result<Vec<u8>, Failure> {
        let Request { path, query, body } = *request;
        let mut routes = ROUTES.iter().filter(|one| one.has_body == body.is_some());
        let found = routes.find_map(|route| Some((route, route.game_in(path)?)));
        let (route, game) = found.ok_or_else(|| nothing_for(request))?;
        let parts = Parts {
            games: self,
            game: Ok(game),
            query,
            body: Ok(body.unwrap_or_default()),
            allowed,
        };
        let search_time = allowed.search_time;
        route.ask(&parts, CallingThread { search_time })?
    }
}

/// Answers on the thread that asks, with searches of one question that together take this time.
struct CallingThread {
    search_time: Duration,
}

impl CallingThread {
    fn within_time(&self, effort: Effort) -> Effort {
        let time = Some(self.search_time);
        Effort { time, ..effort }
    }
}

impl Responder for CallingThread {
    type Response = Result<Vec<u8>, Failure>;

    fn answer(self, json: Vec<u8>) -> Self::Response {
        Ok(json)
    }

    fn position(self, question: PositionQuestion) -> Self::Response {
        let PositionQuestion { served, key, .. } = question;
        let found = served.find(&key, &self.within_time(Effort::default()))?;
        served.write(key.question, &key.of, found)
    }

    fn batch(self, BatchQuestion { served, keys }: BatchQuestion) -> Self::Response {
        encoded(&served.batch(keys, &self.within_time(Effort::default())))
    }

    fn review(self, question: ReviewQuestion) -> Self::Response {
        let effort = self.within_time(question.effort);
        encoded(&question.served.review(&question.line, &effort)?)
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
