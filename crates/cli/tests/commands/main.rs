//! The program as its users meet it: arguments in; standard output, standard error and an exit
//! status out.

mod answers;
mod bad_input;
#[cfg(feature = "campaigns")]
mod campaigns;
mod faces;
mod files;
mod golden;
mod lines;
#[cfg(feature = "campaigns")]
mod losses;
mod matches;
mod proofs;
mod run;
mod serving;
mod trees;
#[cfg(not(feature = "campaigns"))]
mod without;
