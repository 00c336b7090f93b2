//! The program as its users meet it: arguments in; standard output, standard error and an exit
//! status out.

mod answers;
mod bad_input;
mod campaigns;
mod faces;
mod files;
mod lines;
mod losses;
mod matches;
mod proofs;
mod run;
mod serving;
mod trees;
