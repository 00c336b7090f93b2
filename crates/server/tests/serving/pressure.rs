//! What an honest client meets while others attack.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use solveig_engine::{Engine, Line, Settings, open_artifact, open_game};
use solveig_game::random::Random;
use solveig_server::{Access, Limits};

use crate::attackers::Attack;
use crate::client::Running;

/// How long each attack lasts unless `cargo xtask bench-attacked` asks for more.
const SECONDS: f64 = 1.5;

/// What an honest client met.
#[derive(Default)]
struct Experience {
    /// From a question that needs a search, to its answer.
    searches: Vec<Duration>,
    /// From a question about what is stored, to its answer.
    stored: Vec<Duration>,
    /// From a question about health, to its answer.
    health: Vec<Duration>,
    /// Questions without a good answer.
    failed: Vec<String>,
}

#[test]
fn an_honest_client_is_served_whatever_others_do() {
    let setting = std::env::var("SOLVEIG_ATTACK_SECONDS").ok();
    let seconds = setting
        .as_ref()
        .map_or(SECONDS, |text| text.parse().unwrap());
    // Both ends of all connections are in this process.
    let connections = if setting.is_some() { 1024 } else { 128 };
    let settings = Settings {
        memory: 32 << 20,
        searchers: Limits::default().begun(),
        ..Settings::default()
    };
    let searched = open_game("connect-four:7x6", &settings).unwrap();
    let stored = match std::env::var_os("SOLVEIG_ARTIFACT") {
        Some(path) => open_artifact(path, &settings).unwrap(),
        None => open_game("connect-four:6x5", &settings).unwrap(),
    };
    let limits = Limits::default().with_connections(connections);
    let mut table = String::from(
        "| others | searches answered, refused | ms to the answer: median, 99 %, most | stored | health |\n\
         |---|---|---|---|---|\n",
    );
    let mut random = Random::new(1);
    let mut slowest = Vec::new();
    for attack in Attack::ALL {
        let server = Running::opening(limits.clone(), Access::default());
        server.server.open(vec![searched.clone(), stored.clone()]);
        let experience = under(
            attack,
            &server,
            &*searched,
            &mut random,
            (seconds, connections),
        );
        let _ = writeln!(
            table,
            "| {} | {}, {} | {} | {} | {} |",
            attack.name(),
            experience.searches.len(),
            experience.failed.len(),
            figures(&experience.searches),
            figures(&experience.stored),
            figures(&experience.health),
        );
        assert_eq!(experience.failed, [""; 0], "{attack:?}\n{table}");
        assert_eq!(server.metric("solveig_panics_total"), 0);
        slowest.push((
            attack,
            median(&experience.searches),
            median(&experience.stored),
            experience,
        ));
    }
    println!(
        "load {}\n{table}",
        fs::read_to_string("/proc/loadavg")
            .unwrap_or_default()
            .trim()
    );
    // Generous: other tests run at the same time, on as few as two processors. A server without
    // slices takes five to ten seconds here, or refuses.
    for (attack, search, stored, experience) in slowest {
        let longest = |times: &[Duration]| times.iter().max().copied().unwrap();
        assert!(search < Duration::from_secs(1), "{attack:?}: {search:?}");
        assert!(
            longest(&experience.searches) < Duration::from_secs(4),
            "{attack:?}"
        );
        assert!(
            stored < Duration::from_millis(200),
            "{attack:?}: {stored:?}"
        );
        assert!(
            longest(&experience.health) < Duration::from_secs(2),
            "{attack:?}"
        );
    }
}

/// Asks one question after another while others attack.
fn under(
    attack: Attack,
    server: &Running,
    searched: &dyn Engine,
    random: &mut Random,
    (seconds, connections): (f64, usize),
) -> Experience {
    let ends = Arc::new(AtomicBool::new(false));
    let (addresses, each) = attack.size(connections);
    let (to, mut experience) = (server.address, Experience::default());
    thread::scope(|scope| {
        let _ends = EndOnDrop(&ends);
        for address in 0..addresses {
            let ends = &ends;
            scope.spawn(move || attack.run(to, address, each, ends));
        }
        // Until they have begun.
        thread::sleep(Duration::from_secs_f64(seconds.min(3.0) / 3.0));
        let (mut lines, began) = (HashSet::new(), Instant::now());
        while began.elapsed().as_secs_f64() < seconds {
            let moves = loop {
                let moves = late_play(searched, random);
                if lines.insert(moves.clone()) {
                    break moves;
                }
            };
            let path = format!("/v1/games/connect-four-7x6/position?moves={moves}");
            experience
                .failed
                .extend(time(server, &path, &mut experience.searches));
            for moves in ["", "3", "331"] {
                let path =
                    format!("/v1/games/connect-four-6x5/position?moves={moves}&search=never");
                experience
                    .failed
                    .extend(time(server, &path, &mut experience.stored));
            }
            experience
                .failed
                .extend(time(server, "/v1/health", &mut experience.health));
            thread::sleep(Duration::from_millis(5));
        }
    });
    experience
}

/// Ends the attack, even if the honest client panics.
struct EndOnDrop<'a>(&'a AtomicBool);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// How long an answer takes over a connection of its own; what is wrong with it, if it is no good.
fn time(server: &Running, path: &str, times: &mut Vec<Duration>) -> Option<String> {
    let began = Instant::now();
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    let answer = server.send(request.as_bytes());
    times.push(began.elapsed());
    match answer {
        Ok(answer) if answer.status == 200 && !answer.text().contains("\"interrupted\":true") => {
            None
        }
        Ok(answer) => Some(format!("{path}: {} {}", answer.status, answer.text())),
        Err(error) => Some(format!("{path}: {error}")),
    }
}

/// The moves of a drawn play that is not over, late enough to be searched in some milliseconds.
fn late_play(game: &dyn Engine, random: &mut Random) -> String {
    'play: loop {
        let mut line = Line::default();
        for _ in 0..30 {
            let state = game.state(&line).unwrap();
            if state.over.is_some() {
                continue 'play;
            }
            line.moves.push_str(&random.pick(&state.legal).name);
        }
        if game.state(&line).unwrap().over.is_none() {
            return line.moves;
        }
    }
}

fn median(times: &[Duration]) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    times[times.len() / 2]
}

/// Median, 99 % and most, in milliseconds.
fn figures(times: &[Duration]) -> String {
    let mut times = times.to_vec();
    times.sort_unstable();
    let at = |part: f64| times[((times.len() - 1) as f64 * part).round() as usize];
    let figures = [0.5, 0.99, 1.0].map(|part| format!("{:.1}", at(part).as_secs_f64() * 1e3));
    figures.join(", ")
}
