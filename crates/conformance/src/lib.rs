//! The laws of the [`Game`](solveig_game::Game) trait.
