//! Every solver of yes-or-no questions proves what is known of small games, and the checker agrees.

use solveig_format::proof::{MemoryLimits, Proof, ProofReader};
use solveig_game::{Game, Interval, Keyed, Notation, Reduction, Spec, Symmetric, Value};
use solveig_games::connect_four::ConnectFour;
use solveig_games::connect_four::knowledge::ConnectFourKnowledge;
use solveig_games::go::Go;
use solveig_games::go::knowledge::GoKnowledge;
use solveig_games::hex::Hex;
use solveig_games::mnk::Mnk;
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::OthelloKnowledge;
use solveig_games::tree::ExplicitTree;
use solveig_region::proof::{Claims, MoveChoice, ProveError, Request, exact_value, prove};
use solveig_search::binary::{
    BestFirst, BinarySolver, DfPn, ExpectedWork, IterativeDeepening, Mcts, ProofNumbers, Resources,
    WorkEstimate,
};
use solveig_search::knowledge::GameKnowledge;
use solveig_search::solvers::Solvers;
use solveig_search::{Minimax, NoKnowledge, Oracle, PlainAlphaBeta};
use solveig_verify::proof::{ProofReport, verify_proof};
use solveig_verify::{Limits, none_given};

const SOLVERS: [&str; 7] = [
    "ews",
    "ews-wr",
    "ews-ps",
    "pns",
    "mcts",
    "df-pn",
    "deepening",
];

/// What is done with a solver of whatever type.
trait With<G: Game> {
    fn with<S: BinarySolver<G>>(&mut self, solver: S);
}

fn with_solver<G: Symmetric, K: GameKnowledge<G>>(
    name: &str,
    (game, knowledge): (&G, &K),
    (table, tree): (u64, u64),
    task: &mut impl With<G>,
) {
    let resources = Resources::for_game(game, Reduction::Canonical, table, tree).unwrap();
    let (game, knowledge) = (game.clone(), knowledge.clone());
    match name {
        "ews" => {
            let policy = ExpectedWork::with(WorkEstimate::Expected);
            task.with(BestFirst::new(game, knowledge, &resources, policy));
        }
        "ews-wr" => {
            let policy = ExpectedWork::with(WorkEstimate::SizeAlone);
            task.with(BestFirst::new(game, knowledge, &resources, policy));
        }
        "ews-ps" => {
            let policy = ExpectedWork::with(WorkEstimate::RateAlone);
            task.with(BestFirst::new(game, knowledge, &resources, policy));
        }
        "pns" => task.with(BestFirst::new(game, knowledge, &resources, ProofNumbers)),
        "mcts" => {
            let policy = Mcts;
            task.with(BestFirst::new(game, knowledge, &resources, policy));
        }
        "df-pn" => task.with(DfPn::new(game, knowledge, &resources, 0.25)),
        "deepening" => task.with(IterativeDeepening::new(game, knowledge, &resources)),
        other => panic!("there is no solver {other}"),
    }
}

fn request(position: &str, claims: Claims) -> Request {
    Request {
        position: position.to_owned(),
        claims,
        knowledge: true,
        moves: MoveChoice::Canonical,
        memory: MemoryLimits::default(),
        program: "a test".to_owned(),
    }
}

fn checked(proof: &Proof) -> ProofReport {
    let (bytes, digest) = proof.encode().unwrap();
    let report = verify_proof(
        &ProofReader::from_bytes(bytes).unwrap(),
        Limits::default(),
        &none_given,
        &mut |_, _| {},
    )
    .unwrap();
    assert_eq!(report.digest, digest);
    assert_eq!(report.walked.nodes, proof.nodes);
    assert_eq!(report.walked.choices, proof.moves.count());
    report
}

/// Proves the exact value of a position, checks the proof, and fails to prove more or less.
struct Exactly<'a, G, K> {
    game: &'a G,
    known: &'a K,
    position: &'a str,
    value: Value,
    memory: MemoryLimits,
    knowledge: bool,
    nodes: u64,
}

