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
    /// What has come in since the run began.
    pub tally: DriverTally,
    /// The number of workers that are present.
    pub workers: u64,
}

/// What has come to a driver since its run began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DriverTally {
    /// Jobs sent to the queue, again or for the first time.
    pub published: u64,
    /// Reports that were recorded.
    pub recorded: u64,
    /// Reports of jobs that were done already, or of other campaigns.
    pub repeated: u64,
    /// Reports of workers that could not answer their job.
    pub failed: u64,
    /// Jobs that were given up.
    pub given_up: u64,
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
