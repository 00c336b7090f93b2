//! Solutions of well-known boards up to a shallow level, as bytes inside the program.
//!
//! Each artifact is what `solveig solve` writes, up to its cut: later positions are searched.
//! A semi-strong one reaches far, so a player that never leaves the canonical moves has its first
//! moves without a search; a strong one reaches less far and has every position there. A game may
//! have several, which are asked in this order. The file of a game whose values depend on the
//! history of play is a proof. `cargo xtask openings` makes all of them anew.
//!
//! ```
//! let opening = solveig_openings::of("connect-four:7x6?utility=score").next().unwrap();
//! assert_eq!(opening.file, "connect-four-7x6.sol");
//! assert!(solveig_openings::of("connect-four:9x9").next().is_none());
//! ```

/// The solution or the proof of a game.
#[derive(Clone, Copy, Debug)]
pub struct Opening {
    /// The spec of the game, as the file has it.
    pub spec: &'static str,
    /// The name of the file: `.sol` of an artifact, `.proof` of a proof.
    pub file: &'static str,
    /// The content of the file.
    pub bytes: &'static [u8],
}

macro_rules! openings {
    ($($spec:literal => $file:literal),* $(,)?) => {
        /// All openings, the best known games first.
        pub const ALL: &[Opening] = &[$(Opening {
            spec: $spec,
            file: $file,
            bytes: include_bytes!(concat!("../files/", $file)),
        }),*];
    };
}

openings! {
    "connect-four:7x6?utility=score" => "connect-four-7x6.sol",
    "connect-four:7x6?utility=score" => "connect-four-7x6-strong.sol",
    "connect-four:7x6" => "connect-four-7x6-outcome.sol",
    "othello:6x6" => "othello-6x6.sol",
    "othello:6x6" => "othello-6x6-strong.sol",
    "hex:7x7" => "hex-7x7.sol",
    "hex:7x7" => "hex-7x7-strong.sol",
    "go:4x4" => "go-4x4.proof",
}

impl Opening {
    /// Whether the file is an artifact and no proof.
    pub fn is_artifact(&self) -> bool {
        self.file.ends_with(".sol")
    }
}

/// The openings of the game with this spec, in the order in which they are asked.
pub fn of(spec: &str) -> impl Iterator<Item = &'static Opening> {
    ALL.iter().filter(move |one| one.spec == spec)
}
