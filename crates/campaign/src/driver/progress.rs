//! What a driver tells of its progress.

/// The progress of a run.
#[derive(Clone, Debug)]
pub struct RunProgress {
    /// The round; 0 during predictions.
    pub round: u64,
    /// What is being done in the round.
    pub stage: Stage,
    /// The jobs of the stage.
    pub jobs: JobShare,
    /// The number of open jobs.
    pub open: u64,
    /// Positions visited since the run began.
    pub nodes: u64,
    /// The number of workers that are present.
    pub workers: u64,
}

/// Jobs of a stage.
#[derive(Clone, Default, Copy, Debug, PartialEq, Eq)]
pub struct JobShare {
    /// Finished jobs.
    pub done: u64,
    /// Those of the stage that were handed out, finished or not.
    pub total: u64,
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
