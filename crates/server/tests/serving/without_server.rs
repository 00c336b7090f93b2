//! `Games::ask` answers like the server's routes: same JSON, same failures.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use solveig_api::{Allowance, FailureBody, Games, Request, encoded};
use solveig_engine::{Engine, Settings, open_artifact, open_game};
use solveig_server::{Limits, openapi};

use crate::client::Running;
use crate::evidence;

/// A game of each family, and a line of moves in it.
const GAMES: [(&str, &str); 7] = [
    ("othello:4x4", "a2 a1 b1"),
    ("connect-four:4x4", "1 1 2"),
    ("mnk:3x3?k=3", "a1 b1"),
    ("hex:3x3", "a1 b2"),
    ("go:2x2", "a1"),
    ("go:2x2?superko=positional", "a1 b2"),
    ("random-tree:3x4?seed=8", "1"),
];

/// The paths of the API that only a server has.
const OF_THE_SERVER: [&str; 2] = ["/v1/health", "/v1/ready"];

fn engines(artifact: &std::path::Path) -> Vec<Arc<dyn Engine>> {
    let settings = Settings {
        memory: 4 << 20,
        ..Settings::default()
    };
    let mut engines: Vec<_> = GAMES
        .iter()
        .map(|(spec, _)| {
            open_game(spec, &settings).unwrap_or_else(|error| panic!("{spec}: {error}"))
        })
        .collect();
    engines.push(open_artifact(artifact, &settings).unwrap());
    engines
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
            stop: None,
            seed: 1,
        };
        let asked = match query {
            "" => path.to_owned(),
            query => format!("{path}?{query}"),
        };
        let served = match body {
            None => self.server.get(&asked),
            Some(body) => self.server.post(&asked, body),
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
            "{asked} {body:?}"
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
    let document: Value = serde_json::from_str(&openapi().unwrap()).unwrap();
    let lines = GAMES.iter().map(|(_, line)| *line).chain(["b2"]);
    let mut good = 0;
    for (served, line) in both.games.all().iter().zip(lines) {
        for (path, methods) in document["paths"].as_object().unwrap() {
            if OF_THE_SERVER.contains(&path.as_str()) {
                continue;
            }
            let path = path.replace("{game}", served.name());
            let line = line.replace(' ', "+");
            let queries = [
                String::new(),
                format!("moves={line}"),
                format!("moves={line}&search=never"),
                format!("moves={line}&search=anywhere"),
                "search=anywhere".to_owned(),
                "moves=nonsense".to_owned(),
                "colour=blue".to_owned(),
                "search=sometimes".to_owned(),
                "seed=3".to_owned(),
                "seed=-3".to_owned(),
                format!("moves={}", "1".repeat(5000)),
            ];
            // A seed drawn by the server is not that of the dispatcher.
            let draws = path.ends_with("/random");
            if methods.get("get").is_some() {
                for query in queries.iter().filter(|query| !(draws && query.is_empty())) {
                    good += usize::from(both.ask(&path, query, None) == 200);
                }
            }
            if methods.get("post").is_some() {
                let bodies = [
                    format!("{{\"moves\":\"{line}\"}}").replace('+', " "),
                    format!("{{\"positions\":[{{\"moves\":\"{line}\"}},{{\"from\":\"?\"}}]}}"),
                    "{\"positions\":[],\"search\":\"never\"}".to_owned(),
                    format!("{{\"positions\":[{}{{}}]}}", "{},".repeat(1000)),
                    "{\"positions\":[{\"moves\":3}]}".to_owned(),
                    "{\"moves\":".to_owned(),
                    "{\"moves\":\"\"} {}".to_owned(),
                    "[]".to_owned(),
                ];
                for body in &bodies {
                    good += usize::from(both.ask(&path, "", Some(body)) == 200);
                }
                both.ask(&path, "search=never", Some("{}"));
            }
        }
    }
    assert!(good > 150, "{good} good answers");
}

#[test]
fn games_that_are_not_there_are_refused_in_the_servers_words() {
    let folder = tempfile::tempdir().unwrap();
    let (artifact, _, _) = evidence::files(folder.path());
    let both = Both {
        server: Running::new(engines(&artifact), Limits::default()),
        games: Games::new(engines(&artifact)),
    };
    assert_eq!(both.ask("/v1/games", "", None), 200);
    assert_eq!(both.ask("/v1/games/checkers/position", "", None), 404);
}
