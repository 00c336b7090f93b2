//! What a driver tells of its progress.

/// The progress of a run.
#[derive(Clone, Debug)]
pub struct RunProgress {
    /// The round; 0 during predictions.
    pub round: u64,
    /// The present stage.
    pub stage: Stage,
    /// Finished jobs of the stage, and all of them.
    pub jobs: (u64, u64),
    /// The number of open jobs.
    pub open: u64,
    /// Positions visited since the run began.
    pub nodes: u64,
    /// The number of workers that are present.
    pub workers: u64,
}

/// The stage of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Positions are enumerated or chosen.
    Choosing,
    /// Estimates are made.
    Estimating,
    /// Positions are solved.
    Solving,
}
