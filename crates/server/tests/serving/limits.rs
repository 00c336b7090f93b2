//! What a request may cost.

use std::io::{BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use solveig_server::{Access, Limits};

use crate::client::{Answer, Running, post};
use crate::stalling::Stalling;

/// A limit that no test lives to see.
const FOR_EVER: Duration = Duration::from_secs(1 << 20);

const POSITION: &str = "/v1/games/stalling-1x1/position";

fn serving(limits: Limits) -> (Arc<Stalling>, Running) {
    let engine = Stalling::new(Duration::MAX);
    let running = Running::new(vec![engine.clone()], limits);
    (engine, running)
}

fn quick() -> Limits {
    Limits {
        searches: 1,
        waiting: 1,
        wait: Duration::from_millis(150),
        search_time: Duration::from_millis(300),
        header_time: Duration::from_millis(400),
        body_time: Duration::from_millis(300),
        grace: Duration::from_secs(5),
        ..Limits::default()
    }
}

#[test]
fn a_search_ends_with_its_time_and_says_so() {
    let (engine, server) = serving(quick());
    let answer = server.get(POSITION);
    let times = engine.times.lock().unwrap().clone();
    assert!(times.iter().all(|time| *time <= quick().search_time));
    let position = answer.json();
    assert_eq!(position["interrupted"], true);
    assert_eq!(position["status"], "unknown");
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(engine.ended.load(Ordering::SeqCst), 1);
    // What was interrupted is not kept.
    server.get(POSITION).json();
    assert_eq!(engine.begun.load(Ordering::SeqCst), 2);
    assert_eq!(server.metric("solveig_searches_interrupted_total"), 2);
}

#[test]
fn no_search_is_never_interrupted_and_is_kept() {
    let (engine, server) = serving(quick());
    for _ in 0..2 {
        let position = server.get(&format!("{POSITION}?search=never")).json();
        assert_eq!(position["interrupted"], false);
    }
    assert_eq!(engine.begun.load(Ordering::SeqCst), 0);
    assert_eq!(server.metric("solveig_cache_hits_total"), 1);
    assert_eq!(server.metric("solveig_cache_entries"), 1);
}

#[test]
fn searches_beyond_the_limit_are_refused_and_the_rest_is_served() {
    let limits = Limits {
        search_time: FOR_EVER,
        ..quick()
    };
    let (engine, server) = serving(limits);
    let mut first = server.connect();
    first.write_all(get(POSITION).as_bytes()).unwrap();
    engine.wait_for_searches(1);
    drop(first);
    // The asker has gone: its search ends before its time.
    engine.wait_for_an_end();

    let mut holder = server.connect();
    holder.write_all(get(POSITION).as_bytes()).unwrap();
    engine.wait_for_searches(2);
    let answer = server.get(&format!("{POSITION}?moves=other"));
    assert_eq!(answer.header("retry-after"), Some("1"));
    assert_eq!(answer.error().0, 503);
    assert_eq!(answer.error().1, "busy");
    assert_eq!(server.metric("solveig_searches_refused_total"), 1);
    assert_eq!(server.metric("solveig_searches_running"), 1);
    server.get(&format!("{POSITION}?search=never")).json();
    server.get("/v1/health").json();
    drop(holder);
}

#[test]
fn requests_wait_for_a_search_to_end() {
    let limits = Limits {
        wait: FOR_EVER,
        search_time: Duration::from_millis(200),
        ..quick()
    };
    let (engine, server) = serving(limits);
    thread::scope(|scope| {
        let get = |moves| server.get(&format!("{POSITION}?moves={moves}")).status;
        let both = [1, 2].map(|moves| scope.spawn(move || get(moves)));
        assert_eq!(both.map(|one| one.join().unwrap()), [200, 200]);
    });
    assert_eq!(engine.ended.load(Ordering::SeqCst), 2);
}

#[test]
fn a_batch_searches_no_longer_than_one_request() {
    let (engine, server) = serving(quick());
    let positions = ["{}"; 40].join(",");
    let body = format!("{{\"positions\":[{positions}],\"search\":\"anywhere\"}}");
    let answer = server
        .post("/v1/games/stalling-1x1/positions", &body)
        .json();
    let positions = answer["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 40);
    assert!(positions.iter().all(|one| one["interrupted"] == true));
    assert_eq!(engine.begun.load(Ordering::SeqCst), 1);
}

#[test]
fn equal_positions_of_a_batch_share_what_an_interrupted_search_found() {
    let limits = Limits {
        search_time: FOR_EVER,
        ..quick()
    };
    let (engine, server) = serving(limits);
    // Without a file, a short search ends before the time of the request.
    let answer = server
        .post(
            "/v1/games/stalling-1x1/positions",
            r#"{"positions":[{},{},{}]}"#,
        )
        .json();
    let positions = answer["positions"].as_array().unwrap();
    assert!(positions.iter().all(|one| one["interrupted"] == true));
    assert!(positions.iter().all(|one| *one == positions[0]));
    assert_eq!(engine.begun.load(Ordering::SeqCst), 1);
}

#[test]
fn the_whole_request_has_a_limit() {
    let limits = Limits {
        search_time: FOR_EVER,
        request_time: Duration::from_millis(200),
        ..quick()
    };
    let (engine, server) = serving(limits);
    let (status, code, _) = server.get(POSITION).error();
    assert_eq!((status, code.as_str()), (503, "timeout"));
    engine.wait_for_an_end();
}

#[test]
fn slow_heads_slow_bodies_and_idle_connections_are_ended() {
    let (_, server) = serving(quick());
    let body = "POST /v1/games/stalling-1x1/positions HTTP/1.1\r\nhost: x\r\n\
                content-type: application/json\r\ncontent-length: 20\r\n\r\n{";
    let answer = server.send(body.as_bytes()).unwrap();
    let (status, code, _) = answer.error();
    assert_eq!((status, code.as_str()), (408, "timeout"));

    for beginning in [
        "",
        "GET /v1/heal",
        "GET /v1/health HTTP/1.1\r\nhost: x\r\n\r\n",
    ] {
        let mut stream = server.connect();
        stream.write_all(beginning.as_bytes()).unwrap();
        // Until the server closes the connection.
        let mut answered = Vec::new();
        let _ = stream.read_to_end(&mut answered);
        let whole = beginning.ends_with("\r\n\r\n");
        assert_eq!(answered.starts_with(b"HTTP/1.1 200 "), whole, "{beginning}");
    }
}

#[test]
fn connections_beyond_a_clients_share_are_closed() {
    let limits = Limits {
        header_time: FOR_EVER,
        ..quick().with_connections(8)
    };
    let (_, server) = serving(limits);
    let mut held: Vec<_> = (0..2).map(|_| server.connect()).collect();
    // Both are counted when they have been answered.
    for stream in &mut held {
        stream.write_all(get("/v1/health").as_bytes()).unwrap();
        Answer::read(&mut BufReader::new(stream)).unwrap().json();
    }
    let mut third = server.connect();
    let _ = third.write_all(get("/v1/health").as_bytes());
    let mut answered = Vec::new();
    let _ = third.read_to_end(&mut answered);
    assert!(answered.is_empty());
    drop(held.pop());
    // The server learns of the end of a connection a little later.
    let again = || {
        let mut stream = server.connect();
        stream.write_all(get("/v1/health").as_bytes()).ok()?;
        Answer::read(&mut BufReader::new(&mut stream)).ok()
    };
    while again().is_none() {}
}

#[test]
fn a_connection_beyond_the_limit_has_the_place_of_one_that_is_idle() {
    let limits = Limits {
        connections: 2,
        header_time: FOR_EVER,
        ..quick()
    };
    let (_, server) = serving(limits);
    let held = [(); 2].map(|()| {
        let mut stream = server.connect();
        stream.write_all(get("/v1/health").as_bytes()).unwrap();
        let mut stream = BufReader::new(stream);
        Answer::read(&mut stream).unwrap().json();
        // The next is idle for less time.
        thread::sleep(Duration::from_millis(2));
        stream
    });
    server.get("/v1/health").json();
    let [mut first, mut second] = held;
    assert!(Answer::read(&mut first).is_err());
    second
        .get_mut()
        .write_all(get("/v1/health").as_bytes())
        .unwrap();
    Answer::read(&mut second).unwrap().json();
    assert_eq!(server.metric("solveig_displaced_connections_total"), 1);
}

#[test]
fn connections_of_a_proxy_that_are_being_answered_are_waited_for() {
    let limits = Limits {
        connections: 1,
        search_time: FOR_EVER,
        ..quick()
    };
    let access = Access {
        trusted_proxies: 1,
        ..Access::default()
    };
    let engine = Stalling::new(Duration::MAX);
    let server = Running::opening(limits, access);
    server.server.open(vec![engine.clone()]);
    let mut held = server.connect();
    held.write_all(get(POSITION).as_bytes()).unwrap();
    engine.wait_for_searches(1);
    let let_go = AtomicBool::new(false);
    thread::scope(|scope| {
        let second = scope.spawn(|| {
            server.get("/v1/health").json();
            let_go.load(Ordering::SeqCst)
        });
        // Time for a server that does not keep it waiting.
        thread::sleep(Duration::from_millis(200));
        let_go.store(true, Ordering::SeqCst);
        engine.let_go.fetch_add(1, Ordering::SeqCst);
        assert!(second.join().unwrap());
    });
    let mut held = BufReader::new(held);
    Answer::read(&mut held).unwrap().json();
}

#[test]
fn heads_that_are_too_large_or_name_no_host_are_refused() {
    let (_, server) = serving(Limits {
        request_time: FOR_EVER,
        ..quick()
    });
    let health = "GET /v1/health HTTP/1.1\r\n";
    let refused = |lines: &str, part: &str| {
        let (status, code, message) = server.send(lines.as_bytes()).unwrap().error();
        assert_eq!((status, code.as_str()), (400, "bad_request"), "{message}");
        assert!(message.contains(part), "{message}");
    };
    for length in [33 << 10, 300 << 10, 2 << 20] {
        let long = "y".repeat(length);
        refused(
            &format!("{health}host: x\r\nx: {long}\r\n\r\n"),
            "32768 bytes",
        );
        refused(
            &format!("GET /{long} HTTP/1.1\r\nhost: x\r\n\r\n"),
            "32768 bytes",
        );
    }
    for lines in [64, 65, 5_000] {
        let lines = "x: y\r\n".repeat(lines);
        refused(&format!("{health}host: x\r\n{lines}\r\n"), "64 lines");
    }
    let max = "x: y\r\n".repeat(62);
    let good = format!("{health}host: x\r\n{max}connection: close\r\n\r\n");
    server.send(good.as_bytes()).unwrap().json();
    for path in ["/v1/health", "/", "/v1/nothing", "/metrics"] {
        let start = format!("GET {path} HTTP/1.1\r\n");
        refused(&format!("{start}\r\n"), "no header \"host\"");
        refused(
            &format!("{start}host: x\r\nHost: x\r\n\r\n"),
            "more than one header \"host\"",
        );
    }
    // Older clients need not name one.
    let old = b"GET /v1/health HTTP/1.0\r\n\r\n";
    server.send(old).unwrap().json();
}

#[test]
fn told_to_stop_a_server_ends_searches_and_answers_what_was_asked() {
    let limits = Limits {
        search_time: FOR_EVER,
        ..quick()
    };
    let (engine, mut server) = serving(limits);
    let mut stream = server.connect();
    stream.write_all(get(POSITION).as_bytes()).unwrap();
    engine.wait_for_searches(1);
    server.stop();
    let answer = Answer::read(&mut BufReader::new(stream)).unwrap();
    assert_eq!(answer.json()["interrupted"], true);
    assert!(std::net::TcpStream::connect(server.address).is_err());
}

#[test]
fn bodies_and_batches_and_lines_have_limits() {
    let limits = Limits {
        body: 4000,
        batch: 10,
        line: 100,
        ..quick()
    };
    let (_, server) = serving(limits);
    let batch = "/v1/games/stalling-1x1/positions";
    let too_large = |answer: Answer, part: &str| {
        let (status, code, message) = answer.error();
        assert_eq!((status, code.as_str()), (413, "too_large"));
        assert!(message.contains(part), "{message}");
    };
    let positions = ["{}"; 11].join(",");
    let body = format!("{{\"positions\":[{positions}]}}");
    too_large(
        server.post(batch, &body),
        "positions: 11 of them; this server answers at most 10",
    );
    too_large(
        server.post(batch, &" ".repeat(5000)),
        "more than 4000 bytes",
    );
    let chunked = format!(
        "POST {batch} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
         transfer-encoding: chunked\r\n\r\n1000\r\n{}\r\n1000\r\n{}\r\n0\r\n\r\n",
        " ".repeat(4096),
        " ".repeat(4096)
    );
    too_large(
        server.send(chunked.as_bytes()).unwrap(),
        "more than 4000 bytes",
    );
    let long = "a".repeat(101);
    too_large(
        server.get(&format!("{POSITION}?moves={long}")),
        "moves has 101 bytes",
    );
    too_large(
        server.get(&format!("{POSITION}?from={long}")),
        "from has 101 bytes",
    );
    let body = format!("{{\"positions\":[{{\"moves\":\"{long}\"}}]}}");
    let answer = server.post(batch, &body).json();
    assert_eq!(answer["positions"][0]["error"]["code"], "too_large");
    // Ten thousand moves that are announced and never sent.
    let announced = post(batch, "").replace("content-length: 0", "content-length: 99999999");
    too_large(
        server.send(announced.as_bytes()).unwrap(),
        "more than 4000 bytes",
    );
}

fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n")
}
