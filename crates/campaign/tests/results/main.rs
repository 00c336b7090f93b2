//! Results of others: complete small worlds of Othello in files like those of Takizawa (2023),
//! imported, derived from and audited, and what is noticed when something in them is wrong.

mod audits;
mod damage;
mod derivations;
mod imports;
mod players;
mod rechecks;
mod resumptions;
mod world;
