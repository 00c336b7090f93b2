//! GTP 2, the Go Text Protocol, for every game on a board.
//!
//! Black is the side that moves first. `docs/reference/protocols.md` lists the commands.

mod analysis;
mod analysis_request;
mod gogui;
mod names;
mod play;
mod rules;
mod score;
mod setup;
mod syntax;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

use solveig_engine::record::{PlayError, Record};
use solveig_engine::{Effort, Engine, Family, GameState, Line, SearchScope, Side};
use solveig_game::one_line;

use self::Games::{All, Cells, Go, Hex};
use self::Takes::{Nothing, Words};
use crate::clock::Clock;
use crate::input::{Arrival, Input, InputLine, Wake, Watch};
use crate::{CommandFailure, Opener};
use syntax::Request;

/// Limits of the searches of a session.
#[derive(Clone, Debug)]
pub struct SearchLimits {
    /// Time limit of a move or an answer; `None` for no limit.
    pub time: Option<Duration>,
    /// Which positions may be searched.
    pub search: SearchScope,
    /// Whether searched moves must be the canonical ones.
    pub canonical: bool,
}

impl Default for SearchLimits {
    fn default() -> Self {
        Self {
            time: None,
            search: SearchScope::Anywhere,
            canonical: false,
        }
    }
}

impl SearchLimits {
    /// The effort of a search of at most `time`, which `watch` ends.
    pub(crate) fn effort(&self, time: Option<Duration>, watch: Option<&Watch>) -> Effort {
        Effort {
            search: self.search,
            time,
            stop: watch.map(Watch::flag),
            canonical: self.canonical,
            ..Effort::default()
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
        if is_quit(&request) {
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
        Some(request) if is_quit(&request) => Arrival::Last,
        _ => Arrival::Ordinary,
    }
}

fn is_quit(request: &Request) -> bool {
    request.command == "quit" && request.arguments.is_empty()
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

/// The answer to a command; `None` if it has been written already.
type Reply = Result<Option<String>, CommandFailure>;

fn refused<T>(problem: impl Into<String>) -> Result<T, CommandFailure> {
    Err(CommandFailure::Refused(problem.into()))
}

/// The answer that GTP prescribes for arguments that cannot be read.
const SYNTAX_ERROR: &str = "syntax error";

fn syntax_error<T>() -> Result<T, CommandFailure> {
    refused(SYNTAX_ERROR)
}

/// The games for which a command exists.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Games {
    All,
    /// Those whose stones lie where they are set.
    Cells,
    Go,
    Hex,
}

/// The arguments of a command.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// None: any is a syntax error.
    Nothing,
    /// Those that the command reads, each of which it checks.
    Words,
}

type Run = for<'a, 'b, 'c> fn(&'a mut Session<'b>, &'c Request) -> Reply;

struct Command {
    name: &'static str,
    games: Games,
    takes: Takes,
    run: Run,
}

const fn command(name: &'static str, games: Games, takes: Takes, run: Run) -> Command {
    Command {
        name,
        games,
        takes,
        run,
    }
}

