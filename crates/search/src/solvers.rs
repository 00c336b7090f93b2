//! Solvers by name, as trait objects.

mod factory;
mod name;

use std::sync::Arc;

pub use factory::{SolverFactory, Solvers};
pub use name::{SolverName, Unsuitable};

/// A solver factory, shared.
pub type Factory<G> = Arc<dyn SolverFactory<G>>;
