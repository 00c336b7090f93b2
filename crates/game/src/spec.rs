//! Game specs: `name:body?parameter=value&parameter=value`.

use std::fmt;

use crate::excerpt;

/// A spec string taken apart.
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
    name: String,
    body: String,
    parameters: Vec<(String, String)>,
}

impl Spec {
    /// Takes `text` apart.
    ///
    /// # Errors
    ///
    /// Fails on an empty name, a parameter without `=`, or one that is given twice.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let (head, tail) = text.split_once('?').unwrap_or((text, ""));
        let (name, body) = head.split_once(':').unwrap_or((head, ""));
        if name.is_empty() {
            return Err(SpecError::new(text, "names no game"));
        }
        let mut parameters: Vec<(String, String)> = Vec::new();
        for part in tail.split('&').filter(|part| !part.is_empty()) {
            let Some((key, value)) = part.split_once('=') else {
                return Err(SpecError::new(
                    text,
                    format!("parameter \"{}\" has no value", excerpt(part)),
                ));
            };
            if parameters.iter().any(|(known, _)| known == key) {
                return Err(SpecError::new(
                    text,
                    format!("parameter \"{}\" is given twice", excerpt(key)),
                ));
            }
            parameters.push((key.to_owned(), value.to_owned()));
        }
        Ok(Self {
            text: text.to_owned(),
            name: name.to_owned(),
            body: body.to_owned(),
            parameters,
        })
    }

    /// The name of the game, before the colon.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What stands between the colon and the question mark; empty where there is none.
    pub fn body(&self) -> &str {
        &self.body
    }

    /// The parameters in their order.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, &str)> {
        self.parameters
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The value of one parameter.
    pub fn parameter(&self, key: &str) -> Option<&str> {
        self.parameters()
            .find(|(known, _)| *known == key)
            .map(|(_, value)| value)
    }

    /// Fails on a parameter that is not among `known`.
    ///
    /// # Errors
    ///
    /// Names the first unknown parameter and lists those that exist.
    pub fn expect_parameters(&self, known: &[&str]) -> Result<(), SpecError> {
        match self.parameters().find(|(key, _)| !known.contains(key)) {
            None => Ok(()),
            Some((key, _)) => Err(self.error(match known {
                [] => format!("parameter \"{}\" is unknown: there are none", excerpt(key)),
                _ => format!(
                    "parameter \"{}\" is unknown; there are: {}",
                    excerpt(key),
                    known.join(", ")
                ),
            })),
        }
    }

    /// The body as two sizes, `columns` and `rows`, of `CxR`.
    ///
    /// # Errors
    ///
    /// Fails if the body has another shape.
    pub fn columns_by_rows(&self) -> Result<(u32, u32), SpecError> {
        let parsed = self.body.split_once('x').and_then(|(columns, rows)| {
            let number = |digits: &str| {
                let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
                if plain {
                    digits.parse::<u32>().ok()
                } else {
                    None
                }
            };
            Some((number(columns)?, number(rows)?))
        });
        parsed.ok_or_else(|| {
            let example = format!("{}:6x6", self.name);
            self.error(format!(
                "\"{}\" is not a board size; expected columns x rows, as in {example}",
                excerpt(&self.body)
            ))
        })
    }

    /// The value of a parameter that is a number and cannot be left out. `shape` is what specs of
    /// the game look like.
    ///
    /// # Errors
    ///
    /// Fails if the parameter is missing or no number of 32 bits.
    pub fn number(&self, parameter: &str, shape: &str) -> Result<u32, SpecError> {
        let Some(digits) = self.parameter(parameter) else {
            let problem = format!("parameter \"{parameter}\" is missing; expected {shape}");
            return Err(self.error(problem));
        };
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        let value = if plain { digits.parse().ok() } else { None };
        value.ok_or_else(|| {
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

/// A spec string that names no game that exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError {
    /// The whole spec.
    pub spec: String,
    /// What is wrong and what was expected.
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
