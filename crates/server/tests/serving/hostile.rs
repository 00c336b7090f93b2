//! Requests that no honest client sends.

use solveig_game::random::Random;
use std::io::{BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use solveig_engine::{Settings, open_artifact, open_game};
use solveig_server::{Access, Limits, resident_memory};

use crate::client::{Answer, Running, post};

/// Games that take part, all small enough to be searched within a request's time, but the last.
const GAMES: [&str; 6] = [
    "mnk:3x3?k=3",
    "connect-four:4x4",
    "othello:4x4",
    "hex:3x3",
    "go:2x2",
    "othello:8x8",
];

/// How much memory a server may hold on to when it is over, tables of its searches included.
const GROWTH: u64 = 200 << 20;

/// How many are sent unless `cargo xtask test-hostile FILE.sol` asks for more, with that artifact
/// among the games.
const REQUESTS: usize = 400;

#[test]
fn hundreds_of_hostile_requests_leave_it_serving() {
    let setting = std::env::var("SOLVEIG_HOSTILE_REQUESTS").ok();
    let requests = setting.map_or(REQUESTS, |count| count.parse().unwrap());
    static PANICS: AtomicUsize = AtomicUsize::new(0);
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        PANICS.fetch_add(1, Ordering::SeqCst);
        before(panic);
    }));
    let settings = Settings {
        memory: 16 << 20,
        searchers: 2,
        ..Settings::default()
    };
    let mut engines: Vec<_> = GAMES
        .iter()
        .map(|spec| open_game(spec, &settings).unwrap())
        .collect();
    let artifact = std::env::var_os("SOLVEIG_ARTIFACT");
    engines.extend(artifact.map(|path| open_artifact(path, &settings).unwrap()));
    let limits = Limits {
        search_time: Duration::from_millis(100),
        wait: Duration::from_millis(200),
        request_time: Duration::from_secs(5),
        header_time: Duration::from_millis(800),
        body_time: Duration::from_millis(500),
        write_time: Duration::from_secs(1),
        connections: 64,
        cache: 4 << 20,
        ..Limits::default()
    };
    let access = Access {
        origins: vec!["https://a.example".parse().unwrap()],
        trusted_proxies: 1,
    };
    let server = Running::opening(limits, access);
    server.server.open(engines);
    let question = "/v1/games/mnk-3x3-k-3/position?moves=a1b1&search=anywhere";
    let answer = server.get(question).json();
    let games = server.get("/v1/games").json();
    let games = games["games"].as_array().unwrap().iter();
    let names: Vec<&str> = games.map(|game| game["game"].as_str().unwrap()).collect();
    let memory = resident_memory().unwrap_or(0);
    let next = AtomicUsize::new(0);
    let answered = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= requests {
                        break;
                    }
                    let mut random = Random::new(number as u64);
                    answered.fetch_add(one_attack(&server, &names, &mut random), Ordering::Relaxed);
                }
            });
        }
    });
    // It serves, and says what it said.
    server.get("/v1/health").json();
    assert_eq!(server.get(question).json(), answer);
    assert_eq!(server.metric("solveig_panics_total"), 0);
    assert_eq!(PANICS.load(Ordering::SeqCst), 0);
    // Connections and searches end with those who asked.
    while server.metric("solveig_connections") > 1 || server.metric("solveig_searches_running") > 0
    {
        thread::sleep(Duration::from_millis(20));
    }
    let now = resident_memory().unwrap_or(0);
    let grown = now.saturating_sub(memory);
    assert!(grown < GROWTH, "{grown} bytes more than before");
    println!(
        "{requests} requests, {} answers; memory {} MiB before, {} MiB after",
        answered.load(Ordering::Relaxed),
        memory >> 20,
        now >> 20
    );
}

