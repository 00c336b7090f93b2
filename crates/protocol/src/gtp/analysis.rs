//! Commands that report values, always for the side to move.
//!
//! `lz-analyze` and `kata-analyze` report until the next line arrives, as in Leela Zero and KataGo.
//! The `solveig-` commands answer once, with exact values.

use std::time::Duration;

use solveig_engine::choice::Ground;
use solveig_engine::{Effort, Family, GameState, KnownValue, Line, MoveReport, Report, Side};

use super::analysis_request::AnalysisRequest;
use super::{Reply, Session, names, refused, say, syntax, syntax_error};
use crate::CommandFailure;
use crate::gtp::syntax::Request;
use crate::input::{Wake, Watch};

/// The longest search that no line ends.
const UNHEARD: Duration = Duration::from_millis(100);

/// Formats of analysis lines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// Leela Zero's: win rate from 0 to 10000.
    Leela,
    /// KataGo's: win rate from 0 to 1, and the lead in points.
    Kata,
}

impl Session<'_> {
    pub(super) fn lz_analyze(&mut self, request: &Request) -> Reply {
        self.stream(request, Style::Leela)
    }

    pub(super) fn kata_analyze(&mut self, request: &Request) -> Reply {
        self.stream(request, Style::Kata)
    }

    pub(super) fn lz_genmove_analyze(&mut self, request: &Request) -> Reply {
        self.stream_and_play(request, Style::Leela)
    }

    pub(super) fn kata_genmove_analyze(&mut self, request: &Request) -> Reply {
        self.stream_and_play(request, Style::Kata)
    }

    /// Reports what is known, again as more is found, until the next line arrives.
    fn stream(&mut self, request: &Request, style: Style) -> Reply {
        let wanted = self.analysis_request(request)?;
        let (line, state) = self.turn_of(wanted.side)?;
        self.begin_stream(request)?;
        if state.over.is_none() {
            let watch = self.watch(Wake::Any);
            self.tell_until(&line, &state, style, &wanted, None, &watch)?;
        }
        self.input.wait(None);
        self.end_stream()
    }

    /// Plays a move, as `genmove` does, and answers with an analysis of the position before it.
    fn stream_and_play(&mut self, request: &Request, style: Style) -> Reply {
        let wanted = self.analysis_request(request)?;
        if wanted.is_limited() {
            return refused("avoid and allow are for analyses alone: any move may be played");
        }
        let side = wanted.side;
        let turn = match self.record.state().over {
            Some(_) => None,
            None => Some(self.turn_of(side)?),
        };
        let choice = self.decide(side)?;
        let played = match &choice {
            None => self.over()?,
            Some(choice) => self.make(side, &choice.played)?,
        };
        self.begin_stream(request)?;
        if let (Some((line, state)), Some(choice)) = (turn, &choice)
            && choice.ground != Ground::Estimate
        {
            let watch = self.watch(Wake::Urgent);
            let min = Some(Duration::from_millis(10 * wanted.interval));
            self.tell_until(&line, &state, style, &wanted, min, &watch)?;
        }
        writeln!(self.out, "play {played}")?;
        self.end_stream()
    }

    fn begin_stream(&mut self, request: &Request) -> Result<(), CommandFailure> {
        let first = syntax::response(true, &request.id, "");
        self.out.write_all(first.as_bytes())?;
        Ok(self.out.flush()?)
    }

    fn end_stream(&mut self) -> Reply {
        self.out.write_all(b"\n")?;
        self.out.flush()?;
        Ok(None)
    }

    /// Reports after a search of the interval that was asked for, then of twice as many, and so on,
    /// until all values are known, `watch` is set, or `max` has passed.
    fn tell_until(
        &mut self,
        line: &Line,
        state: &GameState,
        style: Style,
        wanted: &AnalysisRequest,
        max: Option<Duration>,
        watch: &Watch,
    ) -> Result<(), CommandFailure> {
        let mut slice = Duration::from_millis(10 * wanted.interval);
        let mut last_line = String::new();
        let mut spent = Duration::ZERO;
        loop {
            // The first search is short, and runs even if the next line is waiting already.
            let is_first = spent.is_zero();
            let time = match is_first {
                true => slice.min(UNHEARD),
                false => slice,
            };
            let watch_of_search = (!is_first).then_some(watch);
            let effort = self.limits.effort(Some(time), watch_of_search);
            let report = self.engine().report(line, &effort)?;
            spent += time;
            if time < slice && report.interrupted && !watch.is_set() {
                slice -= time;
                continue;
            }
            let info_line = self.info_line(line, state, &report, style, wanted)?;
            if info_line != last_line && !info_line.is_empty() {
                writeln!(self.out, "{info_line}")?;
                self.out.flush()?;
                last_line = info_line;
            }
            let out_of_time = max.is_some_and(|max| spent >= max);
            if !report.interrupted || watch.is_set() || out_of_time {
                return Ok(());
            }
            slice = slice.saturating_mul(2).min(Duration::from_secs(3600));
        }
    }

    /// The `info` line about the moves of known value, best first; empty if there are none.
    fn info_line(
        &self,
        line: &Line,
        state: &GameState,
        report: &Report,
        style: Style,
        wanted: &AnalysisRequest,
    ) -> Result<String, CommandFailure> {
        let about = self.engine().about();
        let rated_moves: Vec<(&MoveReport, f64)> = report
            .moves
            .iter()
            .filter(|one| wanted.tells(&names::vertex(about, &one.played)))
            .filter_map(|one| Some((one, self.rate(state.to_move, one.known_value)?)))
            .collect();
        let visits = (report.nodes / rated_moves.len().max(1) as u64).max(1);
        let mut parts = Vec::new();
        for (order, (one, rate)) in rated_moves.iter().take(wanted.max_moves).enumerate() {
            let vertex = names::vertex(about, &one.played);
            let line_of_play = match order == 0 && report.best_move.as_ref() == Some(&one.played) {
                true => format!("{vertex} {}", self.line_of_play(&line.then(&one.played))?)
                    .trim_end()
                    .to_owned(),
                false => vertex.clone(),
            };
            let prior = if order == 0 { 1 } else { 0 };
            let values = match style {
                Style::Leela => {
                    let rate = (rate * 10_000.0).round();
                    format!("winrate {rate} prior {} lcb {rate}", prior * 10_000)
                }
                Style::Kata => {
                    let value = one
                        .known_value
                        .value
                        .or(one.known_value.at_least)
                        .or(one.known_value.at_most);
                    let lead = self.lead(state.to_move, value.unwrap_or(0));
                    format!(
                        "utility {:.6} winrate {rate:.6} scoreMean {lead} scoreStdev 0 scoreLead {lead} \
                         scoreSelfplay {lead} prior {prior} lcb {rate:.6} utilityLcb {:.6}",
                        2.0 * rate - 1.0,
                        2.0 * rate - 1.0
                    )
                }
            };
            parts.push(format!(
                "info move {vertex} visits {visits} {values} order {order} pv {line_of_play}"
            ));
        }
        Ok(parts.join(" "))
    }

    fn line_of_play(&self, line: &Line) -> Result<String, CommandFailure> {
        let effort = self.limits.effort(Some(Duration::from_millis(200)), None);
        let variation = self.engine().variation(line, &effort)?;
        Ok(self.vertices(&variation.moves))
    }

    /// `value` in points after komi, for the side to move.
    fn lead(&self, to_move: Side, value: i32) -> f64 {
        let about = self.engine().about();
        let counts = about.family == Family::Go && super::komi_of(&about.spec).is_none();
        let komi = match (counts, to_move) {
            (false, _) => 0.0,
            (true, Side::First) => -self.komi,
            (true, Side::Second) => self.komi,
        };
        f64::from(value) + komi
    }

    /// The win rate of a move for the side that plays it: 1 for a win, 0 for a loss, 0.5 for a
    /// draw, `None` if the outcome is not known.
    fn rate(&self, to_move: Side, known_value: KnownValue) -> Option<f64> {
        let lead = |value: i32| self.lead(to_move, value);
        if let Some(value) = known_value.value {
            let lead = lead(value);
            return Some(match () {
                () if lead > 0.0 => 1.0,
                () if lead < 0.0 => 0.0,
                () => 0.5,
            });
        }
        match (
            known_value.at_least.map(lead),
            known_value.at_most.map(lead),
        ) {
            (Some(min), _) if min > 0.0 => Some(1.0),
            (_, Some(max)) if max < 0.0 => Some(0.0),
            _ => None,
        }
    }

    /// The report on the present position, after a search of the seconds in `request` or the
    /// session's time limit.
    fn report(&mut self, request: &Request) -> Result<(Report, Watch), CommandFailure> {
        let max = match &request.arguments[..] {
            [] => self.limits.time,
            [word] => match word.parse::<f64>() {
                Ok(seconds) if (0.0..=1e6).contains(&seconds) => {
                    Some(Duration::from_secs_f64(seconds))
                }
                _ => return syntax_error(),
            },
            _ => return syntax_error(),
        };
        let watch = self.watch(Wake::Urgent);
        let effort = Effort {
            distances: true,
            ..self.limits.effort(max, Some(&watch))
        };
        let report = self.engine().report(self.record.line(), &effort)?;
        Ok((report, watch))
    }

    pub(super) fn tell_value(&mut self, request: &Request) -> Reply {
        let (report, _) = self.report(request)?;
        say(known_words(report.known_value))
    }

    pub(super) fn tell_moves(&mut self, request: &Request) -> Reply {
        let (report, _) = self.report(request)?;
        say(self.moves_of(&report).join("\n"))
    }

    fn moves_of(&self, report: &Report) -> Vec<String> {
        let about = self.engine().about();
        let line = |one: &MoveReport| {
            let vertex = names::vertex(about, &one.played);
            format!("{vertex} {}", known_words(one.known_value))
        };
        report.moves.iter().map(line).collect()
    }

    pub(super) fn tell_all(&mut self, request: &Request) -> Reply {
        let (report, _) = self.report(request)?;
        let about = self.engine().about();
        let best = report.best_move.as_deref();
        let best = best.map_or_else(|| "-".to_owned(), |name| names::vertex(about, name));
        let first = format!(
            "position {} to_move {} best {best} nodes {} {}",
            known_words(report.known_value),
            names::colour(self.record.state().to_move),
            report.nodes,
            if report.interrupted {
                "partial"
            } else {
                "complete"
            },
        );
        let mut lines = vec![first];
        lines.extend(
            self.moves_of(&report)
                .iter()
                .map(|one| format!("move {one}")),
        );
        say(lines.join("\n"))
    }

    /// All moves whose value equals the known value of the position.
    pub(super) fn tell_best(&mut self, request: &Request) -> Reply {
        let (report, _) = self.report(request)?;
        let about = self.engine().about();
        let names = best_moves(&report).map(|one| names::vertex(about, &one.played));
        say(names.collect::<Vec<_>>().join(" "))
    }

    pub(super) fn tell_line(&mut self, _: &Request) -> Reply {
        let watch = self.watch(Wake::Urgent);
        let effort = self.limits.effort(self.limits.time, Some(&watch));
        let variation = self.engine().variation(self.record.line(), &effort)?;
        say(self.vertices(&variation.moves))
    }

    /// Every move of the play with its value before and after, for the side that played it.
    pub(super) fn tell_review(&mut self, _: &Request) -> Reply {
        let watch = self.watch(Wake::Urgent);
        let effort = self.limits.effort(self.limits.time, Some(&watch));
        let review = self.engine().review(self.record.line(), &effort)?;
        let about = self.engine().about();
        let mut lines: Vec<String> = review
            .moves
            .iter()
            .map(|one| {
                let best = one.best.as_deref().map_or("-", |name| name);
                let loss = match (one.loss, one.loss_at_least) {
                    (Some(loss), _) => loss.to_string(),
                    (None, 0) => "unknown".to_owned(),
                    (None, min) => format!("at_least {min}"),
                };
                format!(
                    "{} {} {} before {} after {} best {} loss {loss}",
                    one.ply,
                    names::colour(one.side),
                    names::vertex(about, &one.played),
                    known_words(one.before),
                    known_words(one.after),
                    names::vertex(about, best),
                )
            })
            .collect();
        let [black, white] = review.losses;
        lines.push(format!("losses black {black} white {white}"));
        say(lines.join("\n"))
    }

    /// Drawing commands of GoGui: values on their points, green for the best, red for worse.
    pub(super) fn tell_picture(&mut self, request: &Request) -> Reply {
        let (report, _) = self.report(request)?;
        let about = self.engine().about();
        let mut lines = Vec::new();
        let best: Vec<&str> = best_moves(&report).map(|one| one.played.as_str()).collect();
        let legal = &self.record.state().legal;
        for one in &report.moves {
            let Some(cell) = legal.get(one.index).and_then(|legal| legal.cell) else {
                continue;
            };
            let vertex = names::cell_vertex(about, cell);
            if let Some(value) = one.known_value.value {
                let is_best = best.contains(&one.played.as_str());
                let colour = if is_best { "#77cc77" } else { "#dd8877" };
                lines.push(format!("COLOR {colour} {vertex}"));
                lines.push(format!("LABEL {vertex} {}", signed(value)));
            }
        }
        lines.push(format!("TEXT {}", known_words(report.known_value)));
        say(lines.join("\n"))
    }
}

