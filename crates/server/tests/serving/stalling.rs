//! An engine whose searches last until they are stopped.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use solveig_engine::{
    About, BestMove, Effort, Engine, EngineError, Family, FindingWatch, GameState, KnownValue,
    Line, NodeProof, PositionClass, Report, Reusable, Review, SearchScope, Side, ValueReport,
    Variation,
};

/// How often a search looks whether it is to stop.
const STEP: Duration = Duration::from_millis(2);

/// Waits until it holds, but not for ever if a fault keeps it from holding.
pub fn wait_until(holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(60), "waited in vain");
        std::thread::sleep(STEP);
    }
}

/// A game of one position. Searches of it find nothing, and take their whole effort unless they
/// need less.
pub struct Stalling {
    about: About,
    /// The time that a search needs.
    needs: Duration,
    /// Searches that have begun.
    pub begun: AtomicUsize,
    /// The time that each search was given.
    pub times: Mutex<Vec<Duration>>,
    /// Searches that have ended.
    pub ended: AtomicUsize,
    /// The moves of the lines that were searched, in this order.
    pub searched: Mutex<Vec<String>>,
    /// Searches that find all there is before their time.
    pub let_go: AtomicUsize,
}

impl Stalling {
    pub fn new(needs: Duration) -> Arc<Self> {
        let about = About {
            spec: "stalling:1x1".to_owned(),
            family: Family::Mnk,
            columns: 1,
            rows: 1,
            first_row_at_top: true,
            column_names: vec!["a".to_owned()],
            row_names: vec!["1".to_owned()],
            sides: ["X", "O"],
            presentation: solveig_engine::Presentation::default(),
            least_value: -1,
            greatest_value: 1,
            draws: true,
            has_distances: false,
            artifact: None,
            proof: None,
            player: None,
        };
        Arc::new(Self {
            about,
            needs,
            begun: AtomicUsize::new(0),
            times: Mutex::default(),
            ended: AtomicUsize::new(0),
            searched: Mutex::default(),
            let_go: AtomicUsize::new(0),
        })
    }

    /// Waits until so many searches have begun.
    pub fn wait_for_searches(&self, begun: usize) {
        wait_until(|| self.begun.load(Ordering::SeqCst) >= begun);
    }

    /// Waits until a search has ended.
    pub fn wait_for_an_end(&self) {
        wait_until(|| self.ended.load(Ordering::SeqCst) > 0);
    }

    /// Searches, and says whether the search was interrupted.
    fn stall(&self, line: &Line, effort: &Effort) -> bool {
        if effort.search == SearchScope::Never {
            return false;
        }
        let time = effort.time.expect("requests have limits");
        self.times.lock().unwrap().push(time);
        self.searched.lock().unwrap().push(line.moves.clone());
        self.begun.fetch_add(1, Ordering::SeqCst);
        let stop = effort.stop.as_ref().expect("requests can be stopped");
        let mut is_let_go = false;
        for _ in 0..time.min(self.needs).as_millis() / STEP.as_millis() {
            if let Some(gate) = &effort.gate {
                gate.pass();
            }
            let take = |left: usize| left.checked_sub(1);
            let (set, fetch) = (Ordering::SeqCst, Ordering::SeqCst);
            is_let_go = self.let_go.fetch_update(set, fetch, take).is_ok();
            if is_let_go || stop.load(Ordering::Relaxed) {
                break;
            }
            std::thread::sleep(STEP);
        }
        self.ended.fetch_add(1, Ordering::SeqCst);
        !is_let_go && time < self.needs
    }
}

impl Engine for Stalling {
    fn about(&self) -> &About {
        &self.about
    }

    fn state(&self, _: &Line) -> Result<GameState, EngineError> {
        Ok(GameState {
            from: "-".to_owned(),
            moves: Vec::new(),
            board: "- X".to_owned(),
            picture: String::new(),
            cells: Vec::new(),
            to_move: Side::First,
            level: 0,
            over: None,
            legal: Vec::new(),
            forbidden: Vec::new(),
            areas: None,
        })
    }

    fn value(
        &self,
        line: &Line,
        _: Option<i32>,
        effort: &Effort,
        _: &mut FindingWatch<'_>,
    ) -> Result<ValueReport, EngineError> {
        Ok(ValueReport {
            known_value: KnownValue::default(),
            nodes: 0,
            interrupted: self.stall(line, effort),
        })
    }

    fn analyse(
        &self,
        line: &Line,
        effort: &Effort,
        _: &mut FindingWatch<'_>,
    ) -> Result<Report, EngineError> {
        let interrupted = self.stall(line, effort);
        Ok(Report {
            known_value: KnownValue::default(),
            best_move: None,
            moves: Vec::new(),
            nodes: 0,
            interrupted,
        })
    }

    fn best_move(&self, line: &Line, effort: &Effort) -> Result<BestMove, EngineError> {
        self.stall(line, effort);
        Ok(BestMove::default())
    }

    fn guess(&self, _: &Line) -> Result<Option<String>, EngineError> {
        Ok(None)
    }

    fn watched_variation(
        &self,
        line: &Line,
        effort: &Effort,
        _: &mut dyn FnMut(&str),
    ) -> Result<Variation, EngineError> {
        self.stall(line, effort);
        Ok(Variation {
            moves: Vec::new(),
            nodes: 0,
            interrupted: true,
        })
    }

    fn review(&self, line: &Line, effort: &Effort) -> Result<Review, EngineError> {
        self.stall(line, effort);
        Ok(Review {
            state: self.state(line)?,
            moves: Vec::new(),
            losses: [0; 2],
            interrupted: true,
        })
    }

    fn proof(&self, line: &Line, effort: &Effort) -> Result<NodeProof, EngineError> {
        self.stall(line, effort);
        Ok(NodeProof {
            state: self.state(line)?,
            report: Report {
                interrupted: true,
                ..self.report(line, &Effort::none())?
            },
            kind: None,
            moves: Vec::new(),
        })
    }

    /// The order of the letters in a line does not matter.
    fn class(&self, line: &Line) -> Result<PositionClass, EngineError> {
        let mut moves: Vec<char> = line.moves.chars().collect();
        moves.sort_unstable();
        let moves: String = moves.into_iter().collect();
        Ok(PositionClass::of_line(&Line::of(&moves)))
    }

    fn transfer(
        &self,
        answer: &Reusable,
        _: &Line,
        _: &Line,
    ) -> Result<Option<Reusable>, EngineError> {
        Ok(Some(answer.clone()))
    }

    fn random(&self, _: u64) -> Result<Option<GameState>, EngineError> {
        Ok(None)
    }
}
