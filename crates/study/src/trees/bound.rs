//! Payoffs and bounds as they are written: numbers, or words where they are infinite.

use serde::{Serialize, Serializer};

use crate::trees::tree::{INFINITY, MINUS_INFINITY, Payoff};

/// Serializes a payoff or bound as [traces](crate::trees::trace) specify.
pub(crate) fn bound<S: Serializer>(payoff: &Payoff, serializer: S) -> Result<S::Ok, S::Error> {
    match not_finite(*payoff) {
        Some(word) => serializer.serialize_str(word),
        None => serializer.serialize_i32(*payoff),
    }
}

/// Like [`bound`], or null.
pub(crate) fn optional_bound<S: Serializer>(
    payoff: &Option<Payoff>,
    to: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Bound(#[serde(serialize_with = "bound")] Payoff);
    payoff.map(Bound).serialize(to)
}

/// A payoff or bound as text for people; infinities are as in JSON.
pub(crate) fn in_words(payoff: Payoff) -> String {
    not_finite(payoff).map_or_else(|| payoff.to_string(), str::to_owned)
}

const fn not_finite(payoff: Payoff) -> Option<&'static str> {
    const JUST_FINITE: (Payoff, Payoff) = (MINUS_INFINITY + 1, INFINITY - 1);
    match payoff {
        MINUS_INFINITY => Some("-inf"),
        INFINITY => Some("+inf"),
        of if of == JUST_FINITE.0 => Some("-inf+1"),
        of if of == JUST_FINITE.1 => Some("+inf-1"),
        _ => None,
    }
}
