//! What the examples share with their data: the set of positions of Go, and the tables of Expected
//! Work Search.

mod expected_work;
mod go_set;
