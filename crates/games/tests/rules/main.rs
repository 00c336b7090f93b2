//! The rules of the games against slow twins, known counts and the laws of the Game trait.

mod any;
mod conformance;
mod connect_four;
mod go;
mod hex;
mod levels;
mod mnk;
mod othello;
mod registry;
mod stones;