/// Attacks once; returns how many answers came.
fn one_attack(server: &Running, names: &[&str], random: &mut Random) -> usize {
    let mut stream = server.connect();
    // A server that has seen enough closes the connection, so writing may fail.
    match random.index(24) {
        0 => drop(stream),
        1 => {
            let bytes: Vec<u8> = (0..random.index(2000))
                .map(|_| random.word() as u8)
                .collect();
            let _ = stream.write_all(&bytes);
            return answers(stream);
        }
        2 | 3 => {
            let request = honest(names, random);
            let _ = stream.write_all(&request[..random.index(request.len())]);
            let _ = stream.shutdown(Shutdown::Write);
            return answers(stream);
        }
        4..=7 => {
            let mut request = honest(names, random);
            for _ in 0..=random.index(8) {
                let at = random.index(request.len());
                match random.index(3) {
                    0 => request[at] = random.word() as u8,
                    1 => drop(request.remove(at)),
                    _ => request.insert(at, random.word() as u8),
                }
            }
            let _ = stream.write_all(&request);
            let _ = stream.shutdown(Shutdown::Write);
            return answers(stream);
        }
        8 => {
            // Slowly, until the server has enough of it.
            for byte in honest(names, random).iter().take(40) {
                if stream.write_all(&[*byte]).is_err() {
                    break;
                }
                thread::sleep(Duration::from_millis(25));
            }
            return answers(stream);
        }
        9 => {
            // Many at once, and no answer is read.
            for _ in 0..40 {
                if stream.write_all(&honest(names, random)).is_err() {
                    break;
                }
            }
        }
        _ => {
            let request = crafted(names, random);
            let _ = stream.write_all(&request);
            let _ = stream.shutdown(Shutdown::Write);
            return answers(stream);
        }
    }
    0
}

/// Reads all answers, and checks that each is one that a server in order gives.
fn answers(stream: TcpStream) -> usize {
    let mut stream = BufReader::new(stream);
    let mut count = 0;
    while let Ok(answer) = Answer::read(&mut stream) {
        count += 1;
        let server_failed = answer.status >= 500 && answer.status != 503;
        assert!(!server_failed, "{}: {}", answer.status, answer.text());
        if answer.status >= 400 && !answer.body.is_empty() {
            let (_, code, message) = answer.error();
            assert!(!code.is_empty() && !message.is_empty());
        }
    }
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);
    count
}

/// A request that is in order.
fn honest(names: &[&str], random: &mut Random) -> Vec<u8> {
    let game = *random.pick(names);
    let what = *random.pick(&["position", "line", "proof", "start", "random", "levels"]);
    let moves = *random.pick(&["", "a1b1", "44", "c1", "1 2 3 4", "A1B2", "d3c5f6"]);
    match random.index(4) {
        0 => {
            let body = format!("{{\"positions\":[{{\"moves\":\"{moves}\"}},{{}}]}}");
            post(&format!("/v1/games/{game}/positions"), &body).into()
        }
        1 => {
            let body = format!("{{\"moves\":\"{moves}\"}}");
            post(&format!("/v1/games/{game}/review"), &body).into()
        }
        _ => {
            let query = match what {
                "position" | "line" | "proof" => format!("?moves={}", moves.replace(' ', "%20")),
                _ => String::new(),
            };
            get(&format!("/v1/games/{game}/{what}{query}"))
        }
    }
}

