//! GTP 2, the Go Text Protocol, for every game on a board.
//!
//! Black is the side that moves first. `docs/protocols.md` lists the commands.

mod analysis;
mod gogui;
mod names;
mod play;
mod score;
mod setup;
mod syntax;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

use solveig_engine::record::{PlayError, Record};
use solveig_engine::{Effort, Engine, EngineError, Family, SearchScope, Side};
use solveig_game::one_line;

use crate::Opener;
use crate::clock::Clock;
use crate::input::{Arrival, Input, InputLine, Wake};
use syntax::Request;

/// Limits of the searches of a session.
#[derive(Clone, Debug)]
pub struct SearchLimits {
    /// Time limit of a move or an answer; `None` for no limit.
    pub time: Option<Duration>,
    /// Which positions may be searched.
    pub search: SearchScope,
}

impl Default for SearchLimits {
    fn default() -> Self {
        Self {
            time: None,
            search: SearchScope::Anywhere,
        }
    }
}

/// Runs a session: executes the commands of `source` up to its end or `quit`, and writes answers to
/// `out`. Diagnostics, such as that a move is not proven, go to `diagnostics`.
///
/// # Errors
///
/// Fails if the engine cannot read the start of its game, or an answer cannot be written.
pub fn serve(
    engine: Arc<dyn Engine>,
    open: Opener,
    limits: SearchLimits,
    source: impl BufRead + Send + 'static,
    out: &mut dyn Write,
    diagnostics: &mut dyn Write,
) -> io::Result<()> {
    let record = Record::new(Arc::clone(&engine)).map_err(io::Error::other)?;
    let komi = komi_of(&engine.about().spec).unwrap_or(0.0);
    let mut session = Session {
        first_engine: engine,
        open,
        record,
        clock: Clock::new(limits.time),
        limits,
        komi,
        input: Input::new(source, arrival),
        out,
        diagnostics,
    };
    while let Some(line) = session.input.take() {
        let line = match line {
            InputLine::Whole(line) => line,
            InputLine::TooLong => {
                session.answer(false, "", "the line is too long")?;
                continue;
            }
        };
        let Some(request) = Request::read(&line) else {
            continue;
        };
        session.obey(&request)?;
        if request.command == "quit" {
            break;
        }
    }
    session.out.flush()
}

/// Classifies a line for the reading thread. A GoGui comment `# interrupt` stops the search.
fn arrival(line: &str) -> Arrival {
    if line.trim_start().starts_with('#') && line.contains("interrupt") {
        return Arrival::Urgent;
    }
    match Request::read(line) {
        Some(request) if request.command == "quit" => Arrival::Last,
        _ => Arrival::Ordinary,
    }
}

struct Session<'a> {
    /// The first engine: unlike engines opened later for its game, it may have an artifact.
    first_engine: Arc<dyn Engine>,
    open: Opener,
    record: Record,
    clock: Clock,
    limits: SearchLimits,
    komi: f64,
    input: Input,
    out: &'a mut dyn Write,
    diagnostics: &'a mut dyn Write,
}

/// Why a command failed.
enum GtpFailure {
    /// To be answered as an error.
    Refused(String),
    /// The answer cannot be written.
    Stream(io::Error),
}

/// The answer to a command; `None` if it has been written already.
type Reply = Result<Option<String>, GtpFailure>;

impl From<EngineError> for GtpFailure {
    fn from(error: EngineError) -> Self {
        Self::Refused(error.to_string())
    }
}

impl From<io::Error> for GtpFailure {
    fn from(error: io::Error) -> Self {
        Self::Stream(error)
    }
}

fn refused<T>(problem: impl Into<String>) -> Result<T, GtpFailure> {
    Err(GtpFailure::Refused(problem.into()))
}

/// The answer that GTP prescribes for arguments that cannot be read.
const SYNTAX_ERROR: &str = "syntax error";

fn syntax_error<T>() -> Result<T, GtpFailure> {
    refused(SYNTAX_ERROR)
}

/// The games for which a command exists.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Games {
    All,
    Go,
    Hex,
}

type Command = (
    &'static str,
    Games,
    for<'a, 'b, 'c> fn(&'a mut Session<'b>, &'c Request) -> Reply,
);

