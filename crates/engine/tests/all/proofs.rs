//! Answers from proofs against exhaustive search with the whole history, and from damaged files.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use solveig_engine::{
    Effort, Engine, EngineError, KnownValue, Line, MoveReport, OpeningLimits, Report, SearchScope,
    Settings, Side, Source, Status, open_game, open_proof,
};
use solveig_format::proof::MemoryLimits;
use solveig_game::random::Random;
use solveig_game::{Game, GameExt, Key, Keyed, Notation, Value};
use solveig_games::{AnyGame, AnyPosition, GameTable, Solvable};
use solveig_region::proof::{MoveChoice, ProofBounds, Request, prove};
use solveig_search::Gate;
use solveig_search::solvers::SolverName;
use solveig_verify::none_given;
use solveig_verify::proof::ProofError;

use crate::solved::anywhere;

fn game(spec: &str) -> AnyGame {
    GameTable::built_in().parse(spec).unwrap()
}

/// Writes a proof about the position after `moves`.
pub(super) fn proven(
    spec: &str,
    position: &str,
    claims: (Option<Value>, Option<Value>),
    to: &Path,
) -> PathBuf {
    let game = game(spec);
    let factory = game.solvers();
    let resources = factory.resources(SolverName::DfPn, 1 << 22, 1).unwrap();
    let mut solver = factory.df_pn(&resources);
    let request = Request {
        position: position.to_owned(),
        claims: ProofBounds {
            at_least: claims.0,
            at_most: claims.1,
        },
        knowledge: true,
        moves: MoveChoice::Canonical,
        memory: MemoryLimits::default(),
        program: "a test".to_owned(),
    };
    let proof = prove(
        &game,
        &*factory,
        &mut *solver,
        &request,
        &none_given,
        &mut |_| true,
    )
    .unwrap();
    let file = to.join("game.proof");
    proof.write(&file).unwrap();
    file
}

pub(super) fn opened(file: &Path) -> Result<Arc<dyn Engine>, EngineError> {
    open_proof(file, &none_given, &Settings::default(), &mut |_, _| ())
}

/// Search by the definition of a game: the history is part of the position. Where that takes too
/// long, by the engine's own search.
struct Exhaustive {
    game: AnyGame,
    engine: Arc<dyn Engine>,
    memory: HashMap<(u128, BTreeSet<u128>, Value), bool>,
    /// Positions that the search may visit still.
    left: u32,
    /// Questions answered by the definition.
    defined: usize,
}

impl Exhaustive {
    fn of(spec: &str) -> Self {
        Self {
            game: game(spec),
            engine: open_game(spec, &Settings::default()).unwrap(),
            memory: HashMap::new(),
            left: 0,
            defined: 0,
        }
    }

    /// Whether the value after a line is at least `bound`.
    fn reaches(&mut self, line: &Line, bound: Value) -> bool {
        let position = self.game.parse_position(&line.moves).unwrap();
        self.left = 2_000;
        if let Some(found) = self.defined(&position, bound) {
            self.defined += 1;
            return found;
        }
        let effort = Effort::default();
        let report = self.engine.value(line, Some(bound), &effort, &mut |_| ());
        report.unwrap().known_value.at_least.is_some()
    }

    fn defined(&mut self, position: &AnyPosition, bound: Value) -> Option<bool> {
        if let Some(value) = self.game.terminal_value(position) {
            return Some(value >= bound);
        }
        let mut history = BTreeSet::new();
        if let Some(superko) = self.game.repetition_rule() {
            let _ = superko.history(position, &mut |key| {
                history.insert(key.0);
                ControlFlow::Continue(())
            });
        }
        let at = (self.game.key(position).to_u128(), history, bound);
        if let Some(memory) = self.memory.get(&at) {
            return Some(*memory);
        }
        self.left = self.left.checked_sub(1)?;
        let mut found = false;
        for one in self.game.moves(position).into_iter().rev() {
            let child = self.game.play_unchecked(position, one);
            if !self.defined(&child, 1 - bound)? {
                found = true;
                break;
            }
        }
        self.memory.insert(at, found);
        Some(found)
    }

    /// Checks what is said of the value after a line.
    fn holds(&mut self, known_value: KnownValue, line: &Line) {
        let (min, max) = match known_value.value {
            Some(value) => (Some(value), Some(value)),
            None => (known_value.at_least, known_value.at_most),
        };
        assert!(
            min.is_none_or(|bound| self.reaches(line, bound)),
            "{line:?}: {known_value:?}"
        );
        assert!(
            max.is_none_or(|bound| !self.reaches(line, bound + 1)),
            "{line:?}: {known_value:?}"
        );
    }
}

