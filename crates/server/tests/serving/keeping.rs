//! Answers that are kept: by the server for equal positions, and by whoever asked.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use solveig_engine::{Engine, Line, Settings, open_artifact};
use solveig_game::random::Random;
use solveig_game::{Game, GameExt, Notation, Symmetric, Symmetry};
use solveig_games::{AnyGame, GameTable};
use solveig_server::Limits;

use crate::client::{Running, game};
use crate::evidence;
use crate::stalling::{Stalling, wait_until};

const GAME: &str = "/v1/games/mnk-3x3-k-3";

/// All counters of work: none of them rises unless something is looked up or searched.
const WORK: [&str; 7] = [
    "solveig_cache_hits_total",
    "solveig_cache_misses_total",
    "solveig_searches_total",
    "solveig_searches_shared_total",
    "solveig_positions_total{status=\"exact\",source=\"searched\"}",
    "solveig_positions_total{status=\"exact\",source=\"certified\"}",
    "solveig_positions_total{status=\"unknown\",source=\"none\"}",
];

/// Longer than any search here takes, unless a fault keeps it from its end.
const PATIENCE: Duration = Duration::from_secs(120);

fn serving(engines: Vec<Arc<dyn Engine>>, cache: u64) -> Running {
    let limits = Limits {
        cache,
        search_time: PATIENCE,
        request_time: PATIENCE,
        ..Limits::default()
    };
    Running::new(engines, limits)
}

/// Boards symmetric to the end of a random play, and the play itself with its moves in other
/// orders.
fn equal_lines(game: &AnyGame, random: &mut Random) -> Vec<Line> {
    let (mut line, mut position) = (Line::default(), game.start());
    let mut played = Vec::new();
    for _ in 0..random.index(game.max_level().min(6) as usize + 1) {
        let moves = game.moves(&position);
        if moves.is_empty() {
            break;
        }
        let one = *random.pick(&moves);
        line = line.then(&game.format_move(one));
        played.push(one);
        position = game.play_unchecked(&position, one);
    }
    let first = played.len() % 2 == 0;
    let mut lines = vec![line];
    for symmetry in (0..game.symmetries()).map(Symmetry) {
        let image = game.transform(&position, symmetry);
        lines.extend(game.format_board(&image, first).map(Line::at));
    }
    // The first move and the third exchanged, where that leads to a position at all.
    if played.len() > 2 {
        played.swap(0, 2);
        let names = played.iter().map(|one| game.format_move(*one));
        let line = Line::of(&names.collect::<Vec<_>>().join(" "));
        if game.parse_position(&line.moves).is_ok() {
            lines.push(line);
        }
    }
    lines
}

fn path(name: &str, kind: &str, line: &Line, search: &str) -> String {
    let text = |text: &str| text.replace(' ', "%20").replace('/', "%2F");
    let (from, moves) = (text(&line.from), text(&line.moves));
    format!("/v1/games/{name}/{kind}?from={from}&moves={moves}&search={search}&canonical=true")
}

