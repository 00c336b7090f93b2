//! Every solver of yes-or-no questions proves what is known of small games, and the checker agrees.

use solveig_format::proof::{MemoryLimits, Proof};
use solveig_game::{Game, Interval, Keyed, Notation, Spec, Symmetric, Value};
use solveig_games::connect_four::ConnectFour;
use solveig_games::connect_four::knowledge::ConnectFourKnowledge;
use solveig_games::go::Go;
use solveig_games::go::knowledge::GoKnowledge;
use solveig_games::hex::Hex;
use solveig_games::mnk::Mnk;
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::OthelloKnowledge;
use solveig_games::tree::ExplicitTree;
use solveig_region::proof::{MoveChoice, ProofBounds, ProveError, Request, exact_value};
use solveig_search::binary::{BinarySolver, ExpectedWork};
use solveig_search::solvers::SolverName;
use solveig_search::{Minimax, NoKnowledge, Oracle, PlainAlphaBeta};
use solveig_verify::proof::ProofReport;

use super::{Fixture, at_least, at_most, check, exactly, go, request};

/// All solvers of yes-or-no questions.
fn solvers() -> Vec<SolverName> {
    let all = SolverName::ALL.into_iter();
    all.filter(|one| one.is_binary()).collect()
}

/// All of them but iterative deepening, which takes long where wins are.
fn best_first_and_df_pn() -> Vec<SolverName> {
    let mut names = solvers();
    names.retain(|name| *name != SolverName::IterativeDeepening);
    names
}

fn checked(proof: &Proof) -> ProofReport {
    let (bytes, digest) = proof.encode().unwrap();
    let report = check(&bytes).unwrap();
    assert_eq!(report.digest, digest);
    assert_eq!(report.walked.nodes, proof.nodes);
    assert_eq!(report.walked.choices, proof.moves.count());
    report
}

/// Proves the exact value of the position that `claim` names, checks the proof, and fails to prove
/// more or less. Returns the nodes of the walk.
fn proves<G: Symmetric + Notation>(
    fixture: &Fixture<G>,
    solver: &mut dyn BinarySolver<G>,
    claim: &Request,
    value: Value,
) -> u64 {
    let position = &claim.position;
    let found = exact_value(&fixture.game, solver, position, &mut |_| true).unwrap();
    assert_eq!(found, value, "{}", fixture.game.spec());
    let mut nodes = 0;
    for moves in [MoveChoice::Canonical, MoveChoice::Found] {
        let claim = Request {
            claims: exactly(found),
            moves,
            ..claim.clone()
        };
        nodes = checked(&fixture.prove(solver, &claim).unwrap())
            .walked
            .nodes;
    }
    for claims in [at_least(found + 1), at_most(found - 1)] {
        let error = fixture
            .prove(solver, &request(position, claims))
            .unwrap_err();
        assert!(matches!(error, ProveError::NotSo(_)), "{error}");
    }
    nodes
}

fn these_prove<G: Symmetric + Notation>(
    names: &[SolverName],
    fixture: &Fixture<G>,
    position: &str,
    value: Value,
) {
    let claim = request(position, ProofBounds::default());
    for name in names {
        proves(fixture, &mut *fixture.solver(*name), &claim, value);
    }
}

fn all_prove<G: Symmetric + Notation>(fixture: &Fixture<G>, position: &str, value: Value) {
    these_prove(&solvers(), fixture, position, value);
}

fn known_go(spec: &str) -> Fixture<Go> {
    Fixture::new(go(spec), GoKnowledge::default())
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let fixture = Fixture::new(Mnk::new(3, 3, 3).unwrap(), NoKnowledge);
    all_prove(&fixture, "-", 0);
    all_prove(&fixture, "a1 b1", 1);
}

#[test]
fn connect_four_on_four_by_four_and_five_by_four_is_a_draw() {
    let game = ConnectFour::new(4, 4).unwrap();
    let fixture = Fixture::new(game.clone(), ConnectFourKnowledge);
    these_prove(&best_first_and_df_pn(), &fixture, "-", 0);
    all_prove(&fixture, "11112222", 0);
    let fixture = Fixture::new(game, NoKnowledge);
    these_prove(&best_first_and_df_pn(), &fixture, "1", 0);
    let fixture = Fixture::new(ConnectFour::new(5, 4).unwrap(), ConnectFourKnowledge);
    let expected = SolverName::ExpectedWork(ExpectedWork::default());
    these_prove(&[SolverName::DfPn, expected], &fixture, "-", 0);
}

#[test]
fn othello_on_four_by_four_is_lost_by_ten() {
    let game = Othello::<u64>::new(4, 4).unwrap();
    let knowledge = OthelloKnowledge::new(&game);
    all_prove(&Fixture::new(game, knowledge), "-", -10);
}

#[test]
fn who_moves_first_wins_hex() {
    let fixture = |side| Fixture::new(Hex::<u64>::new(side, side).unwrap(), NoKnowledge);
    all_prove(&fixture(2), "-", 1);
    all_prove(&fixture(3), "-", 1);
    all_prove(&fixture(3), "a1", 1);
    these_prove(&best_first_and_df_pn(), &fixture(4), "-", 1);
}

