//! Properties of whole files: what is written is read, and nothing else is accepted.

mod changing;
mod document;
mod golden;
mod hostile;
mod limits;
mod proofs;
mod publishing;
mod round_trip;
mod spelling;