impl<G: Symmetric + Notation, K: GameKnowledge<G>> With<G> for Exactly<'_, G, K> {
    fn with<S: BinarySolver<G>>(&mut self, mut solver: S) {
        let game = self.game;
        let both = (game, self.known);
        let found = exact_value(game, &mut solver, self.position, &mut |_| true).unwrap();
        assert_eq!(found, self.value, "{}", game.spec());
        let claims = Claims {
            at_least: Some(found),
            at_most: Some(found),
        };
        for moves in [MoveChoice::Canonical, MoveChoice::Found] {
            let asked = Request {
                memory: self.memory,
                knowledge: self.knowledge,
                moves,
                ..request(self.position, claims)
            };
            let proof = prove(
                both.0,
                &*Solvers::shared(both.0, both.1.clone()),
                &mut solver,
                &asked,
                &none_given,
                &mut |_| true,
            )
            .unwrap();
            self.nodes = checked(&proof).walked.nodes;
        }
        let too_much = Claims {
            at_least: Some(found + 1),
            at_most: None,
        };
        let too_little = Claims {
            at_least: None,
            at_most: Some(found - 1),
        };
        for claims in [too_much, too_little] {
            let asked = request(self.position, claims);
            let error = prove(
                both.0,
                &*Solvers::shared(both.0, both.1.clone()),
                &mut solver,
                &asked,
                &none_given,
                &mut |_| true,
            )
            .unwrap_err();
            assert!(matches!(error, ProveError::NotSo(_)), "{error}");
        }
    }
}

const MEMORY: (u64, u64) = (1 << 22, 1 << 22);

fn all_prove<G: Symmetric + Notation, K: GameKnowledge<G>>(
    game: &G,
    knowledge: &K,
    position: &str,
    value: Value,
) {
    these_prove(&SOLVERS, (game, knowledge), position, value);
}

/// All solvers but iterative deepening, which takes long where wins are.
fn best_first_and_df_pn() -> Vec<&'static str> {
    let others = SOLVERS.into_iter().filter(|name| *name != "deepening");
    others.collect()
}

fn these_prove<G: Symmetric + Notation, K: GameKnowledge<G>>(
    solvers: &[&str],
    (game, knowledge): (&G, &K),
    position: &str,
    value: Value,
) {
    for name in solvers {
        let mut task = Exactly {
            game,
            known: knowledge,
            position,
            value,
            memory: MemoryLimits::default(),
            knowledge: true,
            nodes: 0,
        };
        with_solver(name, (game, knowledge), MEMORY, &mut task);
    }
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let game = Mnk::new(3, 3, 3).unwrap();
    all_prove(&game, &NoKnowledge, "-", 0);
    all_prove(&game, &NoKnowledge, "a1 b1", 1);
}

#[test]
fn connect_four_on_four_by_four_and_five_by_four_is_a_draw() {
    let others = best_first_and_df_pn();
    let game = ConnectFour::new(4, 4).unwrap();
    these_prove(&others, (&game, &ConnectFourKnowledge), "-", 0);
    these_prove(&others, (&game, &NoKnowledge), "1", 0);
    all_prove(&game, &ConnectFourKnowledge, "11112222", 0);
    let game = ConnectFour::new(5, 4).unwrap();
    these_prove(&["df-pn", "ews"], (&game, &ConnectFourKnowledge), "-", 0);
}

#[test]
fn othello_on_four_by_four_is_lost_by_ten() {
    let game = Othello::<u64>::new(4, 4).unwrap();
    all_prove(&game, &OthelloKnowledge::new(&game), "-", -10);
}

#[test]
fn who_moves_first_wins_hex() {
    for (columns, rows) in [(2, 2), (3, 3)] {
        let game = Hex::<u64>::new(columns, rows).unwrap();
        all_prove(&game, &NoKnowledge, "-", 1);
    }
    let game = Hex::<u64>::new(4, 4).unwrap();
    these_prove(&best_first_and_df_pn(), (&game, &NoKnowledge), "-", 1);
    all_prove(&Hex::<u64>::new(3, 3).unwrap(), &NoKnowledge, "a1", 1);
}

