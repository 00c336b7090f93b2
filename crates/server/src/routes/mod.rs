//! The handlers of the API, one module for each kind of question.

pub mod batch;
pub mod games;
pub mod line;
pub mod position;
pub mod proof;
pub mod review;
