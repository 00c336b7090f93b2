//! The algorithms of paper 004 held against minimax.

mod guesses;
mod hypotheses;
mod proofs;
mod surveys;
