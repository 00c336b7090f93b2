//! The names of kinds, scopes and roles, and the parsing of digests.

use std::fmt;
use std::str::FromStr;

use crate::{Digest, Kind, Roles, Scope};

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Artifact => "an artifact",
            Self::Certificate => "a certificate",
        })
    }
}

impl Scope {
    /// The name used in commands and files: `weak`, `semi-strong`, `strong`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Weak => "weak",
            Self::SemiStrong => "semi-strong",
            Self::Strong => "strong",
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Roles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Optimal => "optimal",
            Self::Free => "free",
            Self::Both => "optimal and free",
        })
    }
}

/// A text that is not a digest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a digest: expected 64 hexadecimal digits")]
pub struct ParseDigestError(String);

impl FromStr for Digest {
    type Err = ParseDigestError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fail = || ParseDigestError(text.to_owned());
        let digits: Option<Vec<u8>> = text
            .chars()
            .map(|digit| {
                digit
                    .to_digit(16)
                    .and_then(|value| u8::try_from(value).ok())
            })
            .collect();
        let digits = digits.ok_or_else(fail)?;
        let bytes: Vec<u8> = digits
            .chunks(2)
            .map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit))
            .collect();
        match bytes.try_into() {
            Ok(bytes) if digits.len() == 64 => Ok(Self(bytes)),
            _ => Err(fail()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_read_as_it_is_written() {
        let digest = Digest(std::array::from_fn(|at| (at * 37) as u8));
        assert_eq!(digest.to_string().parse(), Ok(digest));
        for bad in ["", "00", &"0".repeat(63), &"0".repeat(65), &"g".repeat(64)] {
            let error = bad.parse::<Digest>().unwrap_err();
            assert!(error.to_string().contains("64 hexadecimal"), "{error}");
        }
    }
}
