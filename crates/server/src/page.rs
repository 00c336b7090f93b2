//! The web page and the API documentation, embedded in the program.

use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::Request;
use axum::http::header::{ALLOW, CONTENT_SECURITY_POLICY, X_FRAME_OPTIONS};
use axum::http::{HeaderMap, HeaderValue, Method, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use include_dir::{Dir, DirEntry, File, include_dir};
use solveig_api::{Failure, Kind};

use crate::answer::with_etag;
use crate::etag::Lifetime;
use crate::refusal::Refusal;
use crate::state::Server;

/// The web page, as `npm run build` writes it from the folder `web`.
static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/page");

/// The page that shows the OpenAPI document.
static DOCUMENTATION: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/docs_page");

/// The file of the page that a browser opens first.
pub const INDEX: &str = "index.html";

/// The files of the page, by their paths.
pub fn page_files() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    let files = files(&PAGE).into_iter();
    files.filter_map(|file| Some((file.path().to_str()?, file.contents())))
}

/// The files in `folder` and the folders below it, in the order of their paths.
fn files(folder: &'static Dir<'static>) -> Vec<&'static File<'static>> {
    let below = folder.entries().iter().flat_map(|entry| match entry {
        DirEntry::Dir(folder) => files(folder),
        DirEntry::File(file) => vec![file],
    });
    below.collect()
}

/// The content of the file of exactly this name: paths are equal with more slashes, too.
fn find(folder: &Dir<'static>, name: &str) -> Option<&'static [u8]> {
    let file = folder.get_file(name)?;
    (file.path().as_os_str() == name).then_some(file.contents())
}

/// The content type of a file of an unknown kind.
const UNKNOWN: &str = "application/octet-stream";

/// Content security policy: no requests to other hosts, no framing by other pages.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'",
);

/// Routes to the documentation; the page's files are the fallback for all other paths.
pub fn routes() -> Router<Arc<Server>> {
    Router::new()
        // Browsers look for this name beside what is no page, such as JSON.
        .route(
            "/favicon.ico",
            get(|| async { Redirect::permanent("/icon.svg") }),
        )
        .route("/docs", get(documentation))
        .route("/docs/", get(|| async { Redirect::permanent("/docs") }))
        .route("/docs/{file}", get(documentation))
        .fallback(page)
}

async fn documentation(uri: Uri, headers: HeaderMap) -> Result<Response, Refusal> {
    let name = uri.path().strip_prefix("/docs").unwrap_or_default();
    let name = name.trim_start_matches('/');
    let name = if name.is_empty() { INDEX } else { name };
    let found = find(&DOCUMENTATION, name).ok_or_else(|| nothing_at(&uri))?;
    Ok(file(name, found, &headers))
}

async fn page(request: Request) -> Result<Response, Response> {
    let uri = request.uri();
    let name = uri.path().trim_start_matches('/');
    let name = if name.is_empty() { INDEX } else { name };
    let found = find(&PAGE, name).ok_or_else(|| nothing_at(uri).into_response())?;
    let method = request.method();
    if !matches!(*method, Method::GET | Method::HEAD) {
        let allowed = [(ALLOW, "GET,HEAD")];
        return Err((allowed, wrong_method(method, uri)).into_response());
    }
    Ok(file(name, found, request.headers()))
}

/// The error for a path without a route or file.
pub fn nothing_at(uri: &Uri) -> Refusal {
    let path: String = uri.path().chars().take(100).collect();
    Failure::new(
        Kind::NOT_FOUND,
        format!("there is nothing at {path}; /docs shows what can be asked"),
    )
    .into()
}

/// The error for a method that the route does not have.
pub fn wrong_method(method: &Method, uri: &Uri) -> Refusal {
    let path: String = uri.path().chars().take(100).collect();
    let method: String = method.as_str().chars().take(20).collect();
    Failure::new(
        Kind::METHOD_NOT_ALLOWED,
        format!("{method} is no method of {path}; the header \"allow\" names those that are"),
    )
    .into()
}

fn file(name: &str, content: &'static [u8], headers: &HeaderMap) -> Response {
    // Names under assets/ contain a digest of the content, so the content never changes.
    let caching = match name.starts_with("assets/") {
        true => Lifetime::Year,
        false => Lifetime::Revalidated,
    };
    let kind = HeaderValue::from_static(content_type(name));
    let mut response = with_etag(headers, Bytes::from_static(content), kind, caching);
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, POLICY);
    headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    response
}

/// The content type of a file, by the end of its name.
fn content_type(name: &str) -> &'static str {
    let extension = Path::new(name).extension();
    match extension.and_then(|extension| extension.to_str()) {
        Some("css") => "text/css; charset=utf-8",
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => UNKNOWN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_content_type() {
        let all = [files(&PAGE), files(&DOCUMENTATION)].concat();
        for file in all {
            let name = file.path().to_str().unwrap();
            assert_ne!(content_type(name), UNKNOWN, "{name}");
        }
    }

    #[test]
    fn a_file_is_found_by_its_exact_name_alone() {
        assert!(find(&DOCUMENTATION, "docs.js").is_some());
        for name in [
            "",
            "docs.js/",
            "./docs.js",
            "/docs.js",
            "docs",
            "../page.rs",
        ] {
            assert!(find(&DOCUMENTATION, name).is_none(), "{name}");
        }
    }
}
