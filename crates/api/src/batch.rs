//! Answers about many positions.

use serde::Serialize;
use solveig_engine::{Effort, Instant, Line};

use crate::answer::{Key, QuestionKind, expect_report};
use crate::failure::{Failure, FailureBody};
use crate::games::ServedGame;
use crate::position::Position;
use crate::routes::BatchQuestion;
use crate::rows::{AnswerColumns, MoveColumns};
use crate::value::ValueAnswer;

/// The answers to a batch.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Answers {
    /// An answer for each position, in the order of the batch.
    pub positions: Vec<BatchAnswer>,
}

/// An answer for one position of a batch.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum BatchAnswer {
    /// What is known of it.
    Position(Box<Position>),
    /// Its value alone, where the batch asks for `values_only`.
    Value(ValueAnswer),
    /// Why there is no answer.
    Failure(FailureBody),
}

impl BatchQuestion {
    /// The columns of the answers as rows.
    pub fn columns(&self) -> AnswerColumns {
        let question = self.keys.iter().flatten().map(|key| key.question).next();
        let moves = match question {
            Some(QuestionKind::Position) => MoveColumns::Named(self.served.engine.move_names()),
            _ => MoveColumns::Absent,
        };
        AnswerColumns {
            moves,
            ..AnswerColumns::default()
        }
    }
}

impl ServedGame {
    /// What is known of many positions, by searches that together take the time of `effort`.
    pub(crate) fn batch(&self, keys: Vec<Result<Key<Line>, Failure>>, effort: &Effort) -> Answers {
        let begun = Instant::now();
        let answer = |key: Key<Line>| {
            let effort = effort.after(begun.elapsed());
            let report = expect_report(self.find(&key, &effort)?)?;
            Ok(match key.question {
                QuestionKind::Value => BatchAnswer::Value(ValueAnswer::new(report)),
                _ => BatchAnswer::Position(Box::new(self.position(&key.of, report)?)),
            })
        };
        let answers = keys.into_iter().map(|key| match key.and_then(answer) {
            Ok(answer) => answer,
            Err(error) => BatchAnswer::Failure(FailureBody { error }),
        });
        Answers {
            positions: answers.collect(),
        }
    }
}
