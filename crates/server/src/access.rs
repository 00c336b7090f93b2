//! Who may ask, and how they are told apart.

use std::str::FromStr;
use std::time::Duration;

use axum::http::header::{CONTENT_TYPE, ETAG, IF_NONE_MATCH, RETRY_AFTER};
use axum::http::{HeaderName, HeaderValue, Method, Uri};
use tower_http::cors::{AllowOrigin, CorsLayer};

/// How long a browser may remember the answer to a preflight request.
const PREFLIGHT_TIME: Duration = Duration::from_secs(24 * 60 * 60);

/// Where requests may come from.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// The origins whose pages may read answers in a browser; pages of the server itself always
    /// may.
    pub origins: Vec<Origin>,
    /// How many proxies stand in front of the server, each of which appends the address that it
    /// was asked from to `X-Forwarded-For`. With 0 that header is ignored.
    pub trusted_proxies: usize,
}

/// An origin of pages, or all origins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(HeaderValue);

/// A text that names no origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoOrigin;

impl std::fmt::Display for NoOrigin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(
            "expected an origin as browsers send it, scheme and host in small letters, with the \
             port unless it is the scheme's own, as in https://example.org, or * for all",
        )
    }
}

impl std::error::Error for NoOrigin {}

impl FromStr for Origin {
    type Err = NoOrigin;

    fn from_str(text: &str) -> Result<Self, NoOrigin> {
        if text != "*" {
            // Any page can have the origin `null`: whoever means that means `*`.
            let uri: Uri = text.parse().map_err(|_| NoOrigin)?;
            let scheme = uri.scheme_str().ok_or(NoOrigin)?;
            let host = uri.authority().ok_or(NoOrigin)?;
            let own_port = match scheme {
                "http" => 80,
                "https" => 443,
                _ => 0,
            };
            let is_browsers = format!("{scheme}://{host}") == text
                && text == text.to_ascii_lowercase()
                && !host.as_str().contains('@')
                && !host.host().is_empty()
                && host.port_u16() != Some(own_port)
                && host.port().is_some()
                    == host.as_str().rsplit(']').next().unwrap_or("").contains(':');
            if !is_browsers {
                return Err(NoOrigin);
            }
        }
        HeaderValue::from_str(text).map(Self).map_err(|_| NoOrigin)
    }
}

impl Access {
    /// The headers that let pages of other origins read answers; `None` if none may.
    pub(crate) fn cross_origin(&self) -> Option<CorsLayer> {
        if self.origins.is_empty() {
            return None;
        }
        let all = self.origins.iter().any(|Origin(one)| one == "*");
        let origins = match all {
            true => AllowOrigin::any(),
            false => AllowOrigin::list(self.origins.iter().map(|Origin(one)| one.clone())),
        };
        let request_id = HeaderName::from_static("x-request-id");
        let layer = CorsLayer::new()
            .allow_origin(origins)
            .allow_methods([Method::GET, Method::HEAD, Method::POST])
            .allow_headers([CONTENT_TYPE, IF_NONE_MATCH, request_id.clone()])
            .expose_headers([ETAG, RETRY_AFTER, request_id])
            .max_age(PREFLIGHT_TIME);
        Some(layer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_written_as_browsers_send_them() {
        for good in [
            "*",
            "https://example.org",
            "http://localhost:5173",
            "http://[::1]:8080",
            "http://[::1]",
            "moz-extension://4f2a-9",
        ] {
            assert!(good.parse::<Origin>().is_ok(), "{good}");
        }
        for bad in [
            "",
            "null",
            "example.org",
            "https://example.org/",
            "https://example.org/a",
            "https://Example.org",
            "https://a@example.org",
            "https://example.org:443",
            "http://example.org:80",
            "https://example.org:99999",
            "https://",
            "https://a b",
            "https://*.example.org, https://b",
        ] {
            assert_eq!(bad.parse::<Origin>(), Err(NoOrigin), "{bad}");
        }
    }
}
