//! Game specs: `name:body?parameter=value&parameter=value`.

use std::fmt;

use crate::excerpt;

/// A parsed spec string.
///
/// ```
/// # use solveig_game::Spec;
/// let spec = Spec::parse("go:5x5?komi=24.5")?;
/// assert_eq!((spec.name(), spec.body()), ("go", "5x5"));
/// assert_eq!(spec.parameters().collect::<Vec<_>>(), [("komi", "24.5")]);
/// # Ok::<(), solveig_game::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    text: String,
}

impl Spec {
    /// Parses a spec string.
    ///
    /// # Errors
    ///
    /// Fails on an empty name, a parameter without `=` or a repeated parameter.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let spec = Self {
            text: text.to_owned(),
        };
        let (name, _, parameters) = spec.parts();
        if name.is_empty() {
            return Err(spec.error("names no game"));
        }
        let error = |name: &str, problem: &str| {
            Err(spec.error(format!("parameter \"{}\" {problem}", excerpt(name))))
        };
        let mut keys = Vec::new();
        for part in parameters.split('&').filter(|part| !part.is_empty()) {
            let Some((key, _)) = part.split_once('=') else {
                return error(part, "has no value");
            };
            if keys.contains(&key) {
                return error(key, "is given twice");
            }
            keys.push(key);
        }
        Ok(spec)
    }

    /// The name, the body and the parameters.
    fn parts(&self) -> (&str, &str, &str) {
        let (head, parameters) = self.text.split_once('?').unwrap_or((&self.text, ""));
        let (name, body) = head.split_once(':').unwrap_or((head, ""));
        (name, body, parameters)
    }

    /// The name of the game, before the colon.
    pub fn name(&self) -> &str {
        self.parts().0
    }

    /// The part between the colon and the question mark; empty if there is none.
    pub fn body(&self) -> &str {
        self.parts().1
    }

    /// The parameters in their order.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, &str)> {
        let parts = self.parts().2.split('&');
        parts.filter_map(|part| part.split_once('='))
    }

    /// The value of a parameter, if given.
    pub fn parameter(&self, key: &str) -> Option<&str> {
        self.parameters()
            .find(|(name, _)| *name == key)
            .map(|(_, value)| value)
    }

    /// Checks that all parameters are among `keys`.
    ///
    /// # Errors
    ///
    /// Fails on the first unknown parameter; the error lists the known ones.
    pub fn expect_parameters(&self, keys: &[&str]) -> Result<(), SpecError> {
        let Some((key, _)) = self.parameters().find(|(key, _)| !keys.contains(key)) else {
            return Ok(());
        };
        let there_are = match keys {
            [] => ": there are none".to_owned(),
            _ => format!("; there are: {}", keys.join(", ")),
        };
        let key = excerpt(key);
        Err(self.error(format!("parameter \"{key}\" is unknown{there_are}")))
    }

    /// Parses the body as a board size `CxR`; returns columns and rows.
    ///
    /// # Errors
    ///
    /// Fails if the body has another form.
    pub fn columns_by_rows(&self) -> Result<(u32, u32), SpecError> {
        let sides = self.body().split_once('x');
        let parsed = sides.and_then(|(columns, rows)| Some((plain(columns)?, plain(rows)?)));
        parsed.ok_or_else(|| {
            self.error(format!(
                "\"{}\" is not a board size; expected columns x rows, as in {}:4x4",
                excerpt(self.body()),
                self.name()
            ))
        })
    }

    /// The value of a required numeric parameter. `shape` is the form of the game's specs, for
    /// error messages.
    ///
    /// # Errors
    ///
    /// Fails if the parameter is missing or not an unsigned 32-bit number.
    pub fn number(&self, parameter: &str, shape: &str) -> Result<u32, SpecError> {
        let Some(digits) = self.parameter(parameter) else {
            let problem = format!("parameter \"{parameter}\" is missing; expected {shape}");
            return Err(self.error(problem));
        };
        plain(digits).ok_or_else(|| {
            let digits = excerpt(digits);
            self.error(format!(
                "parameter \"{parameter}\" is \"{digits}\"; expected a number, as in {shape}"
            ))
        })
    }

    /// An error about this spec.
    pub fn error(&self, problem: impl Into<String>) -> SpecError {
        SpecError::new(&self.text, problem)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A number written in digits alone.
fn plain(digits: &str) -> Option<u32> {
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_plain)
}

/// Error: a spec string that does not describe a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError {
    /// The spec as it was written, of which an excerpt is shown.
    pub spec: String,
    /// The problem and what was expected.
    pub problem: String,
}

impl SpecError {
    /// An error about `spec`.
    pub fn new(spec: &str, problem: impl Into<String>) -> Self {
        Self {
            spec: spec.to_owned(),
            problem: problem.into(),
        }
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game \"{}\": {}", excerpt(&self.spec), self.problem)
    }
}

impl std::error::Error for SpecError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_columns_then_rows() {
        assert_eq!(
            Spec::parse("othello:6x4").unwrap().columns_by_rows(),
            Ok((6, 4))
        );
        for bad in [
            "othello",
            "othello:6",
            "othello:x4",
            "othello:+6x4",
            "othello:6x4x2",
        ] {
            let error = Spec::parse(bad).unwrap().columns_by_rows().unwrap_err();
            assert!(error.to_string().contains("columns x rows"), "{error}");
        }
    }

    #[test]
    fn parameters_are_checked_against_those_that_exist() {
        let spec = Spec::parse("go:5x5?komi=1&colour=2").unwrap();
        let error = spec.expect_parameters(&["komi"]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "game \"go:5x5?komi=1&colour=2\": parameter \"colour\" is unknown; there are: komi"
        );
        assert!(Spec::parse("go:5x5?komi").is_err());
        assert!(Spec::parse("go:5x5?komi=1&komi=2").is_err());
        assert!(Spec::parse(":5x5").is_err());
    }
}
