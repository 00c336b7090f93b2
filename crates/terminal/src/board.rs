//! Draws the board.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use solveig_engine::{Cell, Family, KnownValue};

use crate::app::App;

/// Width of a cell, in characters.
const CELL_WIDTH: u16 = 4;

/// Width and height of the board with the names of columns and rows, in characters.
pub fn size(app: &App) -> (u16, u16) {
    let about = app.engine().about();
    if !app.family().has_cells() {
        return (30, 12);
    }
    let (columns, rows) = (about.columns as u16, about.rows as u16);
    let shift = if app.family() == Family::Hex {
        2 * (rows - 1)
    } else {
        0
    };
    (4 + CELL_WIDTH * columns + shift, rows + 1)
}

/// The board as lines of text.
pub fn lines(app: &App) -> Vec<Line<'static>> {
    let about = app.engine().about();
    if !app.family().has_cells() {
        return tree_lines(app);
    }
    let names = about
        .column_names
        .iter()
        .map(|name| format!("{name:^width$}", width = CELL_WIDTH as usize));
    let mut lines = vec![Line::from(format!("   {}", names.collect::<String>()))];
    let mut rows: Vec<u32> = (0..about.rows).collect();
    if !about.first_row_at_top {
        rows.reverse();
    }
    for (line, row) in rows.into_iter().enumerate() {
        let shift = if app.family() == Family::Hex {
            2 * line
        } else {
            0
        };
        let name = about.row_names.get(row as usize).map_or("", String::as_str);
        let mut spans = vec![Span::raw(format!("{}{name:>2} ", " ".repeat(shift)))];
        for column in 0..about.columns {
            spans.push(cell(app, row * about.columns + column));
        }
        lines.push(Line::from(spans));
    }
    lines
}

fn tree_lines(app: &App) -> Vec<Line<'static>> {
    let mut lines: Vec<Line> = app
        .state()
        .picture
        .lines()
        .map(|line| Line::from(line.to_owned()))
        .collect();
    for (at, legal) in app.state().legal.iter().enumerate() {
        let known_value = known_of(app, &legal.name)
            .map(value_text)
            .unwrap_or_default();
        let text = format!(" {} {known_value}", legal.name);
        let style = match at as u32 == app.cursor {
            true => Style::new().add_modifier(Modifier::REVERSED),
            false => Style::new(),
        };
        lines.push(Line::styled(text, style));
    }
    lines
}

/// The value shown for a move; `None` if values are hidden or no report has arrived.
fn known_of(app: &App, name: &str) -> Option<KnownValue> {
    let report = app.report.as_ref().filter(|_| app.shows_values)?;
    let found = report.moves.iter().find(|one| one.played == name);
    found.map(|one| one.known_value)
}

fn cell(app: &App, cell: u32) -> Span<'static> {
    let state = app.state();
    let stone = state
        .cells
        .get(cell as usize)
        .copied()
        .unwrap_or(Cell::Empty);
    let legal = state.legal.iter().find(|one| one.cell == Some(cell));
    let is_last = last_cell(app) == Some(cell);
    let is_hint = legal.is_some_and(|one| app.hint.as_ref() == Some(&one.name));
    let (background, first, second) = colours(app.family());
    let known_value = legal.and_then(|one| known_of(app, &one.name));
    let mut style = Style::new().bg(background).fg(Color::Black);
    let text = match stone {
        Cell::First => {
            style = style.fg(first);
            "●".to_owned()
        }
        Cell::Second => {
            style = style.fg(second);
            "○".to_owned()
        }
        Cell::Neither => "#".to_owned(),
        Cell::Count(count) => count_text(count, known_value),
        Cell::Empty => match (known_value, legal) {
            _ if is_hint => "*".to_owned(),
            (Some(known_value), _) if known_value.value.is_some() => {
                style = style.add_modifier(Modifier::BOLD);
                if known_value.value == best_value(app) {
                    style = style.add_modifier(Modifier::UNDERLINED);
                }
                value_text(known_value)
            }
            (Some(known_value), _) if known_value.estimate.is_some() => value_text(known_value),
            (Some(_), _) => "?".to_owned(),
            (None, Some(_)) if app.family() == Family::Othello => "·".to_owned(),
            (None, _) => match app.family() {
                Family::Go | Family::Points => "+".to_owned(),
                Family::Othello => String::new(),
                _ => "·".to_owned(),
            },
        },
    };
    let is_cursor = match app.family() {
        Family::ConnectFour => {
            let under = app.under_cursor().and_then(|one| one.cell);
            under.map_or(app.cursor == cell, |under| under == cell)
        }
        _ => app.cursor == cell,
    };
    // A long value leaves no room for the brackets; reversed colours show the cursor, too.
    let framed = match (is_cursor, is_last) {
        _ if text.chars().count() > 2 => format!("{text:^4}"),
        (true, _) => format!("[{text:^2}]"),
        (false, true) => format!("<{text:^2}>"),
        (false, false) => format!(" {text:^2} "),
    };
    if is_cursor {
        style = style.add_modifier(Modifier::REVERSED);
    }
    if stone != Cell::Empty {
        style = style.add_modifier(Modifier::BOLD);
    }
    Span::styled(framed, style)
}

