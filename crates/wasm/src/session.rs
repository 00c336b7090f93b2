//! A game that is asked, and the answer to the last question.

use std::time::Duration;

use serde::Deserialize;
use solveig_api::{Allowance, Failure, FailureBody, Games, Kind, Request, encoded};
use solveig_engine::{
    ArtifactSource, EngineError, FileBytes, Settings, is_proof, open_artifact_bytes, open_game,
    open_game_with, open_proof_bytes,
};

/// What the page says of the game that it opens.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Opening {
    /// Its name in paths.
    name: String,
    /// Its spec; with an artifact or a proof, the name of the file.
    target: String,
    /// The name of the certificate.
    certificate: Option<String>,
    /// Its spec, and the names of the artifacts that were [added](Session::add).
    #[serde(default)]
    spec: String,
    #[serde(default)]
    further: Vec<String>,
    /// The memory of searches in bytes.
    memory: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    path: String,
    query: String,
    body: Option<String>,
    seconds: f64,
    /// For a random position where the query has no seed.
    seed: u32,
}

/// The game of an instance.
#[derive(Default)]
pub struct Session {
    games: Option<Games>,
    /// Artifacts that the next game asks after its first.
    further: Vec<Vec<u8>>,
    /// The body of the last answer.
    pub answer: Vec<u8>,
}

impl Session {
    /// Adds an artifact for the game that is opened next.
    pub fn add(&mut self, artifact: Vec<u8>) {
        self.further.push(artifact);
    }

    /// Opens the game that `opening` names, from the bytes of its artifact or proof, and of the
    /// artifact's certificate; these are empty where there is none. Gives a status.
    pub fn open(&mut self, opening: &[u8], solution: Vec<u8>, certificate: Vec<u8>) -> u16 {
        let further = std::mem::take(&mut self.further);
        let opened = open_games(opening, solution, certificate, further);
        let answer = opened.and_then(|games| {
            let list = encoded(&games.list());
            self.games = Some(games);
            list
        });
        self.keep(answer)
    }

    /// Answers a question about the game. Gives a status.
    pub fn ask(&mut self, question: &[u8]) -> u16 {
        let answer = match &self.games {
            Some(games) => answer(games, question),
            None => Err(Failure::new(Kind::INTERNAL, "no game has been opened")),
        };
        self.keep(answer)
    }

    fn keep(&mut self, answer: Result<Vec<u8>, Failure>) -> u16 {
        let (status, answer) = match answer {
            Ok(answer) => (200, answer),
            Err(error) => {
                // Here the file is the asker's own: it may be named.
                let error = error.told_in_full();
                let status = error.status();
                (status, encoded(&FailureBody { error }).unwrap_or_default())
            }
        };
        self.answer = answer;
        status
    }
}

fn open_games(
    opening: &[u8],
    solution: Vec<u8>,
    certificate: Vec<u8>,
    further: Vec<Vec<u8>>,
) -> Result<Games, Failure> {
    let opening: Opening = solveig_api::read_body(opening)?;
    let settings = Settings {
        memory: opening.memory,
        ..Settings::default()
    };
    let solution = FileBytes {
        name: opening.target,
        bytes: solution,
    };
    let engine = match &solution.bytes[..] {
        [] => open_game(&solution.name, &settings),
        bytes if is_proof(bytes) => open_proof_bytes(solution, &settings),
        _ if !further.is_empty() => {
            let names = opening.further.into_iter().zip(further);
            let further = names.map(|(name, bytes)| FileBytes { name, bytes });
            let all = [solution]
                .into_iter()
                .chain(further)
                .map(ArtifactSource::Bytes);
            open_game_with(&opening.spec, all.collect(), &settings)
        }
        _ => {
            let certificate = opening.certificate.map(|name| FileBytes {
                name,
                bytes: certificate,
            });
            open_artifact_bytes(solution, certificate, &settings)
        }
    };
    let engine = engine.map_err(|error| {
        let kind = match error {
            EngineError::Spec(_) => Kind::NO_SUCH_GAME,
            _ => Kind::INTERNAL,
        };
        Failure::new(kind, error.to_string())
    })?;
    Ok(Games::one(opening.name, engine))
}

fn answer(games: &Games, question: &[u8]) -> Result<Vec<u8>, Failure> {
    let question: Question = solveig_api::read_body(question)?;
    let allowed = Allowance {
        search_time: Duration::try_from_secs_f64(question.seconds).unwrap_or_default(),
        seed: question.seed.into(),
        ..Allowance::default()
    };
    let request = Request {
        path: &question.path,
        query: &question.query,
        body: question.body.as_ref().map(String::as_bytes),
    };
    games.ask(&request, &allowed)
}
