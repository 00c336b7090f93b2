//! The routes, and what all requests pass through.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Uri};
use axum::middleware::{from_fn, from_fn_with_state, map_request};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use solveig_api::{HEALTH, OPENAPI, READY, ROUTES, Route, expect_no_query};
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{Predicate, SizeAbove};
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};

use crate::answer::cacheable;
use crate::heads::check_head;
use crate::health;
use crate::observe::{NOTHING, PanicResponder, normalized, observe};
use crate::page;
use crate::question::respond;
use crate::refusal::Refusal;
use crate::state::Server;

/// The least bytes of an answer that is compressed.
const LEAST_COMPRESSED: u64 = 1024;

/// All routes of `server`, with the middleware around them.
pub fn router(server: Arc<Server>) -> Router {
    let openapi = get(async |headers: HeaderMap| cacheable(&headers, OPENAPI));
    let answers = ROUTES
        .iter()
        .fold(Router::new(), with_questions)
        .route(HEALTH, get(health::health))
        .route(READY, get(health::ready))
        .route("/v1/openapi.json", openapi)
        .route(NOTHING, any(nothing_here))
        .method_not_allowed_fallback(wrong_method);
    let answers = observed(answers, compression(), &server);
    // Outside of all else, so that pages of other origins can read every error.
    let answers = match server.access.cross_origin() {
        Some(headers) => answers.layer(headers),
        None => answers,
    };
    let others = page::routes()
        .route("/metrics", get(metrics))
        .method_not_allowed_fallback(wrong_method);
    answers
        .merge(observed(others, CompressionLayer::new(), &server))
        .with_state(server)
}

fn with_questions(router: Router<Arc<Server>>, route: &'static Route) -> Router<Arc<Server>> {
    let handler =
        move |State(server), game, client, request| respond(route, server, game, client, request);
    let method = match route.has_body {
        true => post(handler),
        false => get(handler),
    };
    router.route(route.path, method)
}

/// `routes` with what all requests have: a name, a time limit, metrics, a log and compression.
fn observed<P: Predicate + Send + Sync + 'static>(
    routes: Router<Arc<Server>>,
    compression: CompressionLayer<P>,
    server: &Arc<Server>,
) -> Router<Arc<Server>> {
    // One layer, the first of these outermost: a router boxes every layer, and clones those below
    // for every request.
    routes.layer((
        map_request(normalized),
        SetRequestIdLayer::x_request_id(MakeRequestUuid),
        PropagateRequestIdLayer::x_request_id(),
        from_fn_with_state(server.clone(), observe),
        from_fn(check_head),
        DefaultBodyLimit::max(server.limits.body),
        CatchPanicLayer::custom(PanicResponder(server.metrics.clone())),
        compression,
    ))
}

/// Compresses answers that gain by it.
fn compression() -> CompressionLayer<SizeAbove> {
    CompressionLayer::new()
        .quality(CompressionLevel::Fastest)
        .compress_when(SizeAbove::new(LEAST_COMPRESSED))
}

async fn wrong_method(request: Request) -> Refusal {
    page::wrong_method(request.method(), request.uri())
}

async fn nothing_here(uri: Uri) -> Refusal {
    page::nothing_at(&uri)
}

async fn metrics(State(server): State<Arc<Server>>, uri: Uri) -> Result<Response, Refusal> {
    expect_no_query(uri.query().unwrap_or_default())?;
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(CONTENT_TYPE, kind)], server.metrics.text(&server.cache)).into_response())
}