const COMMANDS: &[Command] = &[
    ("protocol_version", Games::All, |_, _| say("2")),
    ("name", Games::All, |_, _| say("Solveig")),
    ("version", Games::All, |_, _| say(env!("CARGO_PKG_VERSION"))),
    ("known_command", Games::All, |on, of| on.known_command(of)),
    ("list_commands", Games::All, |on, of| on.list_commands(of)),
    ("quit", Games::All, |_, _| say("")),
    ("boardsize", Games::All, |on, of| on.boardsize(of)),
    ("rectangular_boardsize", Games::All, |on, of| {
        on.boardsize(of)
    }),
    ("clear_board", Games::All, |on, of| on.clear_board(of)),
    ("komi", Games::All, |on, of| on.set_komi(of)),
    ("fixed_handicap", Games::Go, |on, of| on.fixed_handicap(of)),
    ("place_free_handicap", Games::Go, |on, of| {
        on.place_free_handicap(of)
    }),
    ("set_free_handicap", Games::Go, |on, of| {
        on.set_free_handicap(of)
    }),
    ("loadsgf", Games::All, |on, of| on.loadsgf(of)),
    ("play", Games::All, |on, of| on.play(of)),
    ("genmove", Games::All, |on, of| on.genmove(of)),
    ("reg_genmove", Games::All, |on, of| on.reg_genmove(of)),
    ("undo", Games::All, |on, of| on.undo(of)),
    ("move_history", Games::All, |on, of| on.move_history(of)),
    ("time_settings", Games::All, |on, of| on.time_settings(of)),
    ("time_left", Games::All, |on, of| on.time_left(of)),
    ("showboard", Games::All, |on, of| on.showboard(of)),
    ("final_score", Games::All, |on, of| on.final_score(of)),
    ("final_status_list", Games::Go, |on, of| {
        on.final_status_list(of)
    }),
    ("all_legal_moves", Games::Hex, |on, of| on.legal_moves(of)),
    ("hexgui-analyze_commands", Games::Hex, |on, of| {
        on.analyze_commands(of)
    }),
    ("gogui-analyze_commands", Games::All, |on, of| {
        on.analyze_commands(of)
    }),
    ("gogui-interrupt", Games::All, |_, _| say("")),
    ("gogui-rules_game_id", Games::All, |on, of| {
        on.rules_game_id(of)
    }),
    ("gogui-rules_board", Games::All, |on, of| on.rules_board(of)),
    ("gogui-rules_board_size", Games::All, |on, of| {
        on.rules_board_size(of)
    }),
    ("gogui-rules_legal_moves", Games::All, |on, of| {
        on.legal_moves(of)
    }),
    ("gogui-rules_side_to_move", Games::All, |on, of| {
        on.side_to_move(of)
    }),
    ("gogui-rules_final_result", Games::All, |on, of| {
        on.final_result(of)
    }),
    ("lz-analyze", Games::All, |on, of| on.lz_analyze(of)),
    ("lz-genmove_analyze", Games::All, |on, of| {
        on.lz_genmove_analyze(of)
    }),
    ("kata-analyze", Games::All, |on, of| on.kata_analyze(of)),
    ("kata-genmove_analyze", Games::All, |on, of| {
        on.kata_genmove_analyze(of)
    }),
    ("analyze", Games::All, |on, of| on.kata_analyze(of)),
    ("genmove_analyze", Games::All, |on, of| {
        on.kata_genmove_analyze(of)
    }),
    ("solveig-value", Games::All, |on, of| on.tell_value(of)),
    ("solveig-moves", Games::All, |on, of| on.tell_moves(of)),
    ("solveig-analyze", Games::All, |on, of| on.tell_all(of)),
    ("solveig-best", Games::All, |on, of| on.tell_best(of)),
    ("solveig-line", Games::All, |on, of| on.tell_line(of)),
    ("solveig-review", Games::All, |on, of| on.tell_review(of)),
    ("solveig-gfx", Games::All, |on, of| on.tell_picture(of)),
];

fn say(text: impl Into<String>) -> Reply {
    Ok(Some(text.into()))
}

impl Session<'_> {
    fn obey(&mut self, request: &Request) -> io::Result<()> {
        let found = self.commands().find(|(name, ..)| *name == request.command);
        let reply = match found {
            None => refused("unknown command"),
            Some((_, _, obey)) => obey(self, request),
        };
        match reply {
            Ok(None) => Ok(()),
            Ok(Some(text)) => self.answer(true, &request.id, &text),
            Err(GtpFailure::Refused(problem)) => {
                self.answer(false, &request.id, &one_line(&problem))
            }
            Err(GtpFailure::Stream(error)) => Err(error),
        }
    }

    fn answer(&mut self, holds: bool, id: &str, text: &str) -> io::Result<()> {
        let response = syntax::response(holds, id, text);
        self.out.write_all(response.as_bytes())?;
        self.out.write_all(b"\n")?;
        self.out.flush()
    }

    /// Writes a diagnostic; failures to write are ignored.
    fn note(&mut self, text: &str) {
        let _ = writeln!(self.diagnostics, "solveig: {}", one_line(text));
    }

    /// The commands of this game.
    fn commands(&self) -> impl Iterator<Item = &'static Command> + use<> {
        let family = self.engine().about().family;
        COMMANDS.iter().filter(move |(_, games, _)| match games {
            Games::All => true,
            Games::Go => family == Family::Go,
            Games::Hex => family == Family::Hex,
        })
    }

    fn known_command(&mut self, request: &Request) -> Reply {
        let [name] = &request.arguments[..] else {
            return syntax_error();
        };
        say(self.commands().any(|(known, ..)| known == name).to_string())
    }

    fn list_commands(&mut self, _: &Request) -> Reply {
        let names: Vec<&str> = self.commands().map(|(name, ..)| *name).collect();
        say(names.join("\n"))
    }

    fn engine(&self) -> &Arc<dyn Engine> {
        self.record.engine()
    }

    fn side(&self, word: Option<&String>) -> Result<Side, GtpFailure> {
        let side = word.and_then(|word| names::side(self.engine().about(), word));
        side.map_or_else(syntax_error, Ok)
    }

    /// An effort of at most `time`, which `watch` stops earlier.
    fn effort(&self, time: Option<Duration>, watch: &crate::input::Watch) -> Effort {
        Effort {
            search: self.limits.search,
            time,
            stop: Some(watch.flag()),
        }
    }

    fn watch(&self, wake: Wake) -> crate::input::Watch {
        self.input.watch(wake)
    }

    /// The present position with `side` to move, or the refusal if that is impossible.
    fn turn_of(
        &self,
        side: Side,
    ) -> Result<(solveig_engine::Line, solveig_engine::Standing), GtpFailure> {
        self.record.with_turn_of(side).map_err(|error| match error {
            PlayError::Illegal(reason) => GtpFailure::Refused(reason),
            PlayError::Engine(error) => error.into(),
        })
    }
}

/// The komi in a spec.
fn komi_of(spec: &str) -> Option<f64> {
    let parameters = spec.split_once('?')?.1;
    let komi = parameters
        .split('&')
        .find_map(|one| one.strip_prefix("komi="))?;
    komi.parse().ok()
}