/// The moves whose value equals that of the position; none if that is not known.
fn best_moves(report: &Report) -> impl Iterator<Item = &MoveReport> {
    let best = report.known_value.value;
    let is_best = move |one: &&MoveReport| best.is_some() && one.known_value.value == best;
    report.moves.iter().filter(is_best)
}

fn signed(value: i32) -> String {
    match value {
        0 => "0".to_owned(),
        value => format!("{value:+}"),
    }
}

/// What is known, in words: `+2 certified`, `at_least 1`, `unknown`.
fn known_words(known_value: KnownValue) -> String {
    let mut words = Vec::new();
    match known_value {
        KnownValue {
            value: Some(value), ..
        } => words.push(signed(value)),
        KnownValue {
            at_least: None,
            at_most: None,
            ..
        } => words.push("unknown".to_owned()),
        KnownValue {
            at_least, at_most, ..
        } => {
            words.extend(at_least.map(|min| format!("at_least {}", signed(min))));
            words.extend(at_most.map(|max| format!("at_most {}", signed(max))));
        }
    }
    words.extend(known_value.source.map(|source| source.name().to_owned()));
    words.extend(known_value.plies.map(|plies| format!("plies {plies}")));
    words.extend(
        known_value
            .estimate
            .map(|one| format!("estimate {}", signed(one))),
    );
    words.join(" ")
}
