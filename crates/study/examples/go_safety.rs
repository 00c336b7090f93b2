//! How early what is known of Go decides a play.
//!
//! ```text
//! cargo run --release -p solveig-study --example go_safety -- COLUMNSxROWS KOMI PLAYS [SEED]
//! ```
//!
//! plays at random, without filling eyes of one point, and says after how many moves each kind of
//! safety decides first who wins, on the mean, and what one look takes.

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use solveig_game::{Game, Interval, Spec};
use solveig_games::go::knowledge::{GoKnowledge, Safety};
use solveig_games::go::{Go, GoPosition};
use solveig_search::Bounds;
use solveig_search::random::Random;

const KINDS: [(&str, Safety); 3] = [
    ("unconditional", Safety::Unconditional),
    ("alternating", Safety::Alternating),
    ("bounded", Safety::Bounded),
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [size, komi, plays, rest @ ..] = arguments.as_slice() else {
        return Err("usage: go_safety COLUMNSxROWS KOMI PLAYS [SEED]".into());
    };
    let spec = format!("go:{size}?komi={komi}");
    let game = Go::from_spec(&Spec::parse(&spec)?)?;
    let seed = rest.first().map_or(Ok(1), |seed| seed.parse())?;
    let mut random = Random::new(seed);
    let plays: Vec<Vec<GoPosition>> = (0..plays.parse()?)
        .map(|_| play(&game, &mut random))
        .collect();
    let positions: usize = plays.iter().map(Vec::len).sum();
    println!(
        "{spec}: {} plays of {:.2} moves on the mean",
        plays.len(),
        positions as f64 / plays.len() as f64
    );
    let mut moves = Vec::new();
    for (name, safety) in KINDS {
        let knowing = GoKnowledge { safety };
        let is_decided = |position: &GoPosition| knowing.bounds(&game, position).value().is_some();
        let plies = plays.iter().map(|play| {
            let first = play.iter().position(is_decided);
            first.unwrap_or(play.len())
        });
        let plies: usize = plies.sum();
        let start = Instant::now();
        for position in plays.iter().flatten() {
            black_box::<Interval>(knowing.bounds(&game, position));
        }
        let look = start.elapsed().as_nanos() / positions as u128;
        let start = Instant::now();
        for position in plays.iter().flatten() {
            moves.clear();
            black_box(knowing.expand(&game, position, &mut moves));
        }
        let expand = start.elapsed().as_nanos() / positions as u128;
        println!(
            "{name:13}: decided after {:.2} moves; {look} ns a look, {expand} ns with the moves",
            plies as f64 / plays.len() as f64
        );
    }
    Ok(())
}

/// The positions of a random play.
fn play(game: &Go, random: &mut Random) -> Vec<GoPosition> {
    let mut positions = vec![game.start()];
    let mut moves = Vec::new();
    while let Some(position) = positions.last() {
        moves.clear();
        game.legal_moves(position, &mut moves);
        if moves.is_empty() {
            break;
        }
        let own = position.stones(position.to_move());
        let all = moves.len();
        // The pass is the last.
        moves.retain(|one| *one != game.pass() && game.board().adjacent(1 << one.0) & !own != 0);
        let drawn = match moves.len() {
            0 => game.pass(),
            _ => moves[random.below(moves.len() as u32) as usize],
        };
        debug_assert!(all > moves.len());
        positions.push(game.play_unchecked(position, drawn));
    }
    positions
}