/// A play that follows a proof.
struct Follower<'a> {
    engine: &'a dyn Engine,
    /// The winner, and the bound that it keeps.
    winner: Side,
    bound: Value,
    ends: usize,
}

impl Follower<'_> {
    /// Plays to the end: the winner's moves are the engine's, and `choose` says which of so many
    /// moves the loser plays next, from the first; `None` for no more.
    fn follow(&mut self, line: &Line, choose: &mut dyn FnMut(usize, usize) -> Option<usize>) {
        let state = self.engine.state(line).unwrap();
        let is_winner = state.to_move == self.winner;
        let for_winner = |value: Value| if is_winner { value } else { -value };
        if let Some(value) = state.over {
            assert!(for_winner(value) >= self.bound, "{line:?}: {value}");
            self.ends += 1;
            return;
        }
        let effort = Effort::none();
        let known_value = self
            .engine
            .value(line, None, &effort, &mut |_| ())
            .unwrap()
            .known_value;
        // The ends of the game that a move reaches may tell more than the proof.
        let source = known_value.source.unwrap();
        assert!(
            matches!(source, Source::Certified | Source::Derived),
            "{line:?}"
        );
        let kept = match is_winner {
            true => known_value.value.or(known_value.at_least),
            false => known_value.value.or(known_value.at_most),
        };
        assert!(
            for_winner(kept.unwrap()) >= self.bound,
            "{line:?}: {known_value:?}"
        );
        let best = self.engine.best_move(line, &effort).unwrap().name;
        if is_winner {
            let best = best.unwrap_or_else(|| panic!("{line:?}: no move of the winner"));
            return self.follow(&line.then(&best), choose);
        }
        let proof = self.engine.proof(line, &effort).unwrap();
        for one in &proof.moves {
            let child = line.then(&one.played.name);
            let is_over = self.engine.state(&child).unwrap().over.is_some();
            assert!(is_over || one.reply.is_some(), "{child:?}: no reply");
        }
        let mut next = 0;
        while let Some(index) = choose(next, state.legal.len()) {
            self.follow(&line.then(&state.legal[index].name), choose);
            next = index + 1;
            if next == state.legal.len() {
                break;
            }
        }
    }
}

/// The line to the position of a proof.
fn beginning(engine: &dyn Engine) -> Line {
    let about = engine.about().proof.as_ref().unwrap();
    Line {
        from: about.from.clone(),
        moves: about.moves.join(" "),
    }
}

/// Specs and positions.
const PROVEN: [(&str, &str); 11] = [
    ("go:2x2", "-"),
    ("go:2x2?superko=situational", "-"),
    ("go:1x5", "-"),
    ("go:2x3", "-"),
    ("go:2x3", "A1 B2 pass A2 A3"),
    ("go:2x2", "-X-- O"),
    ("go:3x3", "-"),
    ("hex:3x3", "-"),
    ("mnk:3x3?k=3", "-"),
    ("connect-four:4x4", "1 2"),
    ("othello:4x4", "-"),
];

/// The value of a position by the engine's own search.
fn searched(spec: &str, position: &str) -> Value {
    let engine = open_game(spec, &Settings::default()).unwrap();
    let report = engine.report(&Line::at(position), &Effort::default());
    report.unwrap().known_value.value.unwrap()
}

#[test]
fn the_winner_keeps_the_bound_on_every_line_of_play() {
    let folder = tempfile::tempdir().unwrap();
    for (spec, position) in PROVEN {
        let value = searched(spec, position);
        for claims in [
            (Some(value), None),
            (None, Some(value)),
            (Some(value), Some(value)),
        ] {
            let engine = opened(&proven(spec, position, claims, folder.path())).unwrap();
            let line = beginning(&*engine);
            let to_move = engine.state(&line).unwrap().to_move;
            let winners = [
                (claims.0, to_move),
                (claims.1.map(|max| -max), to_move.other()),
            ];
            for (bound, winner) in winners {
                let Some(bound) = bound.filter(|bound| *bound > engine.about().least_value) else {
                    continue;
                };
                let mut play = Follower {
                    engine: &*engine,
                    winner,
                    bound,
                    ends: 0,
                };
                let mut random = Random::new(7);
                for _ in 0..20 {
                    play.follow(&line, &mut |from, of| {
                        (from == 0).then(|| random.below(of as u32) as usize)
                    });
                }
                assert!(play.ends >= 20);
                // The first of all lines, one after the other.
                let mut left = 800;
                play.follow(&line, &mut |from, of| {
                    left -= 1;
                    (from < of && left > 0 || from == 0).then_some(from)
                });
            }
        }
    }
}

