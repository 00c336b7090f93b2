//! Metrics of a driver or a worker, in Prometheus's text format, over HTTP.

use std::fmt::{Display, Write as _};
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;

/// Where metrics can be read.
#[derive(Args, Clone, Copy, Debug)]
pub struct MetricsArgument {
    /// Answer GET /metrics in Prometheus's format, and GET /health, at this address, as in
    /// 127.0.0.1:9090
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,
}

/// The longest time for a request and its answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// The most connections at a time.
const CONNECTIONS: usize = 16;

/// The longest request, in bytes.
const LONGEST: usize = 8 << 10;

impl MetricsArgument {
    /// Listens, if an address is given, and answers requests with what `text` returns from then on,
    /// each connection in a thread of its own, as long as the process lives.
    ///
    /// # Errors
    ///
    /// Fails if nobody can listen at the address.
    pub fn listen(self, text: impl Fn() -> String + Send + Sync + 'static) -> Result<()> {
        self.listen_with(PATIENCE, text)
    }

    fn listen_with(
        self,
        patience: Duration,
        text: impl Fn() -> String + Send + Sync + 'static,
    ) -> Result<()> {
        let Some(address) = self.metrics else {
            return Ok(());
        };
        let listener = TcpListener::bind(address)
            .with_context(|| format!("--metrics {address}: cannot listen there"))?;
        thread::spawn(move || {
            // One for each connection, and one for this thread.
            let text = Arc::new(text);
            for stream in listener.incoming() {
                match stream {
                    // The connection is closed: there are too many.
                    Ok(_) if Arc::strong_count(&text) > CONNECTIONS => {}
                    Ok(stream) => {
                        let text = Arc::clone(&text);
                        let serve = move || {
                            if let Err(error) = answer(stream, patience, &*text) {
                                tracing::debug!("--metrics: {error}");
                            }
                        };
                        // Without a thread for it, the connection is closed.
                        let _ = thread::Builder::new().spawn(serve);
                    }
                    // As where no file can be opened any more.
                    Err(error) => {
                        tracing::debug!("--metrics: {error}");
                        thread::sleep(Duration::from_millis(10));
                    }
                }
            }
        });
        Ok(())
    }
}

