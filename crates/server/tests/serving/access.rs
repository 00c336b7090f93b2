//! Who may ask, from where, and whose turn it is.

use std::io::{BufReader, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use solveig_server::{Access, Limits};

use crate::client::{Answer, Running, game};
use crate::stalling::Stalling;

const GAME: &str = "/v1/games/mnk-3x3-k-3";

fn serving(origins: &[&str]) -> Running {
    let access = Access {
        origins: origins.iter().map(|one| one.parse().unwrap()).collect(),
        trusted_proxies: 0,
    };
    let running = Running::opening(Limits::default(), access);
    running.server.open(vec![game("mnk:3x3?k=3")]);
    running
}

fn preflight(server: &Running, path: &str, origin: &str) -> Answer {
    let request = format!(
        "OPTIONS {path} HTTP/1.1\r\nhost: x\r\norigin: {origin}\r\n\
         access-control-request-method: POST\r\n\
         access-control-request-headers: content-type\r\nconnection: close\r\n\r\n"
    );
    server.send(request.as_bytes()).unwrap()
}

#[test]
fn pages_of_other_origins_read_answers_only_where_they_may() {
    let allowed = "access-control-allow-origin";
    let start = format!("{GAME}/start");
    let from = |server: &Running, origin: &str| {
        let answer = server.get_with(&start, &[&format!("origin: {origin}")]);
        assert_eq!(answer.status, 200);
        answer
    };
    let none = serving(&[]);
    assert_eq!(from(&none, "https://a.example").header(allowed), None);
    assert_eq!(preflight(&none, &start, "https://a.example").status, 405);

    let all = serving(&["*"]);
    for origin in ["https://a.example", "null", "nonsense", "\""] {
        assert_eq!(from(&all, origin).header(allowed), Some("*"));
    }
    let two = serving(&["https://a.example", "http://localhost:5173"]);
    for origin in ["https://a.example", "http://localhost:5173"] {
        let answer = from(&two, origin);
        assert_eq!(answer.header(allowed), Some(origin));
        let exposed = answer.header("access-control-expose-headers").unwrap();
        for name in ["etag", "retry-after", "x-request-id"] {
            assert!(exposed.contains(name), "{exposed}");
        }
        let answer = preflight(&two, &format!("{GAME}/positions"), origin);
        assert_eq!(answer.status, 200);
        assert_eq!(answer.header(allowed), Some(origin));
        let methods = answer.header("access-control-allow-methods").unwrap();
        assert!(methods.contains("POST"), "{methods}");
        let headers = answer.header("access-control-allow-headers").unwrap();
        for name in ["content-type", "if-none-match", "x-request-id"] {
            assert!(headers.contains(name), "{headers}");
        }
    }
    for origin in [
        "https://b.example",
        "null",
        "https://a.example.b",
        "HTTPS://a.example",
        "",
    ] {
        let answer = from(&two, origin);
        assert_eq!(answer.header(allowed), None, "{origin}");
        let varies = answer.headers.iter().filter(|(name, _)| name == "vary");
        let varies: String = varies.map(|(_, value)| format!("{value},")).collect();
        assert!(varies.to_lowercase().contains("origin"), "{varies}");
        assert_eq!(
            preflight(&two, &start, origin).header(allowed),
            None,
            "{origin}"
        );
    }
    // Errors can be read, too; what is not the API cannot.
    let missing = all.get_with("/v1/games/chess/start", &["origin: https://a.example"]);
    assert_eq!((missing.status, missing.header(allowed)), (404, Some("*")));
    for path in ["/", "/metrics", "/docs"] {
        let answer = all.get_with(path, &["origin: https://a.example"]);
        assert_eq!(
            (answer.status, answer.header(allowed)),
            (200, None),
            "{path}"
        );
    }
}

#[test]
fn pages_of_other_origins_read_that_a_request_took_too_long() {
    let limits = Limits {
        request_time: Duration::from_millis(1),
        ..Limits::default()
    };
    let access = Access {
        origins: vec!["*".parse().unwrap()],
        trusted_proxies: 0,
    };
    let server = Running::opening(limits, access);
    server.server.open(vec![Stalling::new(Duration::MAX)]);
    let path = "/v1/games/stalling-1x1/position";
    let late = server.get_with(path, &["origin: https://a.example"]);
    assert_eq!(late.error().1, "timeout");
    assert_eq!(late.header("access-control-allow-origin"), Some("*"));
}

/// Sends a question about the position after `moves` for the client at this address, and waits
/// until so many wait for a turn, but not for ever.
fn ask(server: &Running, client: &str, moves: &str, waiting: u64) -> TcpStream {
    let path = format!("/v1/games/stalling-1x1/position?moves={moves}");
    let mut stream = server.connect();
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: {client}\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let waits = || server.metric("solveig_searches_waiting");
    for _ in 0..2000 {
        if waits() == waiting {
            return stream;
        }
        thread::sleep(Duration::from_millis(2));
    }
    panic!("{} wait after {client} asked, not {waiting}", waits());
}

fn with_one_thread(trusted_proxies: usize) -> (Arc<Stalling>, Running) {
    let limits = Limits {
        searches: 1,
        waiting: 8,
        waiting_each: 4,
        wait: Duration::from_secs(1 << 20),
        search_time: Duration::from_secs(1 << 20),
        request_time: Duration::from_secs(1 << 20),
        ..Limits::default()
    };
    let access = Access {
        trusted_proxies,
        ..Access::default()
    };
    let engine = Stalling::new(Duration::MAX);
    let server = Running::opening(limits, access);
    server.server.open(vec![engine.clone()]);
    (engine, server)
}

#[test]
fn a_client_that_asks_much_does_not_keep_others_waiting() {
    let (engine, server) = with_one_thread(1);
    let mut streams = vec![ask(&server, "10.0.0.1", "a", 0)];
    engine.wait_for_searches(1);
    for (waiting, moves) in (1..).zip(["b", "c", "d", "e"]) {
        streams.push(ask(&server, "10.0.0.1", moves, waiting));
    }
    // A fifth has no place; another client has.
    let refused = ask(&server, "10.0.0.1", "f", 4);
    let refused = Answer::read(&mut BufReader::new(refused)).unwrap();
    assert_eq!(refused.error().1, "busy");
    // It begins while the first goes on, whose search would never end; so does a third client's.
    streams.push(ask(&server, "10.0.0.2", "x", 4));
    engine.wait_for_searches(2);
    streams.push(ask(&server, "10.0.0.2", "y", 5));
    streams.push(ask(&server, "9.9.9.9, 10.0.0.3", "z", 5));
    engine.wait_for_searches(3);
    assert_eq!(engine.searched.lock().unwrap().concat(), "axz");
    assert_eq!(engine.ended.load(Ordering::SeqCst), 0);
    engine.let_go.fetch_add(8, Ordering::SeqCst);
    for stream in streams {
        Answer::read(&mut BufReader::new(stream)).unwrap().json();
    }
    assert_eq!(engine.begun.load(Ordering::SeqCst), 8);
}

#[test]
fn whoever_asks_the_same_as_another_has_the_answer_in_its_own_turn() {
    let (engine, server) = with_one_thread(1);
    let _first = ask(&server, "10.0.0.1", "a", 0);
    engine.wait_for_searches(1);
    let _others =
        ["b", "c"].map(|moves| ask(&server, "10.0.0.1", moves, 1 + u64::from(moves == "c")));
    let _same = ask(&server, "10.0.0.2", "c", 1);
    engine.wait_for_searches(2);
    assert_eq!(engine.searched.lock().unwrap().concat(), "ac");
}

#[test]
fn who_is_not_believed_counts_as_the_peer() {
    let (engine, server) = with_one_thread(0);
    let _first = ask(&server, "10.0.0.1", "a", 0);
    engine.wait_for_searches(1);
    let _held: Vec<_> = (1..=4)
        .map(|one| ask(&server, &format!("10.0.0.{one}"), &one.to_string(), one))
        .collect();
    let refused = ask(&server, "10.0.0.9", "f", 4);
    let refused = Answer::read(&mut BufReader::new(refused)).unwrap();
    assert_eq!(refused.error().1, "busy");
}

#[test]
fn readiness_is_apart_from_health() {
    let server = Running::opening(Limits::default(), Access::default());
    let refused = |path: &str| {
        let answer = server.get(path);
        assert_eq!(answer.header("retry-after"), Some("1"), "{path}");
        let (status, code, message) = answer.error();
        assert_eq!((status, code.as_str()), (503, "not_ready"), "{path}");
        message
    };
    server.get("/v1/health").json();
    for path in ["/v1/ready", "/v1/games", &format!("{GAME}/start")] {
        let message = refused(path);
        assert!(message.contains("checks its files"), "{message}");
    }
    server.server.open(vec![game("mnk:3x3?k=3")]);
    assert_eq!(server.get("/v1/ready").json()["status"], "ready");
    assert_eq!(server.get("/v1/health").json()["games"], 1);

    server.server.drain();
    let message = refused("/v1/ready");
    assert!(message.contains("about to stop"), "{message}");
    server.get("/v1/health").json();
    server.get(&format!("{GAME}/start")).json();
}
