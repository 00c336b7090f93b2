//! The rules of the games: against slow ones on arrays, published counts, and what they promise.

mod arrays;
mod boards;
mod facts;
mod trees;
