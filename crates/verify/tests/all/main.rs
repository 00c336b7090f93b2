//! The checker on true and false files, its rules against slow ones, proofs, and derivations.

mod conclusion;
mod files;
mod forge;
mod proofs;
mod rules;
