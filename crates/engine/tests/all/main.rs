//! All tests of this crate as one program, which compiles faster than one for each.

mod answers;
mod engines;
mod equal_positions;
mod files;
mod go_states;
mod lasting;
mod many;
mod openings;
mod perfect;
mod proofs;
mod solved;