#[test]
fn kept_answers_are_those_that_are_found_anew() {
    let folder = tempfile::tempdir().unwrap();
    let specs = [
        "mnk:3x3?k=3",
        "connect-four:4x4?utility=score",
        "othello:4x4",
        "hex:3x3",
        "go:2x2",
        "go:2x2?superko=positional",
        "random-tree:3x4?seed=8",
    ];
    let (artifact, _, _) = evidence::files(folder.path());
    let engines = || {
        let stored = open_artifact(&artifact, &Settings::default()).unwrap();
        let mut engines: Vec<_> = specs.iter().map(|spec| game(spec)).collect();
        engines.push(stored);
        engines
    };
    let keeping = serving(engines(), 64 << 20);
    let anew = serving(engines(), 0);
    let table = GameTable::built_in();
    let mut random = Random::new(3);
    let names: Vec<String> = keeping.server.names().map(str::to_owned).collect();
    for (at, name) in names.iter().enumerate() {
        let spec = specs.get(at).unwrap_or(&specs[0]);
        let game = table.parse(spec).unwrap();
        for _ in 0..4 {
            let search = *random.pick(&["above-cut", "anywhere", "never"]);
            for line in equal_lines(&game, &mut random) {
                for kind in ["position", "line", "proof"] {
                    let path = path(name, kind, &line, search);
                    let (kept, fresh) = (keeping.get(&path), anew.get(&path));
                    assert_eq!(kept.status, fresh.status, "{path}");
                    assert_eq!(kept.text(), fresh.text(), "{path}");
                    assert_eq!(kept.header("etag"), fresh.header("etag"), "{path}");
                }
            }
        }
    }
    assert!(keeping.metric("solveig_cache_hits_total") > 100);
    assert_eq!(anew.metric("solveig_cache_hits_total"), 0);
    let [with, without] = [&keeping, &anew].map(|server| server.metric("solveig_searches_total"));
    assert!(
        2 * with < without,
        "{with} searches, {without} without a cache"
    );
}

#[test]
fn games_that_remember_their_play_share_no_answers() {
    let server = serving(vec![game("go:2x2")], 64 << 20);
    let get = |moves: &str| server.get(&format!("/v1/games/go-2x2/position?moves={moves}"));
    // The same board and side to move, by plays that forbid different repetitions.
    let [one, other] = ["a1a2b2pass", "b2a2a1pass"].map(|moves| get(moves).json());
    assert_eq!(one["cells"], other["cells"]);
    assert_eq!(server.metric("solveig_searches_total"), 2);
    assert_eq!(server.metric("solveig_cache_hits_total"), 0);
    get("a1%20a2%20b2%20pass").json();
    assert_eq!(server.metric("solveig_searches_total"), 2);
}

#[test]
fn questions_about_equal_positions_share_a_search() {
    let engine = Stalling::new(Duration::MAX);
    let server = serving(vec![engine.clone()], 64 << 20);
    let get = |moves: &str| {
        let answer = server.get(&format!("/v1/games/stalling-1x1/position?moves={moves}"));
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.text()
    };
    thread::scope(|scope| {
        let first = scope.spawn(|| get("abc"));
        engine.wait_for_searches(1);
        let others = ["acb", "cab", "abc"].map(|moves| scope.spawn(move || get(moves)));
        // The third may find the answer written, if it comes late.
        wait_until(|| server.metric("solveig_requests_in_flight") >= 5);
        engine.let_go.store(usize::MAX, Ordering::SeqCst);
        let others = others.map(|one| one.join().unwrap());
        assert_eq!(others[2], first.join().unwrap());
    });
    assert_eq!(engine.begun.load(Ordering::SeqCst), 1);
    assert_eq!(server.metric("solveig_searches_total"), 1);
}

#[test]
fn a_shared_search_ends_with_the_last_who_waits_for_it() {
    use std::io::Write;
    let engine = Stalling::new(Duration::MAX);
    let server = serving(vec![engine.clone()], 64 << 20);
    let ask = |moves: &str| {
        let path = format!("/v1/games/stalling-1x1/position?moves={moves}");
        let mut stream = server.connect();
        let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        stream
    };
    let in_flight = |count: u64| {
        // One is the request that asks.
        wait_until(|| server.metric("solveig_requests_in_flight") == count + 1);
    };
    let first = ask("ab");
    engine.wait_for_searches(1);
    let second = ask("ba");
    in_flight(2);
    drop(first);
    in_flight(1);
    assert_eq!(engine.ended.load(Ordering::SeqCst), 0);
    drop(second);
    engine.wait_for_an_end();
    assert_eq!(engine.begun.load(Ordering::SeqCst), 1);
}

