//! Answers that are compressed on their way.

use std::io::{Read, Write};

use flate2::read::GzDecoder;

use crate::client::{Running, post_with};

const GAME: &str = "/v1/games/mnk-3x3-k-3";

#[test]
fn large_answers_are_compressed_for_those_who_can_read_them() {
    let server = Running::of(&["mnk:3x3?k=3"]);
    let start = format!("{GAME}/start");
    let plain = server.get(&start);
    assert!(plain.body.len() > 1024);
    assert_eq!(plain.header("content-encoding"), None);
    let takes = |line: &str| server.get_with(&start, &[&format!("accept-encoding: {line}")]);
    for line in ["gzip", "br, GZIP;q=0.5", "*", "identity;q=0, *;q=0.1"] {
        let packed = takes(line);
        assert_eq!(packed.header("content-encoding"), Some("gzip"), "{line}");
        assert!(
            packed.body.len() < plain.body.len() / 2,
            "{}",
            packed.body.len()
        );
        assert_eq!(packed.body[..2], [0x1f, 0x8b]);
        assert_eq!(packed.header("vary"), Some("accept-encoding"));
        // One weak tag for both encodings.
        assert_eq!(packed.header("etag"), plain.header("etag"));
    }
    for line in [
        "",
        "br",
        "gzip;q=0",
        "identity;q=0",
        "*;q=0",
        "gzip;q=x",
        ";,;q=",
        "é",
    ] {
        let answer = takes(line);
        assert_eq!((answer.status, &answer.body), (200, &plain.body), "{line}");
        assert_eq!(answer.header("content-encoding"), None, "{line}");
        assert_eq!(answer.header("vary"), Some("accept-encoding"));
    }
    let small = server.get_with("/v1/health", &["accept-encoding: gzip"]);
    assert_eq!(small.header("content-encoding"), None);
    small.json();
    // HEAD has the headers of GET and no body.
    let head = format!(
        "HEAD {start} HTTP/1.1\r\nhost: x\r\naccept-encoding: gzip\r\nconnection: close\r\n\r\n"
    );
    let mut stream = server.connect();
    stream.write_all(head.as_bytes()).unwrap();
    let mut answered = String::new();
    stream.read_to_string(&mut answered).unwrap();
    assert!(answered.starts_with("HTTP/1.1 200 "), "{answered}");
    assert!(
        answered.contains("content-encoding: gzip\r\n"),
        "{answered}"
    );
    assert!(answered.ends_with("\r\n\r\n"), "{answered}");
    let tag = plain.header("etag").unwrap();
    let headers = [&*format!("if-none-match: {tag}"), "accept-encoding: gzip"];
    let answer = server.get_with(&start, &headers);
    assert_eq!((answer.status, answer.body.len()), (304, 0));
}

#[test]
fn compressed_batches_are_whole() {
    let server = Running::of(&["mnk:3x3?k=3"]);
    let path = format!("{GAME}/positions");
    let squares = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3", "z9"];
    for count in [0, 1, 16, 17, 1000] {
        let items = (0..count).map(|at| {
            let moves = format!("{} {}", squares[at % 10], squares[at / 10 % 10]);
            format!("{{\"moves\":\"{moves}\"}}")
        });
        let items: Vec<_> = items.collect();
        let body = format!(
            "{{\"search\":\"never\",\"positions\":[{}]}}",
            items.join(",")
        );
        let plain = server.post(&path, &body);
        let questions = plain.json()["positions"].as_array().unwrap().len();
        assert_eq!(questions, count);
        let request = post_with(&path, &["accept-encoding: gzip"], &body);
        let packed = server.send(request.as_bytes()).unwrap();
        assert_eq!(packed.status, 200);
        assert_eq!(packed.header("content-encoding"), Some("gzip"), "{count}");
        let mut unpacked = Vec::new();
        let mut packed = GzDecoder::new(&*packed.body);
        packed.read_to_end(&mut unpacked).unwrap();
        assert!(unpacked == plain.body, "{count} positions differ");
    }
}
