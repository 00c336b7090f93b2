//! Draws the whole screen.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Paragraph, Wrap};
use solveig_engine::record::PlayedMove;
use solveig_engine::{KnownValue, ReviewedMove, Side, Source, Status};

use crate::app::{App, Panel, Task};
use crate::board;

/// Least width of the text beside the board, in characters.
const SIDE_COLUMNS: u16 = 34;

/// Lines of the state above the list, and of the messages below the board.
const STATE_LINES: u16 = 6;
const FOOT_LINES: u16 = 3;

const KEYS: &str = "arrows+enter play  v values  h hint  u undo  r review  ? help  q quit";

const HELP: &str = "\
arrows        choose a cell
enter, space  play there
1-9           drop a disc in a column
p             pass
v             show or hide values
h             a hint
u             take back
n             begin again
s             who plays which side
r             where value was lost
page up/down  scroll
x, esc        stop the search
q, ctrl-c     leave

● moves first, ○ second. <> is the
last move, [] the cursor. A value is
for the side that moves; underlined
is best, ? is not known.";

/// Draws the application, or a message if the screen is too small.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let area = frame.area();
    let (columns, lines) = board::size(app);
    let needed_columns = (columns + 2 + SIDE_COLUMNS).max(KEYS.len() as u16);
    let needed_lines = (lines + 2).max(STATE_LINES + 6) + FOOT_LINES;
    if area.width < needed_columns || area.height < needed_lines {
        return draw_refusal(frame, area, needed_columns, needed_lines);
    }
    let [above, foot] =
        Layout::vertical([Constraint::Min(1), Constraint::Length(FOOT_LINES)]).areas(area);
    let [left, right] = Layout::horizontal([
        Constraint::Length(columns + 2),
        Constraint::Min(SIDE_COLUMNS),
    ])
    .areas(above);
    let [state, list] =
        Layout::vertical([Constraint::Length(STATE_LINES), Constraint::Min(1)]).areas(right);

    let title = format!(" {} ", app.engine().about().spec);
    let board = Paragraph::new(Text::from(board::lines(app))).block(Block::bordered().title(title));
    frame.render_widget(
        board,
        Rect {
            height: (lines + 2).min(left.height),
            ..left
        },
    );
    draw_state(app, frame, state);
    match app.panel {
        Panel::Moves => draw_moves(app, frame, list),
        Panel::Review => draw_review(app, frame, list),
        Panel::Help => {
            let help = Paragraph::new(HELP).scroll((app.scrolled, 0));
            frame.render_widget(help.block(Block::bordered().title(" Help ")), list);
        }
    }
    let message = Paragraph::new(Text::from(vec![
        Line::styled(
            app.message.clone(),
            Style::new().add_modifier(Modifier::BOLD),
        ),
        Line::styled(KEYS, Style::new().add_modifier(Modifier::DIM)),
    ]))
    .wrap(Wrap { trim: true });
    frame.render_widget(message, foot);
}

fn draw_refusal(frame: &mut Frame<'_>, area: Rect, columns: u16, lines: u16) {
    let text = format!(
        "This window is too small: it has {}x{} characters, and the game needs {columns}x{lines}. \
         Make it larger, or leave with q and play with --plain.",
        area.width, area.height
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}

fn draw_state(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let state = app.state();
    let who = |side: Side| {
        let mark = if side == Side::First { '●' } else { '○' };
        let player = if app.persons[side as usize] {
            "you"
        } else {
            "program"
        };
        format!("{mark} {} ({player})", app.name_of(side))
    };
    let turn = match state.over {
        Some(_) => "game over".to_owned(),
        None => format!("to move: {}", app.name_of(state.to_move)),
    };
    let doing = match app.task {
        Some(Task::Move) => "the program is thinking; x stops it",
        Some(Task::Hint) => "looking for a hint; x stops it",
        Some(Task::Values) => "searching values; x stops it",
        Some(Task::Review) => "reviewing; x stops it",
        None => "",
    };
    let known_value = app.known_for_first();
    let width = area.width.saturating_sub(2) as usize;
    let mut lines = vec![
        Line::from(format!("{}  {}", who(Side::First), who(Side::Second))),
        Line::from(turn),
    ];
    match known_value {
        Some(known_value) => {
            lines.push(bar(app, known_value, width));
            lines.push(Line::from(format!(
                "{} for {}: {}",
                board::value_text(known_value),
                app.name_of(Side::First),
                status(known_value)
            )));
        }
        None if app.shows_values => {
            lines.push(Line::from("?".repeat(width.min(24))));
            lines.push(Line::from("value not known yet"));
        }
        None => {
            lines.push(Line::from(""));
            lines.push(Line::from("v shows values"));
        }
    }
    lines.push(Line::styled(doing, Style::new().fg(Color::Cyan)));
    frame.render_widget(Paragraph::new(lines), area);
}

/// The source of a value, in words.
fn status(known_value: KnownValue) -> &'static str {
    match (known_value.source, known_value.status) {
        (None, _) if known_value.estimate.is_some() => "an estimate, not proved",
        (None, Status::Outside) => "outside, not known",
        (None, _) => "not known",
        (Some(Source::Certified), Status::Bound) => "a stored bound",
        (Some(Source::Certified), _) => "stored",
        (Some(Source::Derived), Status::Bound) => "a bound that follows from the moves",
        (Some(Source::Derived), _) => "follows from the moves",
        (Some(_), Status::Bound) => "a bound proved by search",
        (Some(source), _) => source.name(),
    }
}

