//! Tests that a player never does worse than the proved value: a campaign's, or one by results of
//! others, which this program makes of 6x6 Othello with the cuts that it is given.
//!
//! The player plays both sides in turn, from the start of the table, against three opponents:
//! random moves, a greedy taker of discs, and the solver with one random move in five, otherwise
//! playing by a shallow search or, near the end, an exact one.
//!
//! ```text
//! cargo run --release -p solveig-campaign --example player_trial -- o66.player 10000
//! cargo run --release -p solveig-campaign --example player_trial -- 26,20 10000
//! ```

#[expect(dead_code, reason = "tests use the rest of it")]
mod world;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use solveig_campaign::player::{
    FromResults, KeptMove, MoveSource, PlaySide, Player, PlayerTable, TablePlayer,
};
use solveig_campaign::results::derive::hypotheses;
use solveig_campaign::{Plan, Problem, full_window};
use solveig_game::random::Random;
use solveig_game::{Game, GameExt, Interval, Key, Move, Notation, Reduction, Spec, Value};
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::{OthelloKnowledge, OthelloSolver};
use solveig_search::{Oracle, StopToken, Stopped, TranspositionTable};

use world::World;

/// How the other side plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Opponent {
    Random,
    Greedy,
    Mistaken,
}

/// Up to this many empty squares the solver with mistakes knows the best move.
const EXACT: u32 = 12;

/// How far it looks ahead before.
const PLIES: u32 = 4;

/// What came of the games against one opponent, on one side.
#[derive(Debug, Default)]
struct Tally {
    games: u64,
    worse: u64,
    better: u64,
    min: Option<Value>,
    from_table: u64,
    from_results: u64,
    searched: u64,
    rescued: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, games] = &arguments[..] else {
        return Err("usage: player_trial FILE.player|FIRST,SECOND GAMES".into());
    };
    let games: u64 = games.parse()?;
    if let Some((first, second)) = path.split_once(',') {
        let started = Instant::now();
        let world = World::proving((6, 6), first.parse()?, second.parse()?, 256 << 20);
        println!("results made in {:.1} s", started.elapsed().as_secs_f64());
        let path = imported(&world)?;
        println!("player made after {:.1} s", started.elapsed().as_secs_f64());
        return play_file(&path, games);
    }
    play_file(Path::new(path), games)
}

/// Makes the player of a world's results, and returns its file.
fn imported(world: &World) -> Result<PathBuf, Box<dyn Error>> {
    world.import()?;
    let store = world.store();
    let list = world.list();
    let from = FromResults {
        game: world.game.clone(),
        knowledge: Arc::new(OthelloKnowledge::new(&world.game)),
        position: "-".to_owned(),
        hypotheses: hypotheses(&store, Path::new("the list"), list.as_bytes())?,
        memory: 64 << 20,
        threads: 2,
        stop: StopToken::never(),
    };
    let table = PlayerTable::from_results(from, &store, &|_, _| ())?;
    println!("{:?}", table.heading());
    let path = world.folder.path().join("imported.player");
    table.write(&mut BufWriter::new(File::create(&path)?))?;
    Ok(path)
}

fn play_file(path: &Path, games: u64) -> Result<(), Box<dyn Error>> {
    let mut player = Player::read(path, BufReader::new(File::open(path)?), 64 << 20)?;
    let spec = Spec::parse(&player.table().heading().game)?;
    let (columns, rows) = spec.columns_by_rows()?;
    if columns * rows <= 40 {
        play_all(Othello::<u64>::new(columns, rows)?, &mut player, games)
    } else {
        play_all(Othello::<u128>::new(columns, rows)?, &mut player, games)
    }
}

