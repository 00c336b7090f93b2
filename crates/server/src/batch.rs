//! Answers about many positions in one request.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use futures_util::stream::{self, StreamExt};
use solveig_api::{
    AnswerColumns, AnswerRow, BatchQuestion, CsvLine, Failure, FailureBody, Key, ServedGame,
    encoded, expect_report,
};
use solveig_engine::{Line, PositionClass, Reusable};

use crate::answer::uncacheable;
use crate::answering::transfer;
use crate::cache::SearchResult;
use crate::client::Client;
use crate::refusal::Refusal;
use crate::state::Server;

/// Positions answered between two yields to other tasks.
const STRIDE: usize = 16;

impl Server {
    /// The response to a batch, which is streamed: in JSON, or in CSV if the headers of the request
    /// prefer it.
    pub(crate) fn respond_to_batch(
        self: &Arc<Self>,
        question: BatchQuestion,
        client: Client,
        headers: &HeaderMap,
    ) -> Response {
        let rows = prefers_csv(headers).then(|| Rows {
            columns: question.columns(),
        });
        let BatchQuestion { served, keys } = question;
        let is_csv = rows.is_some();
        let answering = BatchStream {
            until: Instant::now() + self.limits.request_time,
            client,
            search_until: self.search_until(),
            keys: keys.into_iter(),
            partial: HashMap::new(),
            rows,
            begun: false,
            ended: false,
            server: self.clone(),
            served,
        };
        // The compression asks again after the end.
        let pieces = stream::unfold(answering, BatchStream::next).fuse();
        let mut response = uncacheable(Body::from_stream(pieces));
        let headers = response.headers_mut();
        if is_csv {
            let kind = HeaderValue::from_static("text/csv; charset=utf-8; header=present");
            headers.insert(CONTENT_TYPE, kind);
        }
        headers.append(VARY, HeaderValue::from(ACCEPT));
        response
    }
}

/// State of a streamed answer. Pieces are computed as the client reads them, so that memory holds
/// no more of them than the connection buffers.
struct BatchStream {
    server: Arc<Server>,
    served: Arc<ServedGame>,
    client: Client,
    until: Instant,
    search_until: Instant,
    keys: std::vec::IntoIter<Result<Key<Line>, Failure>>,
    /// What interrupted searches found, which answers for equal positions too.
    partial: HashMap<Key<PositionClass>, SearchResult>,
    /// The rows of CSV; `None` where answers are JSON.
    rows: Option<Rows>,
    begun: bool,
    ended: bool,
}

/// Answers as rows of CSV: the position as it was asked, then what is known of it.
struct Rows {
    columns: AnswerColumns,
}

impl Rows {
    fn header(&self) -> String {
        let mut line = CsvLine::default();
        let columns = ["from", "moves"].map(str::to_owned);
        for name in columns.into_iter().chain(self.columns.names()) {
            line.cell(&name);
        }
        line.finish() + "\n"
    }

    fn row(&self, position: &Line, answer: &AnswerRow<'_>) -> String {
        let mut line = CsvLine::default();
        line.text(&position.from);
        line.text(&position.moves);
        self.columns.write(answer, &mut line);
        line.finish() + "\n"
    }
}

