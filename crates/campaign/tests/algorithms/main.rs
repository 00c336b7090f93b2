//! The algorithms of Takizawa (2023) held against minimax.

mod assumptions;
mod guesses;
mod hypotheses;
mod proofs;
mod surveys;
