//! A forger of complete proofs: every digest is right, and one statement is false.
//!
//! An accepted file must be true by exhaustive search from the definition of the game, with the
//! history as part of the position. A file that follows from the definition must be accepted.
//! `SOLVEIG_FORGED` sets the number of files of each game.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use solveig_format::Digest;
use solveig_format::proof::{ChosenMoves, MemoryLimits, Proof, ProofHeader, ProofReader, WalkKind};
use solveig_verify::proof::{Node, ProofError, Winner, claims, walk};
use solveig_verify::{
    Bound, Budget, ConnectFour, Hex, Limits, Mnk, Othello, Rules, Tree, none_given,
};

use super::definition::{Definition, Ruled};
use super::naive_go::NaiveGo;
use super::{check, header};
use crate::forge::{Random, nested};

/// The required verdict on a file.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Must {
    Hold,
    Fail,
    /// It may be refused. If it is accepted it must be true.
    BeTrue,
}

/// Counts of files by kind of forgery, and of those accepted.
#[derive(Default)]
struct Tally(BTreeMap<&'static str, (u64, u64)>);

impl Tally {
    fn count(&mut self, kind: &'static str, holds: bool) {
        let (files, held) = self.0.entry(kind).or_default();
        *files += 1;
        *held += u64::from(holds);
    }

    fn files(&self) -> u64 {
        self.0.values().map(|(files, _)| files).sum()
    }
}

/// Choices after which a walk is given up: with a small memory some take very long.
const MAX_CHOICES: usize = 20_000;

/// A choice of the winner: its index, the number of moves, and which of them win.
type Choice = (u32, u32, Vec<bool>);

/// Picks a random winning move or, if there is none, any move.
struct ByDefinition<'a, D: Definition> {
    game: &'a mut D,
    start: D::State,
    random: &'a mut Random,
    choices: Vec<Choice>,
}

impl<D: Definition> Winner for ByDefinition<'_, D> {
    type Error = ();

    fn choose(&mut self, node: Node<'_>) -> Result<u32, ()> {
        if self.choices.len() >= MAX_CHOICES {
            return Err(());
        }
        let mut state = self.start.clone();
        for &place in node.line {
            state = self.game.moves(&state).swap_remove(place as usize);
        }
        let bound = match (node.claim, node.line.len() % 2) {
            (Bound::AtLeast(bound), 0) => bound,
            (Bound::AtLeast(bound), _) => 1 - bound,
            (Bound::AtMost(bound), 0) => bound + 1,
            (Bound::AtMost(bound), _) => -bound,
        };
        let moves = self.game.moves(&state);
        assert_eq!(moves.len(), node.moves as usize, "{}", self.game.spec());
        let wins: Vec<bool> = moves
            .iter()
            .map(|child| !self.game.reaches(child, 1 - bound))
            .collect();
        let winning: Vec<usize> = (0..moves.len()).filter(|at| wins[*at]).collect();
        let place = match winning.is_empty() {
            true => self.random.below(moves.len()),
            false => *self.random.pick(&winning),
        };
        self.choices.push((place as u32, node.moves, wins));
        Ok(place as u32)
    }
}

fn chosen(choices: &[Choice]) -> ChosenMoves {
    let mut moves = ChosenMoves::default();
    for (place, of, _) in choices {
        moves.push(*place, *of);
    }
    moves
}

/// The position of a header, by the definition.
fn begun<D: Definition>(game: &D, header: &ProofHeader) -> Option<D::State> {
    let mut state = game.begin(header.board)?;
    for &place in &header.moves {
        let mut moves = game.moves(&state);
        if place as usize >= moves.len() {
            return None;
        }
        state = moves.swap_remove(place as usize);
    }
    Some(state)
}

/// Whether the claims of a header are true.
fn is_true<D: Definition>(game: &mut D, header: &ProofHeader) -> bool {
    let Some(state) = begun(game, header) else {
        return false;
    };
    claims(header).all(|claim| match claim {
        Bound::AtLeast(bound) => game.reaches(&state, bound),
        Bound::AtMost(bound) => !game.reaches(&state, bound + 1),
    })
}

/// Walks with the best moves. Returns them, and the number of nodes if the walk completed.
fn written<D: Definition>(
    game: &mut D,
    header: &ProofHeader,
    random: &mut Random,
) -> (Vec<Choice>, Option<u64>) {
    let Some(start) = begun(game, header) else {
        return (Vec::new(), None);
    };
    let mut winner = ByDefinition {
        game,
        start,
        random,
        choices: Vec::new(),
    };
    let budget = Budget::new(Limits::default());
    let walked = walk(header, &mut winner, &budget, &none_given, &mut |_| true);
    (winner.choices, walked.ok().map(|walked| walked.nodes))
}