/// A bar whose filled part grows with the value for the side that moves first.
fn bar(app: &App, known_value: KnownValue, width: usize) -> Line<'static> {
    let about = app.engine().about();
    let Some(value) = known_value
        .value
        .or(known_value.at_least)
        .or(known_value.at_most)
        .or(known_value.estimate)
    else {
        return Line::from("?".repeat(width.min(24)));
    };
    let span = i64::from(about.greatest_value) - i64::from(about.least_value);
    let from_least = i64::from(value) - i64::from(about.least_value);
    let filled = (from_least * width as i64 / span.max(1)).clamp(0, width as i64) as usize;
    Line::from(vec![
        Span::styled("●".repeat(filled), Style::new().fg(Color::Yellow)),
        Span::styled("○".repeat(width - filled), Style::new().fg(Color::Blue)),
    ])
}

fn draw_moves(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let mut lines: Vec<Line> = Vec::new();
    if app.shows_values
        && let Some(report) = &app.report
    {
        let values: Vec<String> = report
            .moves
            .iter()
            .take(24)
            .map(|one| format!("{} {}", one.played, board::value_text(one.known_value)))
            .collect();
        lines.push(Line::from(values.join("  ")));
        lines.push(Line::from(""));
    }
    let played: Vec<&PlayedMove> = app.record.played().collect();
    for (at, pair) in played.chunks(2).enumerate() {
        let names: Vec<String> = pair
            .iter()
            .map(|PlayedMove { side, name }| {
                let mark = if *side == Side::First { '●' } else { '○' };
                format!("{mark} {name:<6}")
            })
            .collect();
        lines.push(Line::from(format!("{:>3}. {}", at + 1, names.join(" "))));
    }
    let room = area.height.saturating_sub(2);
    let hidden = (lines.len() as u16).saturating_sub(room);
    let list = Paragraph::new(lines)
        .wrap(Wrap { trim: false })
        .scroll((hidden.saturating_sub(app.scrolled), 0));
    frame.render_widget(list.block(Block::bordered().title(" Moves ")), area);
}

fn draw_review(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let mut lines: Vec<Line> = Vec::new();
    match &app.review {
        None => lines.push(Line::from("looking at every move ...")),
        Some(review) => {
            let [first, second] = review.losses;
            lines.push(Line::from(format!(
                "lost: {} {first}, {} {second}",
                app.name_of(Side::First),
                app.name_of(Side::Second)
            )));
            if review.interrupted {
                lines.push(Line::from("not all positions were solved"));
            }
            lines.extend(review.moves.iter().map(reviewed));
        }
    }
    let room = area.height.saturating_sub(2);
    let last = (lines.len() as u16).saturating_sub(room);
    let list = Paragraph::new(lines).scroll((app.scrolled.min(last), 0));
    frame.render_widget(list.block(Block::bordered().title(" Review ")), area);
}

fn reviewed(one: &ReviewedMove) -> Line<'static> {
    let mark = if one.side == Side::First {
        '●'
    } else {
        '○'
    };
    let values = format!(
        "{} {}",
        board::value_text(one.before),
        board::value_text(one.after)
    );
    let text = format!("{:>3} {mark} {:<5} {values:<8}", one.ply, one.played);
    let loss_text = match (one.loss, one.loss_at_least) {
        (_, 0) => None,
        (Some(loss), _) => Some(format!("-{loss}")),
        (None, least) => Some(format!("-{least} or more")),
    };
    match (loss_text, &one.best) {
        (Some(loss_text), Some(best)) => Line::styled(
            format!("{text} {loss_text}, best {best}"),
            Style::new().fg(Color::Red).add_modifier(Modifier::BOLD),
        ),
        (Some(loss_text), None) => {
            Line::styled(format!("{text} {loss_text}"), Style::new().fg(Color::Red))
        }
        (None, _) if one.loss.is_none() => Line::from(format!("{text} not known")),
        _ => Line::from(text),
    }
}