/// A count, with the value of the move at its cell where both fit.
fn count_text(count: u8, known_value: Option<KnownValue>) -> String {
    let valued = known_value.filter(|known_value| known_value.value.is_some());
    let both = valued.map(|known_value| format!("{count}:{}", value_text(known_value)));
    let fitting = both.filter(|text| text.chars().count() <= CELL_WIDTH.into());
    fitting.unwrap_or_else(|| count.to_string())
}

/// The cell of the last move.
fn last_cell(app: &App) -> Option<u32> {
    let last = app.record.played().next_back()?;
    let about = app.engine().about();
    if about.family == Family::ConnectFour {
        // The topmost disc of the column.
        let column = about
            .column_names
            .iter()
            .position(|name| *name == last.name)? as u32;
        let cells = &app.state().cells;
        let mut column = (0..about.rows).map(|row| row * about.columns + column);
        return column.rfind(|cell| cells.get(*cell as usize) != Some(&Cell::Empty));
    }
    let named = |cell: &u32| {
        let (column, row) = (cell % about.columns.max(1), cell / about.columns.max(1));
        let name = format!(
            "{}{}",
            about
                .column_names
                .get(column as usize)
                .map_or("", String::as_str),
            about.row_names.get(row as usize).map_or("", String::as_str)
        );
        name == last.name
    };
    (0..about.columns * about.rows).find(named)
}

fn best_value(app: &App) -> Option<i32> {
    let moves = &app.report.as_ref()?.moves;
    moves.iter().filter_map(|one| one.known_value.value).max()
}

/// A value, a bound or an estimate as text; at most four characters if it is no bound.
pub fn value_text(known_value: KnownValue) -> String {
    let signed = |value: i32| match value {
        0 => "0".to_owned(),
        value => format!("{value:+}"),
    };
    match (known_value.value, known_value.at_least, known_value.at_most) {
        (Some(value), ..) => signed(value),
        (_, Some(min), _) => format!("≥{}", signed(min)),
        (_, _, Some(max)) => format!("≤{}", signed(max)),
        _ => match known_value.estimate {
            Some(estimate) => format!("~{}", signed(estimate)),
            None => "?".to_owned(),
        },
    }
}

/// Colours of the board, of the first side's and of the second side's stones. The stones also
/// differ in shape.
const fn colours(family: Family) -> (Color, Color, Color) {
    match family {
        Family::Othello => (Color::Rgb(46, 125, 80), Color::Black, Color::White),
        Family::ConnectFour => (
            Color::Rgb(36, 74, 150),
            Color::Rgb(255, 221, 87),
            Color::Rgb(255, 130, 120),
        ),
        Family::Go | Family::Points => (Color::Rgb(214, 178, 112), Color::Black, Color::White),
        Family::Hex => (
            Color::Rgb(205, 200, 190),
            Color::Black,
            Color::Rgb(176, 32, 32),
        ),
        Family::Mnk | Family::Edges | Family::Track | Family::Tree | Family::Plain => (
            Color::Rgb(225, 225, 225),
            Color::Rgb(20, 60, 140),
            Color::Rgb(160, 60, 0),
        ),
    }
}
