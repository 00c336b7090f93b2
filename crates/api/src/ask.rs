//! Questions asked without a server: a path, a query and a body in, JSON out.

use solveig_engine::Effort;

use crate::answer::encoded;
use crate::failure::{Failure, Kind};
use crate::games::Games;
use crate::question::Allowance;
use crate::routes::{BatchQuestion, Parts, PositionQuestion, Query, ROUTES};

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
        let effort = Effort {
            time: Some(allowed.search_time),
            ..Effort::default()
        };
        match route.read(&parts)? {
            Query::Answered(answer) => Ok(answer),
            Query::Position(PositionQuestion { served, key, .. }) => {
                let found = served.find(key.question, &key.of, &key.effort(&effort))?;
                served.write(key.question, &key.of, found)
            }
            Query::Batch(BatchQuestion { served, keys }) => encoded(&served.batch(keys, &effort)),
            Query::Review(served, line, allowed) => {
                let time = effort.time;
                encoded(&served.review(&line, &Effort { time, ..allowed })?)
            }
        }
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
