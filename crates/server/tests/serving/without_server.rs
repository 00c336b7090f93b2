//! `Games::ask` answers like the server: the same JSON, the same failures.

use std::sync::Arc;
use std::time::Duration;

use solveig_api::{Allowance, FailureBody, Games, ROUTES, Request, encoded};
use solveig_engine::{Engine, open_artifact};
use solveig_server::Limits;

use crate::client::{Running, game, settings};
use crate::evidence;

fn engines(artifact: &std::path::Path) -> Vec<Arc<dyn Engine>> {
    let artifact = open_artifact(artifact, &settings()).unwrap();
    vec![game("go:2x2?superko=positional"), artifact]
}

struct Both {
    server: Running,
    games: Games,
}

impl Both {
    /// Fails if the answers of server and dispatcher differ; gives the status.
    #[track_caller]
    fn ask(&self, path: &str, query: &str, body: Option<&str>) -> u16 {
        let limits = Limits::default();
        let allowed = Allowance {
            line: limits.line,
            batch: limits.batch,
            search_time: Duration::from_secs(600),
            seed: 1,
        };
        let address = format!("{path}?{query}");
        let served = match body {
            None => self.server.get(&address),
            Some(body) => self.server.post(&address, body),
        };
        let request = Request {
            path,
            query,
            body: body.map(str::as_bytes),
        };
        let (status, answer) = match self.games.ask(&request, &allowed) {
            Ok(answer) => (200, answer),
            Err(error) => (error.status(), encoded(&FailureBody { error }).unwrap()),
        };
        let answer = String::from_utf8(answer).unwrap();
        assert_eq!(
            (served.status, served.text()),
            (status, answer),
            "{address} {body:?}"
        );
        status
    }
}

#[test]
fn every_question_has_the_servers_answer_without_it() {
    let folder = tempfile::tempdir().unwrap();
    let (artifact, _, _) = evidence::files(folder.path());
    let both = Both {
        server: Running::new(engines(&artifact), Limits::default()),
        games: Games::new(engines(&artifact)),
    };
    let mut good = 0;
    for (served, line) in both.games.all().iter().zip(["a1 b2", "b2"]) {
        let query = format!("moves={}", line.replace(' ', "+"));
        let queries = [
            String::new(),
            query.clone(),
            format!("{query}&search=anywhere&canonical=true"),
            "moves=nonsense".to_owned(),
            "seed=3".to_owned(),
        ];
        let bodies = [
            Some(format!("{{\"moves\":\"{line}\"}}")),
            Some(format!(
                "{{\"positions\":[{{\"moves\":\"{line}\"}},{{\"from\":\"?\"}}]}}"
            )),
            Some("{\"positions\":[]}".to_owned()),
            Some("{\"positions\":".to_owned()),
            Some(format!(
                "{{\"game\":\"{}\",\"text\":\"{line}\"}}",
                served.name()
            )),
            None,
        ];
        for route in &ROUTES {
            let path = route.path.replace("{game}", served.name());
            let (queries, bodies) = match route.has_body {
                true => (&queries[..1], &bodies[..5]),
                // A seed drawn by the server is not that of the dispatcher.
                false if path.ends_with("/random") => (&queries[1..], &bodies[5..]),
                false => (&queries[..], &bodies[5..]),
            };
            for query in queries {
                for body in bodies {
                    good += usize::from(both.ask(&path, query, body.as_deref()) == 200);
                }
            }
        }
    }
    assert!(good > 30, "{good} good answers");
    assert_eq!(both.ask("/v1/games/checkers/position", "", None), 404);
}

#[test]
fn a_path_or_method_that_no_question_has_is_not_found() {
    let games = Games::new(Vec::new());
    let allowed = Allowance {
        line: 1,
        batch: 1,
        search_time: Duration::ZERO,
        seed: 0,
    };
    let (query, body) = ("", Some(&b"{}"[..]));
    for (path, body) in [
        ("/v1/games/x/nothing", None),
        ("/v1/games/x/y/position", None),
        ("/v1/games/x/position", body),
        ("/v1/games/x/review", None),
        ("/v1/games", body),
    ] {
        let request = Request { path, query, body };
        let failure = games.ask(&request, &allowed).unwrap_err();
        assert!(failure.message().contains(path), "{}", failure.message());
    }
}