/// Lines that lead anywhere, by any order of moves.
fn drawn(engine: &dyn Engine, from: &Line, random: &mut Random) -> Line {
    let mut line = from.clone();
    for _ in 0..random.below(14) {
        let legal = engine.state(&line).unwrap().legal;
        if legal.is_empty() {
            break;
        }
        line = line.then(&legal[random.below(legal.len() as u32) as usize].name);
    }
    line
}

#[test]
fn every_answer_holds_after_the_history_of_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let (mut covered, mut defined) = (0, 0);
    for (spec, position, claims) in [
        ("go:2x2", "-", (Some(1), None)),
        ("go:2x2", "-", (None, Some(1))),
        ("go:2x2", "-", (Some(-1), Some(2))),
        ("go:2x2?superko=situational", "-", (Some(1), Some(1))),
        ("go:2x2?suicide=yes", "-", (Some(1), None)),
        ("go:1x4", "-", (Some(4), Some(4))),
        ("go:2x3", "A1 B2 pass A2 A3", (Some(-6), Some(6))),
        ("go:2x3", "-", (Some(0), None)),
        ("hex:3x3", "-", (Some(1), None)),
        ("mnk:3x3?k=3", "-", (Some(0), Some(0))),
    ] {
        let engine = opened(&proven(spec, position, claims, folder.path())).unwrap();
        let mut exhaustive = Exhaustive::of(spec);
        let mut random = Random::new(3);
        for _ in 0..60 {
            let line = drawn(&*engine, &Line::default(), &mut random);
            let report = engine.report(&line, &Effort::none()).unwrap();
            let lines = report
                .moves
                .iter()
                .map(|one| (line.then(&one.played), one.known_value));
            let lines = lines.map(|(line, known_value)| (line, negated(known_value)));
            for (line, known_value) in
                std::iter::once((line.clone(), report.known_value)).chain(lines)
            {
                exhaustive.holds(known_value, &line);
                covered += usize::from(known_value.source == Some(Source::Certified));
            }
        }
        defined += exhaustive.defined;
    }
    assert!(covered > 400 && defined > 500, "{covered} {defined}");
}

fn negated(known_value: KnownValue) -> KnownValue {
    KnownValue {
        value: known_value.value.map(|value| -value),
        at_least: known_value.at_most.map(|bound| -bound),
        at_most: known_value.at_least.map(|bound| -bound),
        ..known_value
    }
}

#[test]
fn what_a_proof_does_not_cover_is_outside_and_searched_if_asked() {
    let folder = tempfile::tempdir().unwrap();
    let file = proven("go:2x2", "-", (Some(1), None), folder.path());
    let engine = opened(&file).unwrap();
    // Black gives the bound away: White may end the game in a draw, by the rules.
    let line = Line::of("pass");
    let report = engine.report(&line, &Effort::none()).unwrap();
    assert_eq!(
        (report.known_value.at_least, report.known_value.source),
        (Some(0), Some(Source::Derived))
    );
    assert_eq!(report.best_move.as_deref(), Some("pass"));
    let further = engine.report(&line.then("a1"), &Effort::none()).unwrap();
    assert_eq!(further.known_value.status, Status::Outside);
    let above_cut = Effort {
        search: SearchScope::AboveCut,
        ..Effort::default()
    };
    let above_cut = engine.report(&line, &above_cut).unwrap();
    assert_eq!(
        above_cut.known_value, report.known_value,
        "a proof has no cut"
    );
    let anywhere = anywhere();
    let report = engine.report(&line, &anywhere).unwrap();
    let bare = open_game("go:2x2", &Settings::default()).unwrap();
    assert_eq!(
        report.known_value,
        bare.report(&line, &Effort::default()).unwrap().known_value
    );
    assert_eq!(report.known_value.source, Some(Source::Searched));
    // Where a search finds more than the bound, the winner's move need not be a best one.
    let report = engine.report(&Line::default(), &anywhere).unwrap();
    assert_eq!(
        (report.known_value.value, report.known_value.source),
        (Some(1), Some(Source::Searched))
    );
    let about = engine.about().proof.clone().unwrap();
    assert_eq!((about.at_least, about.at_most), (Some(1), None));
    assert_eq!(about.file, "game.proof");
    assert_eq!(about.bytes, std::fs::metadata(&file).unwrap().len());
    assert!(about.independent && engine.about().artifact.is_none());
}