fn seal(bytes: &mut [u8]) {
    let at = bytes.len() - 40;
    let digest = Digest(*blake3::hash(&bytes[..at]).as_bytes());
    bytes[at..at + 32].copy_from_slice(&digest.0);
}

struct Forger<'a, D: Definition> {
    game: D,
    random: Random,
    tally: &'a mut Tally,
}

impl<D: Definition> Forger<'_, D> {
    fn header(&mut self) -> Option<ProofHeader> {
        let board = self
            .random
            .chance(4)
            .then(|| self.game.some_key(&mut self.random));
        let mut state = self.game.begin(board)?;
        let mut moves = Vec::new();
        for _ in 0..self.random.below(9) {
            let children = self.game.moves(&state);
            // A finished game is a weak test.
            if children.is_empty() || self.random.chance(6) {
                break;
            }
            let place = self.random.below(children.len());
            if self.game.utility(&children[place]).is_some() && !self.random.chance(4) {
                continue;
            }
            moves.push(place as u32);
            state = children[place].clone();
        }
        let value = self.game.value(&state);
        let slack = i32::from(self.random.chance(4));
        let (min, max) = (value - slack, value + slack);
        let (at_least, at_most) = match self.random.below(3) {
            0 => (Some(min), None),
            1 => (None, Some(max)),
            _ => (Some(min), Some(max)),
        };
        let (all, few) = (MemoryLimits::default(), self.random.below(8) as u64);
        let memory = match self.random.below(6) {
            0 => MemoryLimits {
                of_answer: few as u32,
                ..all
            },
            1 => MemoryLimits {
                in_all: 4 * few,
                ..all
            },
            2 => MemoryLimits {
                answers: few,
                ..all
            },
            _ => all,
        };
        Some(ProofHeader {
            board,
            moves,
            at_least,
            at_most,
            walk: WalkKind::within(memory, self.random.chance(2)),
            ..header(&self.game.spec(), Bound::AtLeast(0))
        })
    }

    fn judge(&mut self, kind: &'static str, bytes: &[u8], must: Must, truth: bool) {
        let checked = catch_unwind(AssertUnwindSafe(|| check(bytes, Limits::default())));
        let message = |what: &str| {
            let header = ProofReader::from_bytes(bytes).map(|proof| proof.header().clone());
            format!("{what}: {kind}: {header:?}")
        };
        let checked = checked.unwrap_or_else(|_| panic!("{}", message("panicked")));
        if let Err(error) = &checked {
            assert!(
                !matches!(error, ProofError::Undecided(_)),
                "{}",
                message("undecided")
            );
            assert_ne!(must, Must::Hold, "{}", message(&format!("{error}")));
        }
        if let Ok(report) = &checked {
            let proof = ProofReader::from_bytes(bytes).expect("it was read before");
            let counted = (report.walked.nodes, report.walked.choices);
            assert_eq!(
                counted,
                (proof.nodes(), proof.choices()),
                "{}",
                message("miscounted")
            );
        }
        assert!(
            checked.is_err() || truth,
            "{}",
            message("false, and accepted")
        );
        assert!(
            checked.is_err() || must != Must::Fail,
            "{}",
            message("accepted")
        );
        self.tally.count(kind, checked.is_ok());
    }

    fn judge_proof(&mut self, kind: &'static str, proof: &Proof, must: Must, truth: bool) {
        // Skips headers that the format cannot hold.
        if let Ok((bytes, _)) = proof.encode() {
            self.judge(kind, &bytes, must, truth);
        }
    }

    /// Tries another header with the moves of the true proof, and with the best moves.
    fn judge_header(
        &mut self,
        kind: &'static str,
        game: Option<D>,
        proof: &Proof,
        header: ProofHeader,
    ) {
        let truth = match game {
            Some(mut other) => is_true(&mut other, &header),
            None => is_true(&mut self.game, &header),
        };
        let same = Proof {
            header: header.clone(),
            ..proof.clone()
        };
        let must = if truth { Must::BeTrue } else { Must::Fail };
        self.judge_proof(kind, &same, must, truth);
        if header.game != self.game.spec() || !self.random.chance(3) {
            return;
        }
        let (choices, nodes) = written(&mut self.game, &header, &mut self.random);
        if choices.len() >= MAX_CHOICES {
            return;
        }
        assert_eq!(nodes.is_some(), truth, "{kind}: {header:?}");
        let best = Proof {
            header,
            moves: chosen(&choices),
            nodes: nodes.unwrap_or(self.random.next() % 500),
        };
        let must = if truth { Must::Hold } else { Must::Fail };
        self.judge_proof("true, or false with the best moves", &best, must, truth);
    }

    /// Makes a true proof and forgeries of it.
    fn forge(&mut self) {
        let Some(header) = self.header() else { return };
        let (choices, nodes) = written(&mut self.game, &header, &mut self.random);
        if choices.len() >= MAX_CHOICES {
            return;
        }
        let nodes = nodes.unwrap_or_else(|| panic!("true, and refused: {header:?}"));
        let proof = Proof {
            header,
            moves: chosen(&choices),
            nodes,
        };
        self.judge_proof("true", &proof, Must::Hold, true);
        self.forge_moves(&proof, &choices);
        self.forge_counts(&proof, &choices);
        self.forge_claims(&proof);
        self.forge_positions(&proof);
        let mut header = proof.header.clone();
        let memory = MemoryLimits {
            of_answer: self.random.below(4) as u32,
            in_all: self.random.next() >> self.random.below(64),
            answers: self.random.next() >> self.random.below(64),
        };
        header.walk = WalkKind::within(memory, header.walk.uses_knowledge());
        self.judge_header("limits of memory", None, &proof, header);
        let mut header = proof.header.clone();
        header.walk = match header.walk {
            WalkKind::Rules(memory) => WalkKind::Knowledge(memory),
            WalkKind::Knowledge(memory) => WalkKind::Rules(memory),
            WalkKind::LoserMayRepeat => unreachable!("no such walk is forged here"),
        };
        self.judge_header("knowledge", None, &proof, header);
        if let Some(other) = self.game.other(&mut self.random) {
            let mut header = proof.header.clone();
            header.game = other.spec();
            self.judge_header("game", Some(other), &proof, header);
        }
    }

    fn forge_moves(&mut self, proof: &Proof, choices: &[Choice]) {
        let open: Vec<usize> = (0..choices.len()).filter(|at| choices[*at].1 > 1).collect();
        for _ in 0..open.len().min(6) {
            let at = *self.random.pick(&open);
            let mut forged = choices.to_vec();
            let (place, of, wins) = &mut forged[at];
            *place = (*place + 1 + self.random.below(*of as usize - 1) as u32) % *of;
            let must = if wins[*place as usize] {
                Must::BeTrue
            } else {
                Must::Fail
            };
            let moves = chosen(&forged);
            self.judge_proof(
                "move",
                &Proof {
                    moves,
                    ..proof.clone()
                },
                must,
                true,
            );
            let fewer = chosen(&[&choices[..at], &choices[at + 1..]].concat());
            let fewer = Proof {
                moves: fewer,
                ..proof.clone()
            };
            self.judge_proof("move dropped", &fewer, Must::BeTrue, true);
            let more = chosen(&[&choices[..at], &choices[at..=at], &choices[at..]].concat());
            let more = Proof {
                moves: more,
                ..proof.clone()
            };
            self.judge_proof("move added", &more, Must::BeTrue, true);
        }
    }

    fn forge_counts(&mut self, proof: &Proof, choices: &[Choice]) {
        for nodes in [
            proof.nodes - 1,
            proof.nodes + 1,
            0,
            u64::MAX,
            self.random.next(),
        ] {
            let forged = Proof {
                nodes,
                ..proof.clone()
            };
            self.judge_proof("nodes", &forged, Must::Fail, true);
        }
        let (bytes, _) = proof.encode().unwrap();
        let count = chosen(choices).count();
        for stated in [count.wrapping_sub(1), count + 1, u64::MAX] {
            let mut forged = bytes.clone();
            let at = forged.len() - 56;
            forged[at..at + 8].copy_from_slice(&stated.to_le_bytes());
            seal(&mut forged);
            self.judge("count of moves", &forged, Must::Fail, true);
        }
    }

    fn forge_claims(&mut self, proof: &Proof) {
        let header = &proof.header;
        for by in [-1, 1] {
            let min = ProofHeader {
                at_least: header.at_least.map(|bound| bound + by),
                ..header.clone()
            };
            let max = ProofHeader {
                at_most: header.at_most.map(|bound| bound + by),
                ..header.clone()
            };
            for forged in [min, max] {
                if forged != *header {
                    self.judge_header("claim off by one", None, proof, forged);
                }
            }
        }
        let exchanged = ProofHeader {
            at_least: header.at_most,
            at_most: header.at_least,
            ..header.clone()
        };
        self.judge_header("claims turned round", None, proof, exchanged);
    }

    fn forge_positions(&mut self, proof: &Proof) {
        let mut header = proof.header.clone();
        header.board = Some(self.game.some_key(&mut self.random));
        self.judge_header("position", None, proof, header);
        let length = proof.header.moves.len();
        if length > 0 {
            let at = self.random.below(length);
            let mut header = proof.header.clone();
            header.moves[at] = self.random.below(6) as u32;
            self.judge_header("move of the header", None, proof, header);
            let mut header = proof.header.clone();
            header.moves.remove(at);
            self.judge_header("history taken away", None, proof, header);
            let mut header = proof.header.clone();
            let other = self.random.below(length);
            header.moves.swap(at, other);
            self.judge_header("history in another order", None, proof, header);
            // The same position without all or part of its history.
            let mut header = proof.header.clone();
            let late = header.moves.split_off(at + 1);
            if let Some(state) = begun(&self.game, &header) {
                header.board = Some(self.game.key(&state));
                header.moves = late;
                self.judge_header("history forgotten", None, proof, header);
            }
        }
        let mut header = proof.header.clone();
        let at = self.random.below(length + 1);
        header.moves.insert(at, self.random.below(6) as u32);
        self.judge_header("history added", None, proof, header);
    }
}

