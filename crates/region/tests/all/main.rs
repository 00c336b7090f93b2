//! All tests of this crate as one program, which compiles faster than one for each.

mod boards;
mod definition;
mod delegation;
mod enumeration;
mod estimate;
mod proofs;
mod resume;
