//! The web page and the API documentation, embedded in the program.

use std::borrow::Cow;
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::Request;
use axum::http::header::{ALLOW, CONTENT_SECURITY_POLICY, X_FRAME_OPTIONS};
use axum::http::{HeaderMap, HeaderValue, Method, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use rust_embed::{Embed, EmbeddedFile};
use solveig_api::{Failure, Kind};

use crate::answer::with_etag;
use crate::etag::Lifetime;
use crate::refusal::Refusal;
use crate::state::Server;

/// The web page, as `npm run build` writes it from the folder `web`.
#[derive(Embed)]
#[folder = "page"]
pub struct Page;

impl Page {
    /// The file that a browser opens first.
    pub const START: &'static str = "index.html";
}

/// The files of the page, by their paths.
pub fn page_files() -> impl Iterator<Item = (String, Cow<'static, [u8]>)> {
    Page::iter().filter_map(|name| Some((name.to_string(), Page::get(&name)?.data)))
}

/// The page that shows the OpenAPI document.
#[derive(Embed)]
#[folder = "src/docs_page"]
struct Documentation;

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
    let name = if name.is_empty() { "index.html" } else { name };
    let found = Documentation::get(name).ok_or_else(|| nothing_at(&uri))?;
    Ok(file(name, found, &headers))
}

async fn page(request: Request) -> Result<Response, Response> {
    let uri = request.uri();
    let name = uri.path().trim_start_matches('/');
    let name = if name.is_empty() { Page::START } else { name };
    let found = Page::get(name).ok_or_else(|| nothing_at(uri).into_response())?;
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

fn file(name: &str, file: EmbeddedFile, asked: &HeaderMap) -> Response {
    // Names under assets/ contain a digest of the content, so the content never changes.
    let caching = match name.starts_with("assets/") {
        true => Lifetime::Year,
        false => Lifetime::Revalidated,
    };
    let kind = file.metadata.mimetype();
    let kind = match kind.starts_with("text/") || kind.ends_with("javascript") {
        true => HeaderValue::try_from(format!("{kind}; charset=utf-8")),
        false => HeaderValue::try_from(kind),
    };
    let kind = kind.unwrap_or(HeaderValue::from_static("application/octet-stream"));
    let mut response = with_etag(asked, Bytes::from_owner(file.data), kind, caching);
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, POLICY);
    headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    response
}