fn play_all<K: Key>(
    game: Othello<K>,
    player: &mut Player,
    games: u64,
) -> Result<(), Box<dyn Error>> {
    let memory = Arc::new(TranspositionTable::new(&game, 256 << 20)?);
    let oracle = || OthelloSolver::new(&game, &memory, Reduction::Canonical);
    let start = game.parse_position(&player.table().heading().position)?;
    let mut player = TablePlayer::new(player, oracle())?;
    let problem = Problem::new(
        game.clone(),
        Arc::new(OthelloKnowledge::new(&game)),
        &Plan::whole(&game),
    )?;
    let mut expert = oracle();
    let mut random = Random::new(0x5eed);
    let mut tallies: BTreeMap<(Opponent, PlaySide), Tally> = BTreeMap::new();
    let mut slowest = Duration::ZERO;
    let started = Instant::now();
    for number in 0..games {
        let opponents = [Opponent::Random, Opponent::Greedy, Opponent::Mistaken];
        let opponent = opponents[(number % 3) as usize];
        let side = if number / 3 % 2 == 0 {
            PlaySide::First
        } else {
            PlaySide::Second
        };
        let tally = tallies.entry((opponent, side)).or_default();
        let (mut position, mut mover) = (start, PlaySide::First);
        let utility = loop {
            if let Some(utility) = game.terminal_value(&position) {
                break if mover == side { utility } else { -utility };
            }
            let played = if mover == side {
                let begun = Instant::now();
                let kept = player.best_move(&position, side)?.ok_or("no move")?;
                let KeptMove { played, source } = kept;
                slowest = slowest.max(begun.elapsed());
                match source {
                    MoveSource::Table => tally.from_table += 1,
                    MoveSource::Results => tally.from_results += 1,
                    MoveSource::Searched => tally.searched += 1,
                    MoveSource::Rescued => tally.rescued += 1,
                }
                played
            } else {
                answer(&problem, &mut expert, &position, opponent, &mut random)?
            };
            position = game.play_unchecked(&position, played);
            mover = mover.other();
        };
        tally.games += 1;
        let guaranteed = player.guaranteed(side);
        tally.worse += u64::from(utility < guaranteed);
        tally.better += u64::from(utility > guaranteed);
        tally.min = Some(tally.min.map_or(utility, |min| min.min(utility)));
        if (number + 1) % 1_000 == 0 {
            let worse: u64 = tallies.values().map(|tally| tally.worse).sum();
            let seconds = started.elapsed().as_secs_f64();
            eprintln!(
                "{} games in {seconds:.1} s, {worse} of them worse",
                number + 1
            );
        }
    }
    let mut worse = 0;
    for ((opponent, side), tally) in &tallies {
        println!("{opponent:?}, player {side:?}: {tally:?}");
        worse += tally.worse;
    }
    println!(
        "{games} games in {:.1} s, {worse} of them worse than proved; the slowest answer took {:.3} s",
        started.elapsed().as_secs_f64(),
        slowest.as_secs_f64()
    );
    match worse {
        0 => Ok(()),
        _ => Err(format!("{worse} games ended worse than proved").into()),
    }
}

fn answer<K: Key>(
    problem: &Problem<Othello<K>>,
    expert: &mut OthelloSolver<K>,
    position: &solveig_games::othello::Position,
    opponent: Opponent,
    random: &mut Random,
) -> Result<Move, Stopped> {
    let game = problem.game();
    let moves = game.moves(position);
    let any = moves[random.index(moves.len())];
    Ok(match opponent {
        Opponent::Random => any,
        Opponent::Greedy => {
            let points = |played: &Move| {
                let after = game.play_unchecked(position, *played);
                after.opponent.count_ones()
            };
            let max = moves.iter().map(points).max();
            let best: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|one| Some(points(one)) == max)
                .collect();
            best[random.index(best.len())]
        }
        Opponent::Mistaken if random.index(5) == 0 => any,
        Opponent::Mistaken => {
            let range = game.value_range();
            if game.max_level() - game.level(position) <= EXACT {
                let value = expert.value(position, Interval::unknown(range))?;
                return Ok(expert.best_move(position, value)?.unwrap_or(any));
            }
            let full = full_window(range);
            let promise = |played: &Move| {
                let child = game.play_unchecked(position, *played);
                problem.look_ahead(&child, PLIES, full)
            };
            moves.iter().copied().min_by_key(promise).unwrap_or(any)
        }
    })
}
