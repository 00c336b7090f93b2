//! Explanations as text.

use std::fmt;

use super::{
    Cause, Exclusion, Explanation, How, RelativeSide, SourceNode, Through, Visit, VisitQuestion,
};
use crate::trees::bound::in_words;
use crate::trees::tree::Player;

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let node = self.node.0;
        match &self.cause {
            Cause::Visited { visits } => {
                write!(f, "node {node} was visited")?;
                for (place, visit) in visits.iter().enumerate() {
                    f.write_str(if place == 0 { " " } else { ", then " })?;
                    write_visit(f, visit)?;
                }
                Ok(())
            }
            Cause::LeftOut {
                branch,
                exclusions,
                died,
            } => {
                if *branch == self.node {
                    write!(f, "node {node} was left out")?;
                } else {
                    let branch = branch.0;
                    write!(
                        f,
                        "node {node} was not generated, for node {branch} above it was never expanded: \
                         node {branch} was left out"
                    )?;
                }
                let Some((first, others)) = exclusions.split_first() else {
                    return Ok(());
                };
                f.write_str(": ")?;
                write_exclusion(f, first)?;
                match died {
                    Some(died) if !first.bounds.is_dead() => {
                        write!(f, "; from step {} on ", died.step)?;
                        let (lower, upper) = (died.bounds.lower, died.bounds.upper);
                        let (lower, upper) = (in_words(lower), in_words(upper));
                        write!(f, "h- = {lower} >= h+ = {upper}: it is dead (Theorem 5.1)")?;
                        write_origins(f, &died.bounds)?;
                    }
                    _ => {}
                }
                match others {
                    [] => Ok(()),
                    [one] => write!(f, "; it was left out once more, at step {}", one.step),
                    [.., last] => {
                        let (count, last) = (others.len(), last.step);
                        write!(
                            f,
                            "; it was left out {count} more times, last at step {last}"
                        )
                    }
                }
            }
        }
    }
}

fn write_visit(f: &mut fmt::Formatter<'_>, visit: &Visit) -> fmt::Result {
    write!(f, "at step {} ", visit.step)?;
    match visit.question {
        VisitQuestion::Window { alpha, beta } => {
            write!(
                f,
                "with the window {} to {}",
                in_words(alpha),
                in_words(beta)
            )?;
        }
        VisitQuestion::Merit { merit } => write!(f, "with the merit {}", in_words(merit))?,
    }
    if visit.bounds.is_dead() {
        let (lower, upper) = (visit.bounds.lower, visit.bounds.upper);
        let (lower, upper) = (in_words(lower), in_words(upper));
        write!(
            f,
            " although it was dead, h- = {lower} >= h+ = {upper} (Theorem 5.1)"
        )?;
    }
    Ok(())
}

fn write_exclusion(f: &mut fmt::Formatter<'_>, by: &Exclusion) -> fmt::Result {
    let (player, opponent, direction) = match by.player {
        Player::Max => ("max", Player::Min, "least"),
        Player::Min => ("min", Player::Max, "most"),
    };
    let (at, child, value, step) = (by.at.0, by.child.0, in_words(by.value), by.step);
    match by.how {
        How::Cutoff => write!(
            f,
            "at node {at} ({player}) child {child} is worth at {direction} {value} (step {step})"
        )?,
        How::Skip => write!(
            f,
            "at node {at} ({player}) child {child} was passed over, for the stored bound {value} (step \
             {step})"
        )?,
        How::Purge => write!(
            f,
            "at node {at} ({player}) child {child} was solved with the merit {value}, the greatest in \
             LIST, and the triples under its brothers were removed (step {step})"
        )?,
    }
    let bounds = &by.bounds;
    let (lower, upper) = (in_words(bounds.lower), in_words(bounds.upper));
    if !bounds.is_dead() {
        if let Some(limit) = by.limit {
            let limit = in_words(limit);
            write!(f, ", which answers the search at the limit {limit}")?;
        }
        return write!(f, "; it was still alive, h- = {lower} < h+ = {upper}");
    }
    let (from, does, to) = match opponent {
        Player::Max => (bounds.lower_from, "guarantees Max", &lower),
        Player::Min => (bounds.upper_from, "holds Max to", &upper),
    };
    if let (Some(from), How::Cutoff) = (from, by.how) {
        let side = match from.side {
            RelativeSide::Left => " to the left",
            RelativeSide::Itself => " itself",
            RelativeSide::Right => " to the right",
        };
        write!(f, ", and node {}{side} already {does} {to}", from.node.0)?;
    }
    write!(
        f,
        ": h- = {lower} >= h+ = {upper}, so it is dead (Theorem 5.1)"
    )?;
    write_origins(f, bounds)
}

/// Writes the nodes that h- and h+ come from.
fn write_origins(f: &mut fmt::Formatter<'_>, bounds: &Through) -> fmt::Result {
    let origins = [
        ("h-", "f-", bounds.lower_from, "AMAX-C (4.9)"),
        ("h+", "f+", bounds.upper_from, "AMIN-C (4.10)"),
    ];
    let mut separator = ";";
    for (through, under, from, set) in origins {
        let Some(SourceNode { node, side }) = from else {
            continue;
        };
        match side {
            RelativeSide::Itself => write!(f, "{separator} {through} is its own {under}")?,
            _ => write!(
                f,
                "{separator} {through} is {under} of node {} in {set}",
                node.0
            )?,
        }
        separator = ",";
    }
    Ok(())
}
