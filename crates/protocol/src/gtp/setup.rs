//! Commands that set up the board.

use std::fs::{self, File};
use std::io::{self, Read};
use std::sync::Arc;

use solveig_engine::area::Grid;
use solveig_engine::record::{PlayedMove, Record};
use solveig_engine::{Cell, Engine, EngineError, Family, Side};
use solveig_records::sgf::{BoardSize, SWAP, SgfGame};
use solveig_records::{Board, RecordError};

use super::{Reply, Session, komi_of, names, refused, say, syntax_error};
use crate::gtp::syntax::Request;
use crate::{CommandFailure, side};

/// The largest SGF file that is read, in bytes.
const LONGEST_SGF: u64 = 1 << 20;

/// Why a record is refused whose swap moves the stone.
const MIRRORING: &str =
    "this swap mirrors the stone, which GTP does not show; expected one after which it stays";

/// The greatest absolute value of komi that is accepted.
const MAX_KOMI: f64 = 1000.0;

impl Session<'_> {
    pub(super) fn boardsize(&mut self, request: &Request) -> Reply {
        let numbers: Vec<Option<u32>> = request
            .arguments
            .iter()
            .map(|word| word.parse().ok())
            .collect();
        let (columns, rows) = match numbers[..] {
            [Some(side)] => (side, side),
            [Some(columns), Some(rows)] => (columns, rows),
            _ => return syntax_error(),
        };
        let engine = self.of_size(columns, rows)?;
        self.begin(engine)
    }

    /// The engine for the same game on a board of this size, which is empty at the start.
    fn of_size(&mut self, columns: u32, rows: u32) -> Result<Arc<dyn Engine>, CommandFailure> {
        let about = self.engine().about();
        let is_set_up = without_set_up(&about.spec) != about.spec;
        if (columns, rows) == (about.columns, about.rows) && !is_set_up {
            return Ok(Arc::clone(self.engine()));
        }
        let spec = resized(&about.spec, columns, rows);
        match spec.map(|spec| self.engine_of(&spec)) {
            Some(Ok(engine)) => Ok(engine),
            Some(Err(problem)) => {
                self.note(&problem.to_string());
                refused("unacceptable size")
            }
            None => refused("unacceptable size"),
        }
    }

    fn engine_of(&self, spec: &str) -> Result<Arc<dyn Engine>, EngineError> {
        if spec == self.first_engine.about().spec {
            return Ok(Arc::clone(&self.first_engine));
        }
        (self.open)(spec)
    }

    /// Does something at the turn of a side, which is made its turn in Hex, where a game may begin
    /// on any board. A failure changes nothing.
    pub(super) fn at_turn_of(&mut self, side: Side, act: impl FnOnce(&mut Self) -> Reply) -> Reply {
        let state = self.record.state();
        let is_hex = self.engine().about().family == Family::Hex;
        let board = state.board.rsplit_once(' ');
        let Some((cells, _)) =
            board.filter(|_| is_hex && state.to_move != side && state.over.is_none())
        else {
            return act(self);
        };
        let board = format!("{cells} {}", side.letter());
        let record = self.record_at(self.engine(), &board)?;
        let before = std::mem::replace(&mut self.record, record);
        let reply = act(self);
        if reply.is_err() {
            self.record = before;
        }
        reply
    }

    /// The record that begins on a board. In Hex a board that play does not reach is the start of a
    /// game of its own.
    pub(super) fn record_at(
        &self,
        engine: &Arc<dyn Engine>,
        board: &str,
    ) -> Result<Record, EngineError> {
        let record = Record::from_board(Arc::clone(engine), board);
        let about = engine.about();
        if record.is_ok() || about.family != Family::Hex {
            return record;
        }
        let start = board.replace(' ', "");
        let spec = format!("{}?start={start}", without_set_up(&about.spec));
        Record::new(self.engine_of(&spec)?)
    }

    fn begin(&mut self, engine: Arc<dyn Engine>) -> Reply {
        self.record = Record::new(engine)?;
        say("")
    }

    pub(super) fn clear_board(&mut self, _: &Request) -> Reply {
        let about = self.engine().about();
        let (columns, rows) = (about.columns, about.rows);
        let engine = self.of_size(columns, rows)?;
        self.begin(engine)
    }

    /// Sets komi. Where values are differences of areas, komi changes only the result, no value and
    /// no move. Where the spec has a komi, another komi is another game. So it is under basic ko,
    /// where a long cycle is won or drawn whatever komi is.
    pub(super) fn set_komi(&mut self, request: &Request) -> Reply {
        let [word] = &request.arguments[..] else {
            return syntax_error();
        };
        match word.parse::<f64>() {
            Ok(komi) if komi.abs() <= MAX_KOMI => self.take_komi(komi),
            _ => syntax_error(),
        }
    }

    fn take_komi(&mut self, komi: f64) -> Reply {
        let about = self.engine().about();
        let (spec, is_go) = (&about.spec, about.family == Family::Go);
        let other = match komi_of(spec) {
            _ if !is_go => None,
            Some(old) if old != komi => {
                Some(spec.replace(&format!("komi={old}"), &format!("komi={komi}")))
            }
            None if komi != 0.0 && spec.ends_with("?ko=basic") => {
                Some(format!("{spec}&komi={komi}"))
            }
            _ => None,
        };
        if let Some(spec) = other {
            let engine = match self.engine_of(&spec) {
                Ok(engine) => engine,
                Err(problem) => return refused(problem.to_string()),
            };
            let moves = self.record.line().clone();
            let mut record = Record::from_board(engine, &moves.from)?;
            for PlayedMove { side, name } in self.record.played() {
                let played = record.play(*side, name);
                played.map_err(|error| CommandFailure::Refused(error.to_string()))?;
            }
            self.record = record;
        }
        self.komi = komi;
        say("")
    }

    /// Handicap stones on the points that GTP 2 prescribes, which start at 7x7, the largest board
    /// here.
    pub(super) fn fixed_handicap(&mut self, request: &Request) -> Reply {
        let Some(stones) = self.stones(request)? else {
            return syntax_error();
        };
        let about = self.engine().about();
        let places = match (about.columns, about.rows) {
            (7, 7) if (2..=4).contains(&stones) => ["C3", "E5", "C5", "E3"],
            _ => return refused("invalid number of stones"),
        };
        let cells: Vec<u32> = places[..stones as usize]
            .iter()
            .filter_map(|place| names::cell(about, place))
            .collect();
        self.place(&cells)
    }

    /// Handicap stones near the centre, adjacent ones only where nothing else is left.
    pub(super) fn place_free_handicap(&mut self, request: &Request) -> Reply {
        let Some(stones) = self.stones(request)? else {
            return syntax_error();
        };
        let about = self.engine().about();
        let (columns, rows) = (about.columns, about.rows);
        let state = self.record.state();
        let grid = Grid::of(about, &state.cells);
        let points = columns * rows;
        if !(2..points).contains(&stones) {
            return refused("invalid number of stones");
        }
        let from_centre = |cell: &u32| {
            let (column, row) = (cell % columns, cell / columns);
            (2 * column).abs_diff(columns - 1) + (2 * row).abs_diff(rows - 1)
        };
        let mut by_distance: Vec<u32> = (0..points).collect();
        by_distance.sort_by_key(from_centre);
        let mut chosen: Vec<u32> = Vec::new();
        for apart in [true, false] {
            for cell in &by_distance {
                let is_full = chosen.len() == stones as usize;
                let is_beside = grid.neighbours(*cell).any(|one| chosen.contains(&one));
                if !(is_full || chosen.contains(cell) || apart && is_beside) {
                    chosen.push(*cell);
                }
            }
        }
        self.place(&chosen)
    }

    pub(super) fn set_free_handicap(&mut self, request: &Request) -> Reply {
        if !self.is_empty() {
            return refused("board not empty");
        }
        let about = self.engine().about();
        let mut cells = Vec::new();
        for word in &request.arguments {
            match names::cell(about, word) {
                Some(cell) if !cells.contains(&cell) => cells.push(cell),
                _ => return refused("bad vertex list"),
            }
        }
        if !(2..about.columns * about.rows).contains(&(cells.len() as u32)) {
            return refused("bad vertex list");
        }
        self.place(&cells)?;
        say("")
    }

    fn is_empty(&self) -> bool {
        let is_empty = |cell: &Cell| *cell == Cell::Empty;
        self.record.undoable() == 0 && self.record.state().cells.iter().all(is_empty)
    }

    fn stones(&self, request: &Request) -> Result<Option<u32>, CommandFailure> {
        if !self.is_empty() {
            return refused("board not empty");
        }
        Ok(match &request.arguments[..] {
            [word] => word.parse().ok(),
            _ => None,
        })
    }

    /// Puts black stones on an empty board, and makes it White's turn.
    fn place(&mut self, black: &[u32]) -> Reply {
        let about = self.engine().about();
        let names: Vec<String> = black
            .iter()
            .map(|cell| names::cell_vertex(about, *cell))
            .collect();
        let mut cells = vec![Cell::Empty; self.record.state().cells.len()];
        for cell in black {
            if let Some(cell) = cells.get_mut(*cell as usize) {
                *cell = Cell::First;
            }
        }
        let board = board_string(&cells, Side::Second);
        self.record = Record::from_board(Arc::clone(self.engine()), &board)?;
        say(names.join(" "))
    }

    /// `loadsgf FILE [MOVE]`: plays the main line up to, but not including, that move.
    pub(super) fn loadsgf(&mut self, request: &Request) -> Reply {
        let (path, before) = match &request.arguments[..] {
            [path] => (path, usize::MAX),
            [path, number] => match number.parse::<usize>() {
                Ok(number @ 1..) => (path, number - 1),
                _ => return syntax_error(),
            },
            _ => return syntax_error(),
        };
        let text = read_sgf(path).map_err(|error| error.to_string());
        let game = text.and_then(|text| SgfGame::read(&text).map_err(|error| error.to_string()));
        let loaded = game.and_then(|game| self.load(game, before));
        if let Err(problem) = loaded {
            self.note(&format!("{path}: {problem}"));
            return refused("cannot load file");
        }
        let to_move = self.record.state().to_move;
        say(names::colour(to_move))
    }

    fn load(&mut self, game: SgfGame, before: usize) -> Result<(), String> {
        let said = |failure: CommandFailure| match failure {
            CommandFailure::Refused(problem) => problem,
            CommandFailure::Stream(error) => error.to_string(),
        };
        let wrong = |error: RecordError| error.to_string();
        let failed = |error: EngineError| error.to_string();
        let about = self.engine().about();
        let (spec, layout) = (&about.spec, &about.layout());
        let komi = game.komi().map_err(wrong)?;
        game.expect_kind_of(&Board { spec, layout })
            .map_err(wrong)?;
        if before < usize::MAX && before > game.moves.len() {
            let moves = game.moves.len();
            return Err(format!("the main line has {moves} moves"));
        }
        let size = game.size.as_ref().map(|size| size.value);
        let BoardSize { columns, rows } = size.unwrap_or(BoardSize {
            columns: about.columns,
            rows: about.rows,
        });
        let engine = self.of_size(columns, rows).map_err(said)?;
        let (spec, layout) = (&engine.about().spec, &engine.about().layout());
        let board = Board { spec, layout };
        let from = game.start(&board).map_err(wrong)?;
        let mut record = self.record_at(&engine, &from).map_err(failed)?;
        let handicap = game.handicap(&board);
        let Some(before) = before.checked_sub(handicap) else {
            return Err(format!("the first {handicap} moves are a handicap"));
        };
        for record_move in game.played(&board, before).map_err(wrong)? {
            // Where the players exchange colours, the board stays as it is.
            if record_move.keeps_turn {
                continue;
            }
            if record_move.name == SWAP {
                return Err(record_move.at.error(MIRRORING).to_string());
            }
            let played = record.play(side(record_move.black), &record_move.name);
            played.map_err(|error| record_move.at.error(error.to_string()).to_string())?;
        }
        let before = std::mem::replace(&mut self.record, record);
        let komi_result = match komi {
            Some(komi) if komi.abs() <= MAX_KOMI => self.take_komi(komi).map(|_| ()).map_err(said),
            Some(komi) => Err(format!("KM is {komi}")),
            None => Ok(()),
        };
        if komi_result.is_err() {
            self.record = before;
        }
        komi_result
    }
}

