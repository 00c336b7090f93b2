//! Random plays from fixed seeds.

use solveig_game::{Game, GameExt, Move};

/// How many plays a law is checked on.
const PLAYS: u64 = 24;

/// Where a play is cut off in a game that may never end.
const LONGEST: usize = 512;

/// The SplitMix64 generator.
pub(crate) struct PlayGenerator(u64);

impl PlayGenerator {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub(crate) fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }

    /// A number below `limit`, which is not 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// One play: the positions it went through, one more than its moves.
pub(crate) struct RandomPlay<G: Game> {
    pub(crate) positions: Vec<G::Position>,
    pub(crate) moves: Vec<Move>,
}

impl<G: Game> RandomPlay<G> {
    fn random(game: &G, random: &mut PlayGenerator) -> Self {
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
    let mut random = PlayGenerator::new(0x5017_e160);
    (0..PLAYS)
        .map(|_| RandomPlay::random(game, &mut random))
        .collect()
}