#[test]
fn what_takes_long_outside_a_file_is_unknown() {
    let folder = tempfile::tempdir().unwrap();
    let won = proven(
        "connect-four:7x6",
        "1 7 1 7 1 2",
        (Some(1), None),
        folder.path(),
    );
    let report = opened(&won)
        .unwrap()
        .report(&Line::default(), &Effort::default());
    let report = report.unwrap();
    assert_eq!(report.known_value.status, Status::Unknown);
    assert!(report.interrupted);
    assert_eq!(report.moves.len(), 7);
    for one in &report.moves {
        assert_ne!(one.known_value.status, Status::Outside);
    }
}

#[test]
fn bounds_that_exclude_each_other_prove_a_loss() {
    let folder = tempfile::tempdir().unwrap();
    let file = proven("go:3x3", "-", (Some(3), None), folder.path());
    let engine = opened(&file).unwrap();
    let line = Line::of("B2 A1 B1 pass pass");
    let review = engine.review(&line, &Effort::none()).unwrap();
    let last = &review.moves[4];
    assert_eq!((last.before.at_least, last.after.value), (Some(3), Some(1)));
    assert_eq!((last.loss, last.loss_at_least), (None, 2));
    assert_eq!(review.losses, [2, 0]);
    let effort = anywhere();
    let whole = engine.review(&line, &effort).unwrap();
    for (part, whole) in review.moves.iter().zip(&whole.moves) {
        let loss = whole.loss.unwrap();
        assert!(part.loss_at_least <= loss, "{part:?} {whole:?}");
        assert_eq!(whole.loss_at_least, loss);
    }
}

#[test]
fn where_a_search_finds_more_than_the_bound_the_move_keeps_what_it_found() {
    let folder = tempfile::tempdir().unwrap();
    let file = proven("mnk:3x3?k=3", "-", (Some(0), None), folder.path());
    let engine = opened(&file).unwrap();
    let anywhere = anywhere();
    let bare = open_game("mnk:3x3?k=3", &Settings::default()).unwrap();
    let mut random = Random::new(5);
    let mut surpassed = 0;
    for _ in 0..20 {
        let mut line = Line::default();
        loop {
            let proved = engine.report(&line, &Effort::none()).unwrap().best_move;
            let legal = engine.state(&line).unwrap().legal;
            if legal.is_empty() {
                break;
            }
            let truth = bare.report(&line, &Effort::default()).unwrap();
            let value = |played: &str| {
                let mut moves = truth.moves.iter();
                moves
                    .find(|one| one.played == *played)
                    .unwrap()
                    .known_value
                    .value
            };
            let played = engine.variation(&line, &anywhere).unwrap().moves;
            assert_eq!(value(&played[0]), truth.known_value.value, "{line:?}");
            for one in engine.report(&line, &anywhere).unwrap().moves {
                assert_eq!(
                    one.known_value.value,
                    value(&one.played),
                    "{line:?} {one:?}"
                );
            }
            let keeps_less = |one: &String| value(one) < truth.known_value.value;
            surpassed += usize::from(proved.as_ref().is_some_and(keeps_less));
            let drawn = || {
                legal[random.below(legal.len() as u32) as usize]
                    .name
                    .clone()
            };
            line = line.then(&proved.unwrap_or_else(drawn));
        }
    }
    assert!(surpassed > 0);
}

#[test]
fn a_proof_needs_the_memory_of_its_index() {
    let folder = tempfile::tempdir().unwrap();
    let file = proven("go:3x3", "-", (Some(9), None), folder.path());
    let settings = |memory| Settings {
        opening: OpeningLimits { memory, time: None },
        ..Settings::default()
    };
    let little = open_proof(&file, &none_given, &settings(1 << 12), &mut |_, _| ());
    let Err(EngineError::Proof { error, .. }) = little else {
        panic!("opened in 4 KiB");
    };
    assert!(matches!(*error, ProofError::Undecided(_)), "{error}");
    assert!(open_proof(&file, &none_given, &settings(1 << 20), &mut |_, _| ()).is_ok());
}

