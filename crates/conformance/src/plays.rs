//! Random plays from fixed seeds.

use solveig_game::random::Random;
use solveig_game::{Game, GameExt, Move};

/// How many plays a law is checked on.
const PLAYS: u64 = 24;

/// Where a play is cut off in a game that may never end.
const LONGEST: usize = 512;

/// One play: the positions it went through, one more than its moves.
pub(crate) struct RandomPlay<G: Game> {
    pub(crate) positions: Vec<G::Position>,
    pub(crate) moves: Vec<Move>,
}

impl<G: Game> RandomPlay<G> {
    fn random(game: &G, random: &mut Random) -> Self {
        let mut play = Self {
            positions: vec![game.start()],
            moves: Vec::new(),
        };
        while play.moves.len() < LONGEST {
            let position = &play.positions[play.moves.len()];
            let legal = game.moves(position);
            if legal.is_empty() {
                break;
            }
            let played = *random.pick(&legal);
            let next = game.play_unchecked(position, played);
            play.positions.push(next);
            play.moves.push(played);
        }
        play
    }

    /// The moves before the position at `place`, for messages.
    pub(crate) fn until(&self, game: &G, place: usize) -> String {
        let moves: Vec<String> = self.moves[..place]
            .iter()
            .map(|played| game.format_move(*played))
            .collect();
        format!("{} after \"{}\"", game.spec(), moves.join(" "))
    }

    /// Every position with the words that say how it came about.
    pub(crate) fn visits(&self, game: &G) -> impl Iterator<Item = (&G::Position, String)> {
        self.positions
            .iter()
            .enumerate()
            .map(|(place, position)| (position, self.until(game, place)))
    }
}

/// The plays that all laws are checked on.
pub(crate) fn plays<G: Game>(game: &G) -> Vec<RandomPlay<G>> {
    let mut random = Random::new(0x5017_e160);
    (0..PLAYS)
        .map(|_| RandomPlay::random(game, &mut random))
        .collect()
}
