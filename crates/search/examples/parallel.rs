//! How well threads share a search: `parallel GAME SOLVER THREADS MEBIBYTES [POSITION [BOUND]]`.
//!
//! One line with the answer, the positions that all threads looked at (what they look at more than one thread
//! does is lost), and the time. Without a bound the exact value is found by thresholds.

use std::error::Error;
use std::time::Instant;

use solveig_game::{Game, Interval, Reduction};
use solveig_games::registry::AnyGame;
use solveig_search::binary::{
    BestFirst, BinarySolver, BisectionOracle, DfPn, ExpectedWork, Mcts, ProofNumbers, Resources,
};
use solveig_search::knowledge::GameKnowledge;
use solveig_search::knowledge::connect_four::ConnectFourKnowledge;
use solveig_search::knowledge::go::GoKnowledge;
use solveig_search::knowledge::othello::OthelloKnowledge;
use solveig_search::{Oracle, Unordered};

/// What was asked for.
struct Asked {
    solver: String,
    threads: usize,
    bytes: u64,
    position: String,
    bound: Option<i32>,
}

fn search<G: Game, K: GameKnowledge<G>>(
    game: &G,
    knowledge: K,
    asked: &Asked,
) -> Result<(), Box<dyn Error>> {
    let half = asked.bytes / 2;
    let mut resources = Resources::for_game(game, Reduction::Canonical, half, half)?;
    resources.threads = asked.threads;
    let game = game.clone();
    match asked.solver.as_str() {
        "ews" => {
            let policy = ExpectedWork::default();
            report(
                &mut BestFirst::new(game, knowledge, &resources, policy),
                asked,
            )
        }
        "pns" => report(
            &mut BestFirst::new(game, knowledge, &resources, ProofNumbers),
            asked,
        ),
        "mcts" => {
            let policy = Mcts::default();
            report(
                &mut BestFirst::new(game, knowledge, &resources, policy),
                asked,
            )
        }
        "df-pn" => report(&mut DfPn::new(game, knowledge, &resources, 0.25), asked),
        other => Err(format!("{other} is none of ews, pns, mcts, df-pn").into()),
    }
}

fn report<G: Game, S: BinarySolver<G> + Clone>(
    solver: &mut S,
    asked: &Asked,
) -> Result<(), Box<dyn Error>> {
    let position = solver.game().parse_position(&asked.position)?;
    let range = solver.game().value_range();
    let start = Instant::now();
    let (answer, effort) = match asked.bound {
        Some(bound) => {
            let answer = solver.reaches(&position, bound, &mut |_| true);
            let text = answer.map(|reaches| format!("at least {bound}: {reaches}"));
            (text.ok_or("nobody has stopped it")?, solver.effort())
        }
        None => {
            let mut oracle = BisectionOracle::new(solver.clone());
            let value = oracle.value(&position, Interval::unknown(range))?;
            (format!("value {value}"), oracle.solver().effort())
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{answer}, {} threads, {seconds:.2} s, {} nodes, {} expansions, {} cuts, {:.0} nodes a second",
        asked.threads,
        effort.nodes,
        effort.expansions,
        effort.cuts,
        effort.nodes as f64 / seconds
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, solver, threads, mebibytes, rest @ ..] = words.as_slice() else {
        return Err("usage: parallel GAME SOLVER THREADS MEBIBYTES [POSITION [BOUND]]".into());
    };
    let asked = Asked {
        solver: solver.clone(),
        threads: threads.parse()?,
        bytes: mebibytes.parse::<u64>()? << 20,
        position: rest.first().map_or("-", String::as_str).to_owned(),
        bound: rest.get(1).map(|text| text.parse()).transpose()?,
    };
    match AnyGame::parse(game)? {
        AnyGame::Hex64(game) => search(&game, Unordered, &asked),
        AnyGame::ConnectFour(game) => search(&game, ConnectFourKnowledge, &asked),
        AnyGame::Othello64(game) => search(&game, OthelloKnowledge::new(&game), &asked),
        AnyGame::Go(game) => search(&game, GoKnowledge::default(), &asked),
        AnyGame::Mnk(game) => search(&game, Unordered, &asked),
        AnyGame::RandomTree(game) => search(&game, Unordered, &asked),
        _ => Err("not with this game".into()),
    }
}