fn go(spec: &str) -> Go {
    Go::from_spec(&Spec::parse(spec).unwrap()).unwrap()
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
        all_prove(&go(spec), &GoKnowledge::default(), "-", value);
    }
}

#[test]
fn go_on_three_by_three_is_won_by_all_points() {
    let game = go("go:3x3");
    these_prove(
        &best_first_and_df_pn(),
        (&game, &GoKnowledge::default()),
        "-",
        9,
    );
}

/// Counts the moves of a proof of found moves that a position reaches a value.
struct FoundMoves<'a>(&'a Go, Value, u64);

impl With<Go> for FoundMoves<'_> {
    fn with<S: BinarySolver<Go>>(&mut self, mut solver: S) {
        let claims = Claims {
            at_least: Some(self.1),
            at_most: None,
        };
        let asked = Request {
            moves: MoveChoice::Found,
            ..request("-", claims)
        };
        let solvers = Solvers::shared(self.0, GoKnowledge::default());
        let proof = prove(
            self.0,
            &*solvers,
            &mut solver,
            &asked,
            &none_given,
            &mut |_| true,
        )
        .unwrap();
        checked(&proof);
        self.2 = proof.moves.count();
    }
}

#[test]
fn proofs_of_found_moves_take_moves_to_positions_that_they_have() {
    let game = go("go:4x3");
    let mut task = FoundMoves(&game, 4, 0);
    with_solver("ews", (&game, &GoKnowledge::default()), MEMORY, &mut task);
    // There are 1,433; 2,045 with the first move that is found at each position.
    assert!(task.2 < 1_700, "{}", task.2);
}

#[test]
fn small_boards_of_go_with_suicide_too() {
    for (spec, value) in [
        ("go:2x2?suicide=yes", 1),
        ("go:2x3?superko=situational&suicide=yes", 0),
    ] {
        these_prove(
            &best_first_and_df_pn(),
            (&go(spec), &GoKnowledge::default()),
            "-",
            value,
        );
    }
}

/// Limits decide how much is walked again, and nothing else.
#[test]
fn a_walk_that_remembers_less_proves_the_same() {
    let game = go("go:2x3");
    let mut nodes = Vec::new();
    for memory in [
        MemoryLimits::default(),
        MemoryLimits {
            of_answer: 0,
            ..MemoryLimits::default()
        },
        MemoryLimits {
            in_all: 100,
            answers: 50,
            ..MemoryLimits::default()
        },
    ] {
        let mut task = Exactly {
            game: &game,
            known: &GoKnowledge::default(),
            position: "-",
            value: 0,
            memory,
            knowledge: true,
            nodes: 0,
        };
        with_solver("df-pn", (&game, &GoKnowledge::default()), MEMORY, &mut task);
        nodes.push(task.nodes);
    }
    assert!(nodes.is_sorted() && nodes[0] < nodes[2], "{nodes:?}");
}

#[test]
fn go_can_be_proven_without_knowledge() {
    let game = go("go:2x2");
    let mut task = Exactly {
        game: &game,
        known: &NoKnowledge,
        position: "-",
        value: 1,
        memory: MemoryLimits::default(),
        knowledge: false,
        nodes: 0,
    };
    with_solver("df-pn", (&game, &NoKnowledge), MEMORY, &mut task);
    let without = task.nodes;
    let mut task = Exactly {
        game: &game,
        known: &GoKnowledge::default(),
        position: "-",
        value: 1,
        memory: MemoryLimits::default(),
        knowledge: true,
        nodes: 0,
    };
    with_solver("df-pn", (&game, &GoKnowledge::default()), MEMORY, &mut task);
    assert!(task.nodes < without, "{} {without}", task.nodes);
}

