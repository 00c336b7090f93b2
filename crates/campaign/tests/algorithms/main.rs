//! The algorithms of Takizawa (2023) held against minimax.

mod guesses;
mod hypotheses;
mod listed_hypotheses;
mod proofs;
mod surveys;