fn files() -> u64 {
    let variable = std::env::var("SOLVEIG_FORGED").ok();
    variable.and_then(|text| text.parse().ok()).unwrap_or(250)
}

fn forge<D: Definition>(game: D, tally: &mut Tally) {
    forge_some(game, files(), tally);
}

fn forge_some<D: Definition>(game: D, files: u64, tally: &mut Tally) {
    let spec = game.spec();
    let mut own = Tally::default();
    let mut forger = Forger {
        random: Random::new(spec.len() as u64 * 977 + 5),
        tally: &mut own,
        game,
    };
    while forger.tally.files() < files {
        forger.forge();
    }
    println!("{spec}: {} files", own.files());
    for (kind, (files, held)) in own.0 {
        let (all, all_held) = tally.0.entry(kind).or_default();
        *all += files;
        *all_held += held;
    }
}

fn ruled<R: Rules>(rules: R, tally: &mut Tally) {
    forge(Ruled::new(rules), tally);
}

fn report(tally: &Tally) {
    for (kind, (files, held)) in &tally.0 {
        println!("{kind}: {files} files, {held} hold");
    }
    println!("{} files", tally.files());
    assert!(tally.0["true"].1 > 50);
    assert!(tally.0["claim off by one"].0 > 50);
}

#[test]
fn forged_proofs_in_go_hold_only_if_they_are_true() {
    let mut tally = Tally::default();
    for (columns, rows) in [(1, 1), (1, 2), (2, 1), (1, 3), (1, 4), (2, 2)] {
        for (situational, suicide) in [(false, false), (true, false), (false, true), (true, true)] {
            let game = NaiveGo::new(columns, rows, situational, suicide);
            // The exhaustive search is slow under situational superko.
            let share = if situational && rows == 2 { 8 } else { 1 };
            forge_some(game.clone(), files() / share, &mut tally);
            if situational == suicide {
                forge_some(game.with_komi(1), files() / share, &mut tally);
            }
        }
    }
    report(&tally);
}