#[test]
fn a_position_says_how_soon_the_game_ends_where_it_may_be_searched() {
    let folder = tempfile::tempdir().unwrap();
    let (artifact, _, _) = evidence::files(folder.path());
    let stored = open_artifact(artifact, &Settings::default()).unwrap();
    let server = serving(vec![stored], 0);
    let unknown = [Value::Null, Value::Null, Value::Null];
    for (search, fields) in [
        ("short", [json!("searched"), json!(1), json!(5)]),
        ("never", unknown),
    ] {
        let path = format!("{GAME}/position?moves=a1b1&search={search}");
        let answer = server.get(&path).json();
        assert_eq!(
            ["source", "value", "plies"].map(|name| answer[name].clone()),
            fields
        );
    }
    let over = server.get(&format!("{GAME}/position?moves=a1b1a2b2a3&search=never"));
    assert_eq!(over.json()["plies"], 0);
}

#[test]
fn an_answer_that_the_asker_has_costs_no_work() {
    let folder = tempfile::tempdir().unwrap();
    let (artifact, _, _) = evidence::files(folder.path());
    let stored = open_artifact(artifact, &Settings::default()).unwrap();
    let server = serving(vec![stored, game("connect-four:4x4")], 0);
    let paths = [
        format!("{GAME}/start"),
        format!("{GAME}/position?moves=b2"),
        format!("{GAME}/line"),
        format!("{GAME}/proof"),
        format!("{GAME}/random?seed=1"),
        "/v1/games/connect-four-4x4/position?moves=1234123&canonical=true".to_owned(),
    ];
    let first: Vec<_> = paths.iter().map(|path| server.get(path)).collect();
    let work = || WORK.map(|name| server.metric(name));
    let before = work();
    for (path, first) in paths.iter().zip(first) {
        let tag = first.header("etag").unwrap();
        assert!(tag.starts_with("W/\""), "{tag}");
        let again = server.get_with(path, &[&format!("if-none-match: \"x\", {tag}")]);
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
        for name in ["etag", "cache-control", "vary"] {
            assert_eq!(again.header(name), first.header(name), "{path} {name}");
        }
    }
    assert_eq!(work(), before);
    // Other tags, and other questions with this tag, are answered.
    let tag = server.get(&paths[0]).header("etag").unwrap().to_owned();
    for nonsense in [
        "\"",
        "W/",
        "\"\"",
        "W/\"d\"",
        "é",
        ",,,",
        "W/\"dffff\"",
        &"x".repeat(9000),
    ] {
        let answer = server.get_with(&paths[0], &[&format!("if-none-match: {nonsense}")]);
        assert_eq!(answer.status, 200, "{nonsense}");
    }
    for path in &paths[1..] {
        let answer = server.get_with(path, &[&format!("if-none-match: {tag}")]);
        assert_eq!(answer.status, 200, "{path}");
    }
    // With a star there must be an answer.
    let star = |path: &str| server.get_with(path, &["if-none-match: *"]).status;
    assert_eq!(star(&paths[1]), 304);
    assert_eq!(star(&format!("{GAME}/position?moves=z9")), 400);
}

#[test]
fn tags_depend_on_the_artifact_and_its_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let (artifact, certificate, _) = evidence::files(folder.path());
    let tag = |engine: Arc<dyn Engine>| {
        let server = serving(vec![engine], 0);
        let start = server.get(&format!("{GAME}/start?search=never"));
        // Without the letter of its lifetime.
        let tag = start.header("etag").unwrap().strip_prefix("W/\"");
        tag.unwrap()[1..].to_owned()
    };
    let open = || open_artifact(&artifact, &Settings::default()).unwrap();
    let evidence = solveig_engine::Evidence {
        certificate: Some(&certificate),
        confirmed: None,
    };
    let with = solveig_engine::open_artifact_with(&artifact, &evidence, &Settings::default());
    let tags = [tag(open()), tag(with.unwrap()), tag(game("mnk:3x3?k=3"))];
    assert_eq!(tag(open()), tags[0]);
    assert!(
        tags[0] != tags[1] && tags[0] != tags[2] && tags[1] != tags[2],
        "{tags:?}"
    );
    fs::remove_file(&artifact).unwrap();
}