/// A table of a few entries forgets most moves of the winner, which are searched for once more.
#[test]
fn what_the_solver_has_forgotten_is_searched_again() {
    for name in ["df-pn", "ews"] {
        let game = Hex::<u64>::new(3, 3).unwrap();
        let mut task = Exactly {
            game: &game,
            known: &NoKnowledge,
            position: "-",
            value: 1,
            memory: MemoryLimits::default(),
            knowledge: true,
            nodes: 0,
        };
        with_solver(name, (&game, &NoKnowledge), (1 << 8, 1 << 16), &mut task);
        let game = go("go:2x2");
        let mut task = Exactly {
            game: &game,
            known: &GoKnowledge::default(),
            position: "-",
            value: 1,
            memory: MemoryLimits::default(),
            knowledge: true,
            nodes: 0,
        };
        with_solver(
            name,
            (&game, &GoKnowledge::default()),
            (1 << 12, 1 << 16),
            &mut task,
        );
    }
}

#[test]
fn what_came_before_the_position_counts() {
    // White has taken a stone at B1, and Black may not take back at once: the board was there.
    let from = "B1 C1 pass A1";
    for spec in ["go:4x1", "go:4x1?superko=situational"] {
        let game = go(spec);
        let position = game.parse_position(from).unwrap();
        assert!(game.parse_position("B1 C1 pass A1 B1").is_err());
        let unknown = Interval::unknown(game.value_range());
        let mut plain = PlainAlphaBeta::new(game.clone(), GoKnowledge::default());
        let value = plain.value(&position, unknown).unwrap();
        all_prove(&game, &GoKnowledge::default(), from, value);
        let forgotten = game.position(game.key(&position)).unwrap();
        assert_ne!(plain.value(&forgotten, unknown), Ok(value), "{spec}");
    }

    let game = go("go:3x3");
    let resources = Resources::for_game(&game, Reduction::Canonical, 1 << 22, 1 << 22).unwrap();
    let mut solver = DfPn::new(game.clone(), GoKnowledge::default(), &resources, 0.25);
    let board = "-X-XXO-O- O";
    let value = exact_value(&game, &mut solver, board, &mut |_| true).unwrap();
    let claims = Claims {
        at_least: Some(value),
        at_most: None,
    };
    let proof = prove(
        &game,
        &*Solvers::shared(&game, GoKnowledge::default()),
        &mut solver,
        &request(board, claims),
        &none_given,
        &mut |_| true,
    )
    .unwrap();
    assert!(proof.header.board.is_some() && proof.header.moves.is_empty());
    checked(&proof);
}

#[test]
fn trees_from_files_can_be_proven() {
    let path = std::env::temp_dir().join(format!("solveig-proof-{}.json", std::process::id()));
    std::fs::write(
        &path,
        "[[3, [12, -4], 8], [2, 4, [[6, 5], 1]], [14, [5], 2]]",
    )
    .unwrap();
    let spec = format!("tree:{}", path.display());
    let game = ExplicitTree::from_spec(&Spec::parse(&spec).unwrap()).unwrap();
    let unknown = Interval::unknown(game.value_range());
    let value = Minimax::new(game.clone())
        .value(&game.start(), unknown)
        .unwrap();
    all_prove(&game, &NoKnowledge, "-", value);
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn what_is_asked_to_stop_stops() {
    let game = go("go:3x3");
    let resources = Resources::for_game(&game, Reduction::Canonical, 1 << 22, 1 << 22).unwrap();
    let mut solver = DfPn::new(game.clone(), GoKnowledge::default(), &resources, 0.25);
    let claims = Claims {
        at_least: Some(9),
        at_most: None,
    };
    let error = prove(
        &game,
        &*Solvers::shared(&game, GoKnowledge::default()),
        &mut solver,
        &request("-", claims),
        &none_given,
        &mut |_| false,
    )
    .unwrap_err();
    assert!(matches!(error, ProveError::Stopped), "{error}");
}