const COMMANDS: &[Command] = &[
    command("protocol_version", All, Nothing, |_, _| say("2")),
    command("name", All, Nothing, |_, _| say("Solveig")),
    command("version", All, Nothing, |_, _| {
        say(env!("CARGO_PKG_VERSION"))
    }),
    command("known_command", All, Words, |to, of| to.known_command(of)),
    command("list_commands", All, Nothing, |to, of| to.list_commands(of)),
    command("quit", All, Nothing, |_, _| say("")),
    command("boardsize", All, Words, |to, of| to.boardsize(of)),
    command("rectangular_boardsize", All, Words, |to, of| {
        to.boardsize(of)
    }),
    command("clear_board", All, Nothing, |to, of| to.clear_board(of)),
    command("komi", All, Words, |to, of| to.set_komi(of)),
    command("get_komi", All, Nothing, |to, _| say(to.komi.to_string())),
    command("kata-set-rules", Go, Words, |to, of| to.kata_set_rules(of)),
    command("fixed_handicap", Go, Words, |to, of| to.fixed_handicap(of)),
    command("place_free_handicap", Go, Words, |to, of| {
        to.place_free_handicap(of)
    }),
    command("set_free_handicap", Go, Words, |to, of| {
        to.set_free_handicap(of)
    }),
    command("loadsgf", All, Words, |to, of| to.loadsgf(of)),
    command("play", All, Words, |to, of| to.play(of)),
    command("genmove", All, Words, |to, of| to.genmove(of)),
    command("reg_genmove", All, Words, |to, of| to.reg_genmove(of)),
    command("undo", All, Words, |to, of| to.undo(of)),
    command("move_history", All, Nothing, |to, of| to.move_history(of)),
    command("time_settings", All, Words, |to, of| to.time_settings(of)),
    command("kgs-time_settings", All, Words, |to, of| {
        to.kgs_time_settings(of)
    }),
    command("time_left", All, Words, |to, of| to.time_left(of)),
    command("showboard", All, Nothing, |to, of| to.showboard(of)),
    command("final_score", All, Nothing, |to, of| to.final_score(of)),
    command("final_status_list", Go, Words, |to, of| {
        to.final_status_list(of)
    }),
    command("all_legal_moves", Hex, Nothing, |to, of| to.legal_moves(of)),
    command("hexgui-analyze_commands", Hex, Nothing, |to, of| {
        to.analyze_commands(of)
    }),
    command("gogui-analyze_commands", All, Nothing, |to, of| {
        to.analyze_commands(of)
    }),
    command("gogui-interrupt", All, Nothing, |_, _| say("")),
    command("gogui-setup", Cells, Words, |to, of| to.gogui_setup(of)),
    command("gogui-setup_player", Cells, Words, |to, of| {
        to.gogui_setup_player(of)
    }),
    command("gogui-play_sequence", All, Words, |to, of| {
        to.gogui_play_sequence(of)
    }),
    command("gogui-rules_game_id", All, Nothing, |to, of| {
        to.rules_game_id(of)
    }),
    command("gogui-rules_board", All, Nothing, |to, of| {
        to.rules_board(of)
    }),
    command("gogui-rules_board_size", All, Nothing, |to, of| {
        to.rules_board_size(of)
    }),
    command("gogui-rules_legal_moves", All, Nothing, |to, of| {
        to.legal_moves(of)
    }),
    command("gogui-rules_side_to_move", All, Nothing, |to, of| {
        to.side_to_move(of)
    }),
    command("gogui-rules_final_result", All, Nothing, |to, of| {
        to.final_result(of)
    }),
    command("lz-analyze", All, Words, |to, of| to.lz_analyze(of)),
    command("lz-genmove_analyze", All, Words, |to, of| {
        to.lz_genmove_analyze(of)
    }),
    command("kata-analyze", All, Words, |to, of| to.kata_analyze(of)),
    command("kata-genmove_analyze", All, Words, |to, of| {
        to.kata_genmove_analyze(of)
    }),
    command("analyze", All, Words, |to, of| to.kata_analyze(of)),
    command("genmove_analyze", All, Words, |to, of| {
        to.kata_genmove_analyze(of)
    }),
    command("solveig-value", All, Words, |to, of| to.tell_value(of)),
    command("solveig-moves", All, Words, |to, of| to.tell_moves(of)),
    command("solveig-analyze", All, Words, |to, of| to.tell_all(of)),
    command("solveig-best", All, Words, |to, of| to.tell_best(of)),
    command("solveig-line", All, Nothing, |to, of| to.tell_line(of)),
    command("solveig-review", All, Nothing, |to, of| to.tell_review(of)),
    command("solveig-gfx", All, Words, |to, of| to.tell_picture(of)),
];

fn say(text: impl Into<String>) -> Reply {
    Ok(Some(text.into()))
}

impl Session<'_> {
    fn obey(&mut self, request: &Request) -> io::Result<()> {
        let found = self
            .commands()
            .find(|command| command.name == request.command);
        let reply = match found {
            None => refused("unknown command"),
            Some(command) if command.takes == Nothing && !request.arguments.is_empty() => {
                syntax_error()
            }
            Some(command) => (command.run)(self, request),
        };
        match reply {
            Ok(None) => Ok(()),
            Ok(Some(text)) => self.answer(true, &request.id, &text),
            Err(CommandFailure::Refused(problem)) => {
                self.answer(false, &request.id, &one_line(&problem))
            }
            Err(CommandFailure::Stream(error)) => Err(error),
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
        COMMANDS.iter().filter(move |command| match command.games {
            All => true,
            Cells => family != Family::ConnectFour,
            Go => family == Family::Go,
            Hex => family == Family::Hex,
        })
    }

    fn known_command(&mut self, request: &Request) -> Reply {
        let [name] = &request.arguments[..] else {
            return syntax_error();
        };
        say(self
            .commands()
            .any(|command| command.name == name)
            .to_string())
    }

    fn list_commands(&mut self, _: &Request) -> Reply {
        let names: Vec<&str> = self.commands().map(|command| command.name).collect();
        say(names.join("\n"))
    }

    /// The names of moves in one line.
    fn vertices<'a>(&self, names: impl IntoIterator<Item = &'a String>) -> String {
        let about = self.engine().about();
        let vertices = names.into_iter().map(|name| names::vertex(about, name));
        vertices.collect::<Vec<_>>().join(" ")
    }

    fn engine(&self) -> &Arc<dyn Engine> {
        self.record.engine()
    }

    fn side(&self, word: Option<&String>) -> Result<Side, CommandFailure> {
        let side = word.and_then(|word| names::side(self.engine().about(), word));
        side.map_or_else(syntax_error, Ok)
    }

    /// An effort of at most `time`, which `watch` stops earlier.
    fn watch(&self, wake: Wake) -> Watch {
        self.input.watch(wake)
    }

    /// The present position with `side` to move, or the refusal if that is impossible.
    fn turn_of(&self, side: Side) -> Result<(Line, GameState), CommandFailure> {
        self.record.with_turn_of(side).map_err(|error| match error {
            PlayError::Illegal(reason) => CommandFailure::Refused(reason),
            PlayError::Engine(error) => error.into(),
        })
    }
}

fn komi_of(spec: &str) -> Option<f64> {
    let parameters = spec.split_once('?')?.1;
    let komi = parameters
        .split('&')
        .find_map(|one| one.strip_prefix("komi="))?;
    komi.parse().ok()
}