#[test]
fn forged_proofs_in_games_without_history_hold_only_if_they_are_true() {
    let mut tally = Tally::default();
    for (columns, rows, in_line) in [(1, 1, 1), (3, 1, 2), (2, 2, 2), (3, 2, 2), (3, 3, 3)] {
        ruled(Mnk::new(columns, rows, in_line).unwrap(), &mut tally);
    }
    for (columns, rows) in [(2, 2), (3, 3), (4, 3), (5, 2)] {
        let game = ConnectFour::new(columns, rows).unwrap();
        ruled(game.clone(), &mut tally);
        ruled(game.by_score(), &mut tally);
    }
    for (columns, rows) in [(1, 1), (1, 3), (2, 2), (3, 2), (3, 3)] {
        ruled(Hex::new(columns, rows).unwrap(), &mut tally);
    }
    ruled(Othello::new(4, 4).unwrap(), &mut tally);
    report(&tally);
}

#[test]
fn forged_proofs_in_trees_hold_only_if_they_are_true() {
    let mut tally = Tally::default();
    let mut random = Random::new(3);
    let folder = std::env::temp_dir().join(format!("solveig-forger-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for number in 0..8 {
        let path = folder.join(format!("{number}.json"));
        let [first, second] = [4, 3].map(|depth| nested(&mut random, depth, 3));
        std::fs::write(&path, format!("[{first},{second}]")).unwrap();
        ruled(Tree::read(&path.display().to_string()).unwrap(), &mut tally);
    }
    std::fs::remove_dir_all(&folder).unwrap();
    report(&tally);
}