#[test]
fn how_long_an_answer_may_be_kept_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let (artifact, _, [digest, _]) = evidence::files(folder.path());
    let stored = open_artifact(artifact, &Settings::default()).unwrap();
    let stalling = Stalling::new(Duration::MAX);
    let limits = Limits {
        search_time: Duration::from_millis(50),
        ..Limits::default()
    };
    let server = Running::new(vec![stored, stalling], limits);
    let caching = |path: &str| {
        let answer = server.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        assert_eq!(
            answer.header("etag").is_some(),
            answer.header("cache-control") != Some("no-store")
        );
        answer.header("cache-control").unwrap().to_owned()
    };
    let position = format!("{GAME}/position");
    assert_eq!(caching(&position), "public, max-age=60, s-maxage=86400");
    assert_eq!(
        caching(&format!("{position}?moves=b2&search=above-cut")),
        "public, max-age=60"
    );
    let pinned = format!("artifact={digest}");
    for path in [
        format!("{position}?moves=b2&{pinned}"),
        format!("{GAME}/start?{pinned}"),
        format!("{GAME}/line?{pinned}"),
        format!("{GAME}/proof?{pinned}"),
        format!("{GAME}/random?seed=1&{pinned}"),
    ] {
        assert_eq!(
            caching(&path),
            "public, max-age=31536000, immutable",
            "{path}"
        );
        let tag = server.get(&path).header("etag").unwrap().to_owned();
        let again = server.get_with(&path, &[&format!("if-none-match: {tag}")]);
        assert_eq!(again.status, 304);
        assert!(again.header("cache-control").unwrap().contains("immutable"));
    }
    // An address keeps its own lifetime, whatever tag the asker has.
    let header = |path: &str, tag: &str, name: &str| {
        let answer = server.get_with(path, &[&format!("if-none-match: {tag}")]);
        (answer.status, answer.header(name).unwrap().to_owned())
    };
    let (named, unnamed) = (format!("{position}?{pinned}"), position.clone());
    let [of_named, of_unnamed] =
        [&named, &unnamed].map(|path| server.get(path).header("etag").unwrap().to_owned());
    let (status, kept) = header(&named, &of_unnamed, "cache-control");
    assert!(
        status == 304 && kept.contains("immutable"),
        "{status} {kept}"
    );
    let (status, kept) = header(&unnamed, &of_named, "cache-control");
    assert!(
        status == 200 && !kept.contains("immutable"),
        "{status} {kept}"
    );
    for letter in ["y", "m", "r"] {
        let forged = of_unnamed.replacen("W/\"d", &format!("W/\"{letter}"), 1);
        assert_eq!(header(&unnamed, &forged, "etag"), (200, of_unnamed.clone()));
    }
    for path in ["/v1/nowhere", &format!("{position}?moves=z9")] {
        assert_eq!(server.get(path).header("cache-control"), Some("no-store"));
    }
    assert_eq!(caching(&format!("{GAME}/random?{pinned}")), "no-store");
    assert_eq!(caching("/v1/games/stalling-1x1/position"), "no-store");
    assert_eq!(caching("/v1/health"), "no-store");
    assert_eq!(caching("/v1/games"), "public, max-age=60");
    for (game, digest, code) in [
        ("mnk-3x3-k-3", "00", "other_artifact"),
        ("stalling-1x1", "00", "no_artifact"),
    ] {
        for kind in ["position", "start", "line", "proof"] {
            let path = format!("/v1/games/{game}/{kind}?artifact={digest}");
            let (status, found, _) = server.get(&path).error();
            assert_eq!((status, found.as_str()), (404, code), "{path}");
        }
    }
}
