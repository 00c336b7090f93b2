//! What the tests of several crates share. The tests of `solveig-verify` have their own, since the
//! checker shares nothing with the solver.

pub mod cases;
pub mod duration;
pub mod exhaustive;
pub mod forge;
pub mod go;
pub mod moments;
pub mod naive;
pub mod nats_server;
pub mod notation;
