//! What a simulation is asked for.

use std::str::FromStr;
use std::sync::Arc;

use solveig_campaign::queue::jetstream::Access;
use solveig_campaign::{Plan, Problem};
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::OthelloKnowledge;

use crate::Failure;

pub type Subject = Problem<Othello<u64>>;

/// The workers of a process.
pub const THREADS: usize = 10;

const USAGE: &str = "usage: simulate [--board 6x4] [--cuts 14,8] [--workers N] [--delay MILLIS] \
    [--kills N] [--every SECONDS] [--killed SHARE] [--audit SHARE] [--seed N] [--port PORT]";

/// The settings, as words of a command line.
#[derive(Clone)]
pub struct Settings {
    pub board: (u32, u32),
    pub cuts: (u32, u32),
    /// How many work at a time, in processes of [`THREADS`].
    pub workers: usize,
    /// The mean time of a job, in milliseconds.
    pub delay: f64,
    /// How often the driver and the server are killed, each.
    pub kills: u64,
    /// The mean time between two of these kills, in seconds.
    pub every: f64,
    /// The share of the workers that are killed in a minute.
    pub killed: f64,
    /// The share of positions that are solved a second time.
    pub audit: f64,
    pub seed: u64,
    pub port: u16,
}

impl Settings {
    pub fn read(words: &[String]) -> Result<Self, Failure> {
        let mut settings = Self {
            board: (6, 4),
            cuts: (14, 8),
            workers: 50,
            delay: 50.0,
            kills: 3,
            every: 5.0,
            killed: 0.5,
            audit: 0.1,
            seed: 1,
            port: 24222,
        };
        for words in words.chunks(2) {
            let [name, value] = words else {
                return Err(USAGE.into());
            };
            match name.as_str() {
                "--board" => settings.board = pair(value, 'x')?,
                "--cuts" => settings.cuts = pair(value, ',')?,
                "--workers" => settings.workers = number(value)?,
                "--delay" => settings.delay = number(value)?,
                "--kills" => settings.kills = number(value)?,
                "--every" => settings.every = number(value)?,
                "--killed" => settings.killed = number(value)?,
                "--audit" => settings.audit = number(value)?,
                "--seed" => settings.seed = number(value)?,
                "--port" => settings.port = number(value)?,
                _ => return Err(USAGE.into()),
            }
        }
        Ok(settings)
    }

    /// The words that [`read`](Self::read) reads as the same settings.
    pub fn words(&self) -> Vec<String> {
        [
            ("--board", format!("{}x{}", self.board.0, self.board.1)),
            ("--cuts", format!("{},{}", self.cuts.0, self.cuts.1)),
            ("--workers", self.workers.to_string()),
            ("--delay", self.delay.to_string()),
            ("--kills", self.kills.to_string()),
            ("--every", self.every.to_string()),
            ("--killed", self.killed.to_string()),
            ("--audit", self.audit.to_string()),
            ("--seed", self.seed.to_string()),
            ("--port", self.port.to_string()),
        ]
        .into_iter()
        .flat_map(|(name, value)| [name.to_owned(), value])
        .collect()
    }

    pub fn plan(&self) -> Result<(Othello<u64>, Plan, Subject), Failure> {
        let game = Othello::new(self.board.0, self.board.1)?;
        let plan = Plan {
            first: self.cuts.0,
            second: self.cuts.1,
            first_plies: 2,
            second_plies: 2,
            ..Plan::whole(&game)
        };
        let problem = Problem::new(game.clone(), Arc::new(OthelloKnowledge::new(&game)), &plan)?;
        Ok((game, plan, problem))
    }

    pub fn access(&self) -> Access {
        Access::new(&format!("nats://127.0.0.1:{}", self.port))
    }

    /// The number of processes of workers.
    pub const fn processes(&self) -> usize {
        self.workers.div_ceil(THREADS)
    }
}

fn number<T: FromStr>(text: &str) -> Result<T, Failure> {
    text.parse()
        .map_err(|_| format!("\"{text}\" is no number that fits here; {USAGE}").into())
}

fn pair(text: &str, middle: char) -> Result<(u32, u32), Failure> {
    let (first, second) = text.split_once(middle).ok_or(USAGE)?;
    Ok((number(first)?, number(second)?))
}