#[test]
fn small_boards_of_go_have_the_values_that_are_known() {
    for (spec, value) in [
        ("go:2x2", 1),
        ("go:2x2?superko=situational", 1),
        ("go:1x4", 4),
        ("go:1x5", 0),
        ("go:1x6", 1),
        ("go:2x3", 0),
        ("go:2x3?superko=situational", 0),
        ("go:3x2?komi=0.5", -1),
    ] {
        all_prove(&known_go(spec), "-", value);
    }
    for (spec, value) in [
        ("go:3x3", 9),
        ("go:2x2?suicide=yes", 1),
        ("go:2x3?superko=situational&suicide=yes", 0),
    ] {
        these_prove(&best_first_and_df_pn(), &known_go(spec), "-", value);
    }
}

#[test]
fn proofs_of_found_moves_take_moves_to_positions_that_they_have() {
    let fixture = known_go("go:4x3");
    let mut solver = fixture.solver(SolverName::ExpectedWork(ExpectedWork::default()));
    let claim = Request {
        moves: MoveChoice::Found,
        ..request("-", at_least(4))
    };
    let proof = fixture.prove(&mut *solver, &claim).unwrap();
    checked(&proof);
    // There are 1,433; 2,045 with the first move that is found at each position.
    let moves = proof.moves.count();
    assert!(moves < 1_700, "{moves}");
}

/// Limits decide how much is walked again, and nothing else.
#[test]
fn a_walk_that_remembers_less_proves_the_same() {
    let fixture = known_go("go:2x3");
    let none = MemoryLimits {
        of_answer: 0,
        ..MemoryLimits::default()
    };
    let little = MemoryLimits {
        in_all: 100,
        answers: 50,
        ..MemoryLimits::default()
    };
    let nodes = [MemoryLimits::default(), none, little].map(|memory| {
        let claim = Request {
            memory,
            ..request("-", ProofBounds::default())
        };
        proves(&fixture, &mut *fixture.solver(SolverName::DfPn), &claim, 0)
    });
    assert!(nodes.is_sorted() && nodes[0] < nodes[2], "{nodes:?}");
}

#[test]
fn go_can_be_proven_without_knowledge() {
    let proven = |fixture: Fixture<Go>, knowledge| {
        let claim = Request {
            knowledge,
            ..request("-", ProofBounds::default())
        };
        proves(&fixture, &mut *fixture.solver(SolverName::DfPn), &claim, 1)
    };
    let without = proven(Fixture::new(go("go:2x2"), NoKnowledge), false);
    let with = proven(known_go("go:2x2"), true);
    assert!(with < without, "{with} {without}");
}

/// A table of a few entries forgets most moves of the winner, which are searched for once more.
#[test]
fn what_the_solver_has_forgotten_is_searched_again() {
    let expected = SolverName::ExpectedWork(ExpectedWork::default());
    let claim = request("-", ProofBounds::default());
    for name in [SolverName::DfPn, expected] {
        let fixture = Fixture::new(Hex::<u64>::new(3, 3).unwrap(), NoKnowledge);
        let mut solver = fixture.solver_with(name, &fixture.resources(1 << 8, 1 << 16));
        proves(&fixture, &mut *solver, &claim, 1);
        let fixture = known_go("go:2x2");
        let mut solver = fixture.solver_with(name, &fixture.resources(1 << 12, 1 << 16));
        proves(&fixture, &mut *solver, &claim, 1);
    }
}

#[test]
fn what_came_before_the_position_counts() {
    // White has taken a stone at B1, and Black may not take back at once: the board was there.
    let from = "B1 C1 pass A1";
    for spec in ["go:4x1", "go:4x1?superko=situational"] {
        let fixture = known_go(spec);
        let game = &fixture.game;
        let position = game.parse_position(from).unwrap();
        assert!(game.parse_position("B1 C1 pass A1 B1").is_err());
        let unknown = Interval::unknown(game.value_range());
        let mut plain = PlainAlphaBeta::new(game.clone(), GoKnowledge::default());
        let value = plain.value(&position, unknown).unwrap();
        all_prove(&fixture, from, value);
        let forgotten = game.position(game.key(&position)).unwrap();
        assert_ne!(plain.value(&forgotten, unknown), Ok(value), "{spec}");
    }

    let fixture = known_go("go:3x3");
    let mut solver = fixture.solver(SolverName::DfPn);
    let board = "-X-XXO-O- O";
    let value = exact_value(&fixture.game, &mut *solver, board, &mut |_| true).unwrap();
    let claim = request(board, at_least(value));
    let proof = fixture.prove(&mut *solver, &claim).unwrap();
    assert!(proof.header.board.is_some() && proof.header.moves.is_empty());
    checked(&proof);
}

#[test]
fn trees_from_files_can_be_proven() {
    let file = tempfile::NamedTempFile::with_suffix(".json").unwrap();
    let text = "[[3, [12, -4], 8], [2, 4, [[6, 5], 1]], [14, [5], 2]]";
    std::fs::write(&file, text).unwrap();
    let spec = format!("tree:{}", file.path().display());
    let game = ExplicitTree::from_spec(&Spec::parse(&spec).unwrap()).unwrap();
    let unknown = Interval::unknown(game.value_range());
    let value = Minimax::new(game.clone()).value(&game.start(), unknown);
    all_prove(&Fixture::new(game, NoKnowledge), "-", value.unwrap());
}

#[test]
fn what_is_asked_to_stop_stops() {
    let fixture = known_go("go:3x3");
    let mut solver = fixture.solver(SolverName::DfPn);
    let claim = request("-", at_least(9));
    let stopped = fixture.prove_while(&mut *solver, &claim, &mut |_| false);
    let error = stopped.unwrap_err();
    assert!(matches!(error, ProveError::Stopped), "{error}");
}
