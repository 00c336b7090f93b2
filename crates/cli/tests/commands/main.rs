//! The program as its users meet it: arguments in; standard output, standard error and an exit
//! status out.

mod analyses;
mod answers;
mod bad_input;
#[cfg(feature = "campaigns")]
mod campaign_results;
#[cfg(feature = "campaigns")]
mod campaigns;
mod files;
#[cfg(unix)]
mod foreign;
mod front_ends;
mod golden;
#[cfg(unix)]
mod hostile;
#[cfg(feature = "campaigns")]
mod hypotheses;
#[cfg(unix)]
mod large_checks;
#[cfg(unix)]
mod limits;
mod lines;
#[cfg(all(feature = "campaigns", feature = "study"))]
mod losses;
mod matches;
mod openings;
#[cfg(feature = "campaigns")]
mod players;
mod proofs;
mod races;
mod run;
mod serving;
mod static_folder;
mod stopping;
mod tables;
#[cfg(feature = "study")]
mod trees;
mod vocabulary;
#[cfg(not(all(feature = "campaigns", feature = "server", feature = "study")))]
mod without;