/// A request that is made to find a weakness.
fn crafted(names: &[&str], random: &mut Random) -> Vec<u8> {
    let game = *random.pick(names);
    let batch = format!("/v1/games/{game}/positions");
    let review = format!("/v1/games/{game}/review");
    let position = format!("/v1/games/{game}/position");
    let size = 1 << random.index(17);
    let head = "host: x\r\nconnection: close\r\ncontent-type: application/json\r\n";
    match random.index(30) {
        0 => get(&format!("/{}", "a".repeat(size))),
        1 => get(&format!("{position}?moves={}", "a1".repeat(size))),
        2 => get(&format!("{position}?from={}", "X".repeat(size))),
        3 => get(&format!("{position}?moves=%00%ff%fe{}", "%C3%28".repeat(size % 500))),
        4 => get(&format!("{position}?search=never&search=never&search=anywhere")),
        5 => get(&format!("/v1/games/..%2f..%2f..%2fetc%2fpasswd/{game}")),
        6 => get("/../../../../etc/passwd"),
        7 => get(&format!("/v1/games/{game}/random?seed={}", "9".repeat(size % 300))),
        8 => post(&batch, &"[".repeat(size)).into(),
        9 => post(&batch, &format!("{{\"positions\":{}", "[{".repeat(size % 5000))).into(),
        10 => post(&batch, &format!("{{\"positions\":[{}{{}}]}}", "{},".repeat(size % 3000))).into(),
        11 => post(&review, &format!("{{\"moves\":\"{}\"}}", "a1 ".repeat(size))).into(),
        12 => post(&review, "{\"moves\":\"\\ud800\",\"search\":\"everywhere\"}").into(),
        13 => post(&review, &format!("{{\"moves\":1e{}}}", "9".repeat(size % 100))).into(),
        14 => format!("POST {batch} HTTP/1.1\r\n{head}content-length: 18446744073709551616\r\n\r\n{{}}").into(),
        15 => format!("POST {batch} HTTP/1.1\r\n{head}content-length: 10\r\ncontent-length: 20\r\n\r\n{{}}").into(),
        16 => format!("POST {batch} HTTP/1.1\r\n{head}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n").into(),
        17 => format!("POST {batch} HTTP/1.1\r\n{head}transfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n{}", "a".repeat(size)).into(),
        18 => format!("POST {batch} HTTP/1.1\r\n{head}transfer-encoding: chunked\r\n\r\n{}", "1;a=b\r\n[\r\n".repeat(size % 9000)).into(),
        19 => format!("POST {batch} HTTP/1.1\r\n{head}expect: 100-continue\r\ncontent-length: 2\r\n\r\n{{}}").into(),
        20 => format!("GET / HTTP/1.1\r\nhost: x\r\nx: {}\r\n\r\n", "y".repeat(size)).into(),
        21 => format!("GET / HTTP/1.1\r\nhost: x\r\n{}\r\n", "x: y\r\n".repeat(size % 2000)).into(),
        22 => {
            let method = *random.pick(&["PUT", "DELETE", "TRACE", "OPTIONS", "PATCH", "CONNECT", "FOO", "HEAD"]);
            format!("{method} {position} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").into()
        }
        23 => b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0".to_vec(),
        24..=27 => {
            // Headers that the server reads, with nonsense in them.
            let named = *random.pick(&["if-none-match", "accept-encoding", "origin", "x-forwarded-for"]);
            let bits = [&b"W/\""[..], b"\"", b",", b"*", b";q=", b"gzip", b"null", b"[::1", b"0.0.0.0:", b"\xff\xc3", b"-1e999"];
            let value: Vec<u8> = (0..random.index(40)).flat_map(|_| random.pick(&bits).to_vec()).collect();
            let method = *random.pick(&["GET", "HEAD", "OPTIONS"]);
            let start = format!("{method} {position}?artifact=%00&canonical=true HTTP/1.1\r\n{head}{named}: ");
            [start.as_bytes(), &value, b"\r\n\r\n"].concat()
        }
        28 => get(&format!("{position}?search=anywhere&moves={}", random.index(9))),
        _ => {
            // Bytes that are no UTF-8, in a body and in a header.
            let bytes: Vec<u8> = (0..64).map(|_| random.word() as u8 | 0x80).collect();
            let start = format!("POST {batch} HTTP/1.1\r\n{head}content-length: 64\r\nx-request-id: ");
            [start.as_bytes(), &bytes, b"\r\n\r\n", &bytes].concat()
        }
    }
}

fn get(path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").into()
}