/// Bytes are changed one by one: a file is refused, or what is left of it still holds.
#[test]
fn damaged_and_forged_files_are_refused_or_hold() {
    let folder = tempfile::tempdir().unwrap();
    let claims = (Some(1), Some(1));
    let file = proven("go:2x2", "-", claims, folder.path());
    let whole = std::fs::read(&file).unwrap();
    let mut exhaustive = Exhaustive::of("go:2x2");
    let (mut refused, mut stand) = (0, 0);
    for at in 0..whole.len() {
        for bit in 0..8 {
            let mut forged = whole.clone();
            forged[at] ^= 1 << bit;
            std::fs::write(&file, &forged).unwrap();
            assert!(opened(&file).is_err(), "byte {at}");
            let digest = whole.len() - 40;
            if at >= digest {
                continue;
            }
            let sealed = blake3::hash(&forged[..digest]);
            forged[digest..digest + 32].copy_from_slice(sealed.as_bytes());
            std::fs::write(&file, &forged).unwrap();
            let Ok(engine) = opened(&file) else {
                refused += 1;
                continue;
            };
            stand += 1;
            if engine.about().spec != "go:2x2" {
                continue;
            }
            let mut random = Random::new(at as u64);
            for _ in 0..3 {
                let line = drawn(&*engine, &Line::default(), &mut random);
                let known_value = engine.report(&line, &Effort::none()).unwrap().known_value;
                exhaustive.holds(known_value, &line);
            }
        }
    }
    assert!(refused > 200 && stand > 5, "{refused} {stand}");
    std::fs::write(&file, b"\xf7SolvPrf").unwrap();
    let error = opened(&file).err().unwrap().to_string();
    assert!(error.contains("game.proof"), "{error}");
}

/// Of a claim that every value fulfils, every move is as good: none is called the best.
#[test]
fn a_proof_of_nothing_names_no_move() {
    let folder = tempfile::tempdir().unwrap();
    let file = proven("mnk:3x3?k=3", "-", (Some(-1), Some(1)), folder.path());
    let engine = opened(&file).unwrap();
    for moves in ["", "a1", "a1 b1"] {
        let report = engine.report(&Line::of(moves), &Effort::none()).unwrap();
        assert_eq!(report.best_move, None, "{moves}");
    }
}

/// Off the line of a proof, the half of its claims that holds for every value says nothing.
#[test]
fn a_proof_says_nothing_off_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let bare = open_game("hex:3x3", &Settings::default()).unwrap();
    let file = proven("hex:3x3", "-", (Some(1), Some(1)), folder.path());
    let engine = opened(&file).unwrap();
    let off = Line::of("a1");
    let report = engine.report(&off, &Effort::none()).unwrap();
    assert_eq!(
        (report.known_value.status, report.best_move),
        (Status::Outside, None)
    );
    let anywhere = anywhere();
    let [one, other] = [&engine, &bare].map(|engine| engine.report(&off, &anywhere).unwrap());
    let values = |report: &Report| {
        let of = |one: &MoveReport| (one.played.clone(), one.known_value.value);
        report.moves.iter().map(of).collect::<BTreeSet<_>>()
    };
    assert_eq!(values(&one), values(&other));
}

/// Stops the searches at one of their beginnings.
#[derive(Debug)]
struct StopAt {
    searches_left: AtomicUsize,
    stop: Arc<AtomicBool>,
}

impl Gate for StopAt {
    fn pass(&self) {
        if self.searches_left.fetch_sub(1, Ordering::Relaxed) == 0 {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_review_that_is_cut_short_names_the_move_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = proven("mnk:3x3?k=3", "-", (Some(0), None), folder.path());
    let line = Line::of("a3 a2 c2 c3");
    let stored = opened(&file).unwrap().review(&line, &Effort::none());
    assert_eq!(stored.unwrap().moves[2].best.as_deref(), Some("b2"));
    let mut surpassed = 0;
    for searches in 0.. {
        let stop = Arc::new(AtomicBool::new(false));
        let effort = Effort {
            stop: Some(Arc::clone(&stop)),
            gate: Some(Arc::new(StopAt {
                searches_left: AtomicUsize::new(searches),
                stop,
            })),
            ..anywhere()
        };
        let review = opened(&file).unwrap().review(&line, &effort).unwrap();
        let third = &review.moves[2];
        assert!(third.best.is_some(), "{searches} {third:?}");
        // The value is found, and the search for a move that has it is cut short.
        surpassed += usize::from(review.interrupted && third.before.value == Some(1));
        if !review.interrupted {
            break;
        }
        assert!(searches < 1_000);
    }
    assert!(surpassed > 0);
}