fn answer(mut stream: TcpStream, patience: Duration, text: &dyn Fn() -> String) -> io::Result<()> {
    let until = Instant::now() + patience;
    stream.set_write_timeout(Some(patience))?;
    let mut request = Vec::new();
    let mut part = [0; 1 << 10];
    while !request.windows(4).any(|end| end == b"\r\n\r\n") {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() || request.len() > LONGEST {
            return Ok(());
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(&mut part)? {
            0 => return Ok(()),
            count => request.extend_from_slice(&part[..count]),
        }
    }
    let line = request.split(|byte| *byte == b'\r').next();
    let line = String::from_utf8_lossy(line.unwrap_or_default());
    let mut words = line.split(' ');
    let (status, kind, body) = match (words.next(), words.next()) {
        (Some("GET"), Some("/metrics")) => ("200 OK", "text/plain; version=0.0.4", text()),
        (Some("GET"), Some("/health")) => ("200 OK", "text/plain", "ok\n".to_owned()),
        (Some("GET"), _) => ("404 Not Found", "text/plain", "not found\n".to_owned()),
        _ => (
            "405 Method Not Allowed\r\nAllow: GET",
            "text/plain",
            "expected GET\n".to_owned(),
        ),
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n{body}"
    )?;
    stream.flush()
}

/// A text of metrics.
#[derive(Default)]
pub struct MetricsText(String);

impl MetricsText {
    /// Adds a number that only grows. Its name has to end in `_total`.
    pub fn counter(&mut self, name: &str, help: &str, value: impl Display) {
        self.add(name, "counter", help, value);
    }

    /// Adds a number that goes up and down.
    pub fn gauge(&mut self, name: &str, help: &str, value: impl Display) {
        self.add(name, "gauge", help, value);
    }

    fn add(&mut self, name: &str, kind: &str, help: &str, value: impl Display) {
        let name = format!("solveig_campaign_{name}");
        // Writing to a string cannot fail.
        let _ = write!(
            self.0,
            "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n"
        );
    }

    /// The text, with what the system says of this process.
    pub fn finish(mut self) -> String {
        let process = Process::now();
        for (name, kind, value) in [
            ("process_cpu_seconds_total", "counter", process.seconds),
            ("process_resident_memory_bytes", "gauge", process.bytes),
        ] {
            if let Some(value) = value {
                let _ = write!(self.0, "# TYPE {name} {kind}\n{name} {value}\n");
            }
        }
        self.0
    }
}

/// What `/proc` says of this process; nothing where there is no `/proc`.
struct Process {
    seconds: Option<f64>,
    bytes: Option<f64>,
}

impl Process {
    fn now() -> Self {
        // Linux counts the time of processes in hundredths of a second for all programs.
        const TICKS: f64 = 100.0;
        let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
        // The name of the program, in brackets, may contain spaces.
        let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
        let field = |place: usize| fields.split_whitespace().nth(place)?.parse::<f64>().ok();
        let seconds = field(11).zip(field(12));
        Self {
            seconds: seconds.map(|(own, system)| (own + system) / TICKS),
            bytes: solveig_server::resident_memory().map(|bytes| bytes as f64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(address: SocketAddr, request: &str) -> String {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut said = String::new();
        stream.read_to_string(&mut said).unwrap();
        said
    }

    /// An address where nobody listens.
    fn free() -> SocketAddr {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        free.local_addr().unwrap()
    }

    #[test]
    fn clients_that_say_nothing_hold_up_no_other() {
        let address = free();
        let here = MetricsArgument {
            metrics: Some(address),
        };
        // Longer than any test.
        let patience = Duration::from_secs(3_600);
        here.listen_with(patience, || "text\n".to_owned()).unwrap();
        let mut silent: Vec<TcpStream> = (1..CONNECTIONS)
            .map(|_| TcpStream::connect(address).unwrap())
            .collect();
        let said = ask(address, "GET /metrics HTTP/1.0\r\n\r\n");
        assert!(said.ends_with("\r\n\r\ntext\n"), "{said}");
        // There is room for so many, and no more.
        let mut further: Vec<TcpStream> = (0..CONNECTIONS)
            .map(|_| TcpStream::connect(address).unwrap())
            .collect();
        let mut said = String::new();
        let mut last = further.pop().unwrap();
        let _ = last.read_to_string(&mut said);
        assert_eq!(said, "");
        // Who begins late is answered all the same.
        let mut first = silent.swap_remove(0);
        first.write_all(b"GET /health HTTP/1.0\r\n\r\n").unwrap();
        first.read_to_string(&mut said).unwrap();
        assert!(said.starts_with("HTTP/1.1 200 OK"), "{said}");
    }

    #[test]
    fn metrics_are_answered_and_nothing_else_is() {
        let address = free();
        let here = MetricsArgument {
            metrics: Some(address),
        };
        here.listen(|| {
            let mut text = MetricsText::default();
            text.counter("jobs_total", "Jobs.", 3);
            text.gauge("open_jobs", "Open jobs.", 0.5);
            text.finish()
        })
        .unwrap();
        let said = ask(address, "GET /metrics HTTP/1.1\r\nHost: here\r\n\r\n");
        assert!(said.starts_with("HTTP/1.1 200 OK\r\n"), "{said}");
        let expected = "# HELP solveig_campaign_jobs_total Jobs.\n\
             # TYPE solveig_campaign_jobs_total counter\nsolveig_campaign_jobs_total 3\n\
             # HELP solveig_campaign_open_jobs Open jobs.\n\
             # TYPE solveig_campaign_open_jobs gauge\nsolveig_campaign_open_jobs 0.5\n";
        assert!(said.contains(expected), "{said}");
        if cfg!(target_os = "linux") {
            let memory = said.split("\nprocess_resident_memory_bytes ").nth(1);
            assert!(memory.unwrap().trim().parse::<f64>().unwrap() > 1e6);
            assert!(said.contains("\nprocess_cpu_seconds_total "), "{said}");
        }
        for (request, status) in [
            ("GET /health HTTP/1.0\r\n\r\n", "HTTP/1.1 200 OK"),
            ("GET /other HTTP/1.0\r\n\r\n", "HTTP/1.1 404"),
            ("POST /metrics HTTP/1.0\r\n\r\n", "HTTP/1.1 405"),
            ("\r\n\r\n", "HTTP/1.1 405"),
        ] {
            assert!(ask(address, request).starts_with(status), "{request}");
        }
        // One who asks for too much is not answered.
        let mut stream = TcpStream::connect(address).unwrap();
        let _ = stream.write_all(&[b'a'; 4 * LONGEST]);
        let mut said = String::new();
        let _ = stream.read_to_string(&mut said);
        assert_eq!(said, "");
        let error = here.listen(String::new).unwrap_err().to_string();
        assert_eq!(error, format!("--metrics {address}: cannot listen there"));
    }
}