impl BatchStream {
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Self)> {
        if self.ended {
            return None;
        }
        let keys: Vec<_> = self.keys.by_ref().take(STRIDE).collect();
        self.ended = self.keys.len() == 0;
        let piece = match self.rows.is_some() {
            true => self.csv(keys).await,
            false => self.json(keys).await,
        };
        self.begun = true;
        tokio::task::yield_now().await;
        Some((Ok(piece.into()), self))
    }

    async fn json(&mut self, keys: Vec<Result<Key<Line>, Failure>>) -> Vec<u8> {
        let mut piece = Vec::with_capacity(STRIDE * 1024);
        if !self.begun {
            piece.extend_from_slice(b"{\"positions\":[");
        }
        for (at, key) in keys.into_iter().enumerate() {
            if self.begun || at > 0 {
                piece.push(b',');
            }
            let answer = match key {
                Ok(key) => self.answer(&key).await,
                Err(failure) => Err(failure),
            };
            let answer = answer.or_else(|failure| encoded(&Refusal::from(failure).body()));
            // A failure can always be serialized.
            piece.extend_from_slice(&answer.unwrap_or_default());
        }
        if self.ended {
            piece.extend_from_slice(b"]}");
        }
        piece
    }

    async fn csv(&mut self, keys: Vec<Result<Key<Line>, Failure>>) -> Vec<u8> {
        let mut answers = Vec::with_capacity(keys.len());
        for key in keys {
            answers.push(match key {
                Ok(key) => (key.of.clone(), self.find(&key).await),
                Err(failure) => (Line::default(), Err(failure)),
            });
        }
        let mut piece = String::with_capacity(STRIDE * 128);
        let Some(rows) = &self.rows else {
            return Vec::new();
        };
        if !self.begun {
            piece.push_str(&rows.header());
        }
        for (position, found) in answers {
            match found.and_then(expect_report) {
                Ok(report) => piece.push_str(&rows.row(&position, &AnswerRow::of_report(&report))),
                Err(failure) => {
                    let FailureBody { error } = Refusal::from(failure).body();
                    let answer = AnswerRow {
                        error: error.message(),
                        ..AnswerRow::default()
                    };
                    piece.push_str(&rows.row(&position, &answer));
                }
            }
        }
        piece.into_bytes()
    }

    /// What is found about a position, within the time of the request. What an interrupted search
    /// found is not looked for again in the same batch.
    async fn find(&mut self, key: &Key<Line>) -> Result<Reusable, Failure> {
        self.expect_time()?;
        if !self.partial.is_empty() {
            let class = key.about(self.served.engine.class(&key.of)?);
            if let Some(found) = self.partial.get(&class) {
                return transfer(&self.served, found, &key.of);
            }
        }
        let answering =
            self.server
                .stored_or_found(&self.served, key, self.client, self.search_until);
        let answer = answering.await?;
        if answer.is_interrupted() {
            let class = key.about(self.served.engine.class(&key.of)?);
            let (line, kept) = (key.of.clone(), answer.clone());
            self.partial
                .insert(class, SearchResult { line, answer: kept });
        }
        Ok(answer)
    }

    fn expect_time(&self) -> Result<(), Failure> {
        match Instant::now() >= self.until {
            true => Err(Failure::too_slow()),
            false => Ok(()),
        }
    }

    async fn answer(&mut self, key: &Key<Line>) -> Result<Vec<u8>, Failure> {
        let found = self.find(key).await?;
        self.served.write(key.question, &key.of, found)
    }
}

/// Whether a request accepts CSV, and JSON no better. Ranges such as `*/*` stand for JSON.
fn prefers_csv(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(ACCEPT);
    let quality = |wanted: &str| {
        let lines = accepted.iter().filter_map(|line| line.to_str().ok());
        let ranges = lines.flat_map(|line| line.split(','));
        let qualities = ranges.filter_map(|range| {
            let mut parts = range.split(';').map(str::trim);
            let is_wanted = parts.next()?.eq_ignore_ascii_case(wanted);
            let quality = parts.find_map(|part| part.strip_prefix("q=")?.parse().ok());
            is_wanted.then_some(quality.unwrap_or(1.0))
        });
        qualities.fold(0.0, f32::max)
    };
    let csv = quality("text/csv");
    csv > 0.0 && csv >= quality("application/json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_is_sent_to_those_who_prefer_it() {
        for (accepted, expected) in [
            ("text/csv", true),
            ("text/html, TEXT/CSV;q=0.9, */*;q=0.1", true),
            ("application/json;q=0.5, text/csv", true),
            ("application/json, text/csv;q=0.5", false),
            ("text/csv;q=0", false),
            ("*/*", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT, HeaderValue::from_static(accepted));
            assert_eq!(prefers_csv(&headers), expected, "{accepted}");
        }
        assert!(!prefers_csv(&HeaderMap::new()));
    }
}
