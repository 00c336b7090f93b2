//! Runs searches on a thread beside the screen.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use solveig_engine::choice::{ChosenMove, choose};
use solveig_engine::{Effort, Engine, EngineError, GameState, Line, Report, Review, SearchScope};

/// Time limit of the first search for values; each further one has twice the limit.
const FIRST_TIME_LIMIT: Duration = Duration::from_millis(150);

/// What the thread is to find out next, in place of what it searches now.
#[derive(Clone, Debug)]
pub struct ThinkerQuestion {
    /// Identifies the question in its answers.
    pub number: u64,
    /// The position as the moves that led to it.
    pub line: Line,
    /// What it asks about the position.
    pub kind: QuestionKind,
}

/// Kinds of questions about a position.
#[derive(Clone, Debug)]
pub enum QuestionKind {
    /// The move that the program plays there.
    Move {
        /// The position.
        state: Box<GameState>,
        /// The time limit, if there is one.
        time: Option<Duration>,
        /// Whether it must be the canonical one.
        canonical: bool,
    },
    /// The values of the position and its moves.
    Values,
    /// A review of the moves that led to it.
    Review,
}

/// An answer to a question. A question about values gets several.
#[derive(Debug)]
pub struct ThinkerAnswer {
    /// The number of the question.
    pub number: u64,
    /// The result, or the engine's error.
    pub found: Result<Finding, EngineError>,
}

/// The result of a search.
#[derive(Debug)]
pub enum Finding {
    /// A move; `None` where the game is over.
    Move(Option<Box<ChosenMove>>),
    /// Values, and whether the search goes on.
    Values(Box<Report>, bool),
    /// What each move of the line has lost.
    Review(Box<Review>),
}

/// A thread that answers one question at a time. A new question stops the search for the one
/// before.
pub struct Thinker {
    questions: Sender<(ThinkerQuestion, Arc<AtomicBool>)>,
    answers: Receiver<ThinkerAnswer>,
    stop: Mutex<Arc<AtomicBool>>,
}

impl Thinker {
    /// Starts a thread that searches with `engine`.
    pub fn new(engine: Arc<dyn Engine>) -> Self {
        let (questions, requests) = channel::<(ThinkerQuestion, Arc<AtomicBool>)>();
        let (answered, answers) = channel();
        thread::spawn(move || {
            for (question, stop) in requests {
                think(&*engine, &question, &stop, &answered);
            }
        });
        Self {
            questions,
            answers,
            stop: Mutex::default(),
        }
    }

    /// Asks a question, and stops the search for the one before.
    pub fn ask(&self, question: ThinkerQuestion) {
        let fresh = Arc::new(AtomicBool::new(false));
        let mut stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner);
        stop.store(true, Ordering::Relaxed);
        *stop = Arc::clone(&fresh);
        // Fails only if the thread has panicked.
        let _ = self.questions.send((question, fresh));
    }

    /// Stops the running search, which then answers with what it has found.
    pub fn stop(&self) {
        let stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner);
        stop.store(true, Ordering::Relaxed);
    }

    /// The next answer, without waiting.
    pub fn answer(&self) -> Option<ThinkerAnswer> {
        self.answers.try_recv().ok()
    }
}

fn think(
    engine: &dyn Engine,
    question: &ThinkerQuestion,
    stop: &Arc<AtomicBool>,
    answers: &Sender<ThinkerAnswer>,
) {
    let effort = |time| Effort {
        search: SearchScope::Anywhere,
        time,
        distances: matches!(question.kind, QuestionKind::Values),
        stop: Some(Arc::clone(stop)),
        ..Effort::default()
    };
    let tell = |found| {
        let number = question.number;
        // Fails if the person has quit meanwhile.
        let _ = answers.send(ThinkerAnswer { number, found });
    };
    match &question.kind {
        QuestionKind::Move {
            state,
            time,
            canonical,
        } => {
            let effort = Effort {
                canonical: *canonical,
                ..effort(*time)
            };
            let choice = choose(engine, &question.line, state, &effort);
            tell(choice.map(|choice| Finding::Move(choice.map(Box::new))));
        }
        QuestionKind::Review => {
            let review = engine.review(&question.line, &effort(None));
            tell(review.map(|review| Finding::Review(Box::new(review))));
        }
        QuestionKind::Values => {
            let mut time = FIRST_TIME_LIMIT;
            loop {
                let report = engine.report(&question.line, &effort(Some(time)));
                let goes_on = report.as_ref().is_ok_and(|report| report.interrupted)
                    && !stop.load(Ordering::Relaxed);
                tell(report.map(|report| Finding::Values(Box::new(report), goes_on)));
                if !goes_on {
                    return;
                }
                time = time.saturating_mul(2);
            }
        }
    }
}