pub(super) fn board_string(cells: &[Cell], to_move: Side) -> String {
    let board: String = cells.iter().map(|cell| cell.letter()).collect();
    format!("{board} {}", to_move.letter())
}

/// The spec of the same game on another board.
fn resized(spec: &str, columns: u32, rows: u32) -> Option<String> {
    let (name, rest) = without_set_up(spec).split_once(':')?;
    let (size, parameters) = match rest.split_once('?') {
        Some((size, parameters)) => (size, format!("?{parameters}")),
        None => (rest, String::new()),
    };
    let (old_columns, old_rows) = size.split_once('x')?;
    let is_size = old_columns.parse::<u32>().is_ok() && old_rows.parse::<u32>().is_ok();
    is_size.then(|| format!("{name}:{columns}x{rows}{parameters}"))
}

/// The spec of the game that begins on an empty board.
fn without_set_up(spec: &str) -> &str {
    spec.split_once("?start=").map_or(spec, |(empty, _)| empty)
}

/// The text of a game record.
fn read_sgf(path: &str) -> io::Result<String> {
    // Checked before opening: opening a pipe would wait for a writer.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let mut text = String::new();
    let length = File::open(path)?
        .take(LONGEST_SGF + 1)
        .read_to_string(&mut text)?;
    match length as u64 > LONGEST_SGF {
        true => Err(io::Error::other(format!("more than {LONGEST_SGF} bytes"))),
        false => Ok(text),
    }
}
