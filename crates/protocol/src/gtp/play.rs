//! Commands that play.

use std::time::{Duration, Instant};

use solveig_engine::choice::{ChosenMove, Ground, choose, moves_left};
use solveig_engine::record::{PlayError, PlayedMove};
use solveig_engine::{Family, LegalMove, Side};

use super::names::{self, Meaning};
use super::{Reply, Session, refused, say, syntax_error};
use crate::CommandFailure;
use crate::gtp::syntax::Request;
use crate::input::Wake;

/// The longest time that a clock can be set to, in seconds: a hundred days.
const MAX_SECONDS: f64 = 8_640_000.0;

impl Session<'_> {
    pub(super) fn play(&mut self, request: &Request) -> Reply {
        let side = self.side(request.arguments.first())?;
        let [_, word] = &request.arguments[..] else {
            return syntax_error();
        };
        let is_hex = self.engine().about().family == Family::Hex;
        if is_hex && word.to_ascii_lowercase().starts_with("swap") {
            return refused("illegal move: Hex is played without the swap rule here");
        }
        self.at_turn_of(side, |session| session.play_word(side, word))
    }

    fn play_word(&mut self, side: Side, word: &str) -> Reply {
        let about = self.engine().about().clone();
        let (_, state) = match self.record.with_turn_of(side) {
            Ok(turn) => turn,
            Err(error) => return self.illegal(&error),
        };
        let name = match names::read_move(&about, &state, word) {
            Meaning::Legal(legal) => legal.name.clone(),
            Meaning::Illegal => word.to_owned(),
            Meaning::NotAMove => return syntax_error(),
        };
        match self.record.play(side, &name) {
            Ok(()) => say(""),
            Err(error) => self.illegal(&error),
        }
    }

    /// GTP prescribes the answer `illegal move`; the reason goes to the diagnostics.
    fn illegal(&mut self, error: &PlayError) -> Reply {
        match error {
            PlayError::Illegal(reason) => {
                self.note(reason);
                refused("illegal move")
            }
            PlayError::Engine(error) => refused(error.to_string()),
        }
    }

    /// The side that is the only argument.
    fn only_side(&self, request: &Request) -> Result<Side, CommandFailure> {
        match &request.arguments[..] {
            [word] => self.side(Some(word)),
            _ => syntax_error(),
        }
    }

    pub(super) fn genmove(&mut self, request: &Request) -> Reply {
        let side = self.only_side(request)?;
        self.at_turn_of(side, |session| {
            say(match session.decide(side)? {
                Some(choice) => session.make(side, &choice.played)?,
                None => session.over()?,
            })
        })
    }

    /// The move when the game is over: a pass, if the game has passes.
    pub(super) fn over(&self) -> Result<String, CommandFailure> {
        match self.engine().about().family {
            Family::Go | Family::Othello => Ok("pass".to_owned()),
            _ => refused("the game is over"),
        }
    }

    pub(super) fn reg_genmove(&mut self, request: &Request) -> Reply {
        let side = self.only_side(request)?;
        say(match self.decide(side)? {
            Some(choice) => names::vertex(self.engine().about(), &choice.played.name),
            None => self.over()?,
        })
    }

    /// Plays a move, and returns its name.
    pub(super) fn make(
        &mut self,
        side: Side,
        played: &LegalMove,
    ) -> Result<String, CommandFailure> {
        let result = self.record.play(side, &played.name);
        result.map_err(|error| CommandFailure::Refused(error.to_string()))?;
        Ok(names::vertex(self.engine().about(), &played.name))
    }

    /// Chooses the move of `side` within its time, and takes the time spent off its clock; `None`
    /// if the game is over.
    pub(super) fn decide(&mut self, side: Side) -> Result<Option<ChosenMove>, CommandFailure> {
        if self.record.state().over.is_some() {
            return Ok(None);
        }
        let (line, state) = self.turn_of(side)?;
        let time = self.clock.for_move(side, moves_left(&state));
        let start = Instant::now();
        let watch = self.watch(Wake::Urgent);
        let effort = self.limits.effort(time, Some(&watch));
        let choice = choose(&**self.engine(), &line, &state, &effort)?;
        drop(watch);
        let spent = start.elapsed();
        self.clock.spend(side, spent);
        if let Some(choice) = &choice {
            self.note_ground(choice, spent);
        }
        Ok(choice)
    }

    /// Notes in the diagnostics if a move is not proven to be best.
    fn note_ground(&mut self, choice: &ChosenMove, spent: Duration) {
        let vertex = names::vertex(self.engine().about(), &choice.played.name);
        let seconds = spent.as_secs_f64();
        if let Some(note) = &choice.note {
            self.note(note);
        }
        match choice.ground {
            Ground::Best | Ground::Forced => {}
            Ground::Keeps(_) if self.engine().about().player.is_some() => {}
            Ground::Keeps(least) => self.note(&format!(
                "{vertex} keeps {least:+} or more; a best move was not found in {seconds:.1} s"
            )),
            Ground::Wins => self.note(&format!(
                "{vertex} wins; whether another move wins more was not found in {seconds:.1} s"
            )),
            Ground::Estimate => {
                let about = choice
                    .known_value
                    .estimate
                    .map(|one| format!(", about {one:+}"));
                self.note(&format!(
                    "{vertex} is not proven, an estimate{}: no value was found in {seconds:.1} s",
                    about.unwrap_or_default()
                ));
            }
        }
    }

    /// `undo [N]`: takes back N moves, or none of them if there are fewer.
    pub(super) fn undo(&mut self, request: &Request) -> Reply {
        let count = match &request.arguments[..] {
            [] => 1,
            [word] => match word.parse::<usize>() {
                Ok(count @ 1..) => count,
                _ => return syntax_error(),
            },
            _ => return syntax_error(),
        };
        if count > self.record.undoable() {
            return refused("cannot undo");
        }
        for _ in 0..count {
            self.record.undo()?;
        }
        say("")
    }

    /// The moves with their colours, last first.
    pub(super) fn move_history(&mut self, _: &Request) -> Reply {
        let about = self.engine().about();
        let lines: Vec<String> = self
            .record
            .played()
            .rev()
            .map(|PlayedMove { side, name }| {
                format!("{} {}", names::colour(*side), names::vertex(about, name))
            })
            .collect();
        say(lines.join("\n"))
    }

    pub(super) fn time_settings(&mut self, request: &Request) -> Reply {
        let [main, period, moves] = &request.arguments[..] else {
            return syntax_error();
        };
        match (seconds(main), seconds(period), moves.parse::<u32>()) {
            (Some(main), Some(period), Ok(moves)) => {
                self.clock.set(main, period, moves);
                say("")
            }
            _ => syntax_error(),
        }
    }

    /// `kgs-time_settings none`, or one of `absolute`, `byoyomi` and `canadian` with its times. A
    /// period of byoyomi is a move's.
    pub(super) fn kgs_time_settings(&mut self, request: &Request) -> Reply {
        let words: Vec<&str> = request.arguments.iter().map(String::as_str).collect();
        let none = (Some(Duration::ZERO), Some(Duration::MAX), Some(0));
        let settings = match words[..] {
            ["none"] => none,
            ["absolute", main] => (seconds(main), Some(Duration::ZERO), Some(0)),
            ["byoyomi", main, period, periods] => {
                let each = periods.parse::<u32>().ok().map(|_| 1);
                (seconds(main), seconds(period), each)
            }
            ["canadian", main, period, moves] => {
                (seconds(main), seconds(period), moves.parse::<u32>().ok())
            }
            _ => return syntax_error(),
        };
        let (Some(main), Some(period), Some(moves)) = settings else {
            return syntax_error();
        };
        self.clock.set(main, period, moves);
        say("")
    }

    pub(super) fn time_left(&mut self, request: &Request) -> Reply {
        let side = self.side(request.arguments.first())?;
        let [_, time, moves] = &request.arguments[..] else {
            return syntax_error();
        };
        match (seconds(time), moves.parse::<u32>()) {
            (Some(time), Ok(moves)) => {
                self.clock.set_left(side, time, moves);
                say("")
            }
            _ => syntax_error(),
        }
    }

    pub(super) fn showboard(&mut self, _: &Request) -> Reply {
        let state = self.record.state();
        let about = self.engine().about();
        let turn = match state.over {
            Some(_) => "the game is over".to_owned(),
            None => format!("{} to move", about.sides[state.to_move as usize]),
        };
        // The response's sign precedes the first line, which would shift the board.
        say(format!("{}, {turn}\n{}", about.spec, state.picture))
    }
}

fn seconds(word: &str) -> Option<Duration> {
    let seconds: f64 = word.parse().ok()?;
    // Negative if the clock ran out before it was sent.
    let seconds = if (-MAX_SECONDS..0.0).contains(&seconds) {
        0.0
    } else {
        seconds
    };
    let fits = (0.0..=MAX_SECONDS).contains(&seconds);
    fits.then(|| Duration::from_secs_f64(seconds))
}
