//! Searches beside the screen.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use solveig_engine::choice::{Choice, choose};
use solveig_engine::{Effort, Engine, EngineError, Line, Report, Review, SearchScope, Standing};

/// After so long the first values are shown, then after twice as long, and so on.
const FIRST_NEWS: Duration = Duration::from_millis(150);

/// What the thinker is asked. The number comes back with the answers.
#[derive(Clone, Debug)]
pub struct ThinkerQuestion {
    /// Which question it is.
    pub number: u64,
    /// The position.
    pub line: Line,
    /// What is asked of it.
    pub kind: QuestionKind,
}

/// What can be asked of a position.
#[derive(Clone, Debug)]
pub enum QuestionKind {
    /// A move, within this time.
    Move(Box<Standing>, Option<Duration>),
    /// The values of the position and its moves.
    Values,
    /// Where value was lost on the way to it.
    Review,
}

/// What came of a question.
#[derive(Debug)]
pub struct ThinkerAnswer {
    /// Which question it was.
    pub number: u64,
    /// What was found, or why nothing was.
    pub found: Result<Found, EngineError>,
}

/// What was found.
#[derive(Debug)]
pub enum Found {
    /// A move; `None` where the game is over.
    Move(Option<Box<Choice>>),
    /// Values, and whether more are being looked for.
    Values(Box<Report>, bool),
    /// A review.
    Review(Box<Review>),
}

/// A thread that answers one question at a time. A new question ends the work at the one before.
pub struct Thinker {
    questions: Sender<(ThinkerQuestion, Arc<AtomicBool>)>,
    answers: Receiver<ThinkerAnswer>,
    stop: Mutex<Arc<AtomicBool>>,
}

impl Thinker {
    /// A thread that asks `engine`.
    pub fn new(engine: Arc<dyn Engine>) -> Self {
        let (questions, asked) = channel::<(ThinkerQuestion, Arc<AtomicBool>)>();
        let (answered, answers) = channel();
        thread::spawn(move || {
            for (question, stop) in asked {
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
        // The thread lives as long as this end of the channel.
        let _ = self.questions.send((question, fresh));
    }

    /// Stops the search that is going on. What was found so far is answered.
    pub fn stop(&self) {
        let stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner);
        stop.store(true, Ordering::Relaxed);
    }

    /// An answer, if there is one by now.
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
        stop: Some(Arc::clone(stop)),
    };
    let tell = |found| {
        let number = question.number;
        // Nobody is left to be told when the game was left.
        let _ = answers.send(ThinkerAnswer { number, found });
    };
    match &question.kind {
        QuestionKind::Move(standing, time) => {
            let choice = choose(engine, &question.line, standing, &effort(*time));
            tell(choice.map(|choice| Found::Move(choice.map(Box::new))));
        }
        QuestionKind::Review => {
            let review = engine.review(&question.line, &effort(None));
            tell(review.map(|review| Found::Review(Box::new(review))));
        }
        QuestionKind::Values => {
            let mut time = FIRST_NEWS;
            loop {
                let report = engine.report(&question.line, &effort(Some(time)));
                let goes_on = report.as_ref().is_ok_and(|report| report.interrupted)
                    && !stop.load(Ordering::Relaxed);
                tell(report.map(|report| Found::Values(Box::new(report), goes_on)));
                if !goes_on {
                    return;
                }
                time = time.saturating_mul(2);
            }
        }
    }
}
