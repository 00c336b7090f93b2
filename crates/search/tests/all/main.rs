//! All tests of this crate as one program, which compiles faster than one for each.

#![cfg(not(loom))]

mod binary;
mod distance;
mod hex;
mod history;
mod knowledge;
mod limits;
mod solvers;
mod stopping;
mod table;
mod teams;
mod zones;
