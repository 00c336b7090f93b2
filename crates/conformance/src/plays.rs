//! Random plays from fixed seeds.

use solveig_game::random::Random;
use solveig_game::{Game, GameExt, Move, Notation};

/// Number of random plays on which each law is checked.
const PLAYS: u64 = 24;

/// Maximum number of moves of a play, for games that may never end.
const LONGEST: usize = 512;

/// A play: its moves, and its positions, of which there is one more.
pub(crate) struct RandomPlay<G: Game> {
    pub(crate) positions: Vec<G::Position>,
    pub(crate) moves: Vec<Move>,
}

impl<G: Notation> RandomPlay<G> {
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

    /// Describes the position at index `place` by the moves that lead to it.
    pub(crate) fn until(&self, game: &G, place: usize) -> String {
        let moves: Vec<String> = self.moves[..place]
            .iter()
            .map(|played| game.format_move(*played))
            .collect();
        format!("{} after \"{}\"", game.spec(), moves.join(" "))
    }

    /// All positions, each with a description for messages.
    pub(crate) fn visits(&self, game: &G) -> impl Iterator<Item = (&G::Position, String)> {
        let places = self.positions.iter().enumerate();
        places.map(|(place, position)| (position, self.until(game, place)))
    }
}

/// The random plays on which all laws are checked.
pub(crate) fn plays<G: Notation>(game: &G) -> Vec<RandomPlay<G>> {
    let mut random = Random::new(0x5017_e160);
    (0..PLAYS)
        .map(|_| RandomPlay::random(game, &mut random))
        .collect()
}

/// The positions of these plays, each with a description for messages.
pub(crate) fn visits<G: Notation>(game: &G) -> Vec<(G::Position, String)> {
    let all = |play: RandomPlay<G>| -> Vec<_> {
        let visits = play.visits(game);
        visits
            .map(|(position, at)| (position.clone(), at))
            .collect()
    };
    plays(game).into_iter().flat_map(all).collect()
}
