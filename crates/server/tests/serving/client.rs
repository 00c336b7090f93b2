//! A server on a port of its own, and a client that sends what it is told to, byte for byte.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::JoinHandle;

use serde_json::Value;
use solveig_engine::{Engine, Settings, open_game};
use solveig_server::{Access, Limits, Server, serve_until};
use tokio::sync::oneshot;

/// Little memory for tables, as small games need no more.
pub fn settings() -> Settings {
    Settings {
        memory: 4 << 20,
        ..Settings::default()
    }
}

/// A game that is searched.
#[track_caller]
pub fn game(spec: &str) -> Arc<dyn Engine> {
    open_game(spec, &settings()).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// A server that runs until it is dropped.
pub struct Running {
    pub address: SocketAddr,
    pub server: Arc<Server>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl Running {
    /// A server of these games.
    pub fn new(engines: Vec<Arc<dyn Engine>>, limits: Limits) -> Self {
        let running = Self::opening(limits, Access::default());
        running.server.open(engines);
        running
    }

    /// A server of games that are searched.
    pub fn of(games: &[&str]) -> Self {
        Self::new(
            games.iter().map(|spec| game(spec)).collect(),
            Limits::default(),
        )
    }

    /// A server without games yet.
    pub fn opening(limits: Limits, access: Access) -> Self {
        let server = Server::opening(limits, access);
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = server.clone();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(serve_until(serving, listener, async {
                let _ = stopped.await;
            }))
        });
        Self {
            address,
            server,
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    /// Tells the server to stop, and waits until it has.
    pub fn stop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap().unwrap();
        }
    }

    /// A new connection.
    pub fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).unwrap()
    }

    /// What the server answers to these bytes.
    pub fn send(&self, bytes: &[u8]) -> io::Result<Answer> {
        let mut stream = self.connect();
        stream.write_all(bytes)?;
        Answer::read(&mut BufReader::new(stream))
    }

    /// What the server answers to GET.
    #[track_caller]
    pub fn get(&self, path: &str) -> Answer {
        let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        self.send(request.as_bytes()).unwrap()
    }

    /// What the server answers to GET with these header lines.
    #[track_caller]
    pub fn get_with(&self, path: &str, lines: &[&str]) -> Answer {
        let lines: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
        let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\n{lines}connection: close\r\n\r\n");
        self.send(request.as_bytes()).unwrap()
    }

    /// What the server answers to POST with this body of JSON.
    #[track_caller]
    pub fn post(&self, path: &str, body: &str) -> Answer {
        self.send(post(path, body).as_bytes()).unwrap()
    }

    /// A sample of the metrics; 0 where nothing was counted.
    #[track_caller]
    pub fn metric(&self, sample: &str) -> u64 {
        let text = self.get("/metrics").text();
        let mut lines = text.lines().filter_map(|line| line.rsplit_once(' '));
        let found = lines.find(|(name, _)| *name == sample);
        found.map_or(0, |(_, number)| number.parse().unwrap())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || std::thread::panicking());
        }
    }
}

/// The bytes of a POST with a body of JSON.
pub fn post(path: &str, body: &str) -> String {
    post_with(path, &[], body)
}

/// The bytes of a POST with these header lines and a body of JSON.
pub fn post_with(path: &str, lines: &[&str], body: &str) -> String {
    let lines: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
    format!(
        "POST {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{lines}\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// What a server answered.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    /// The next answer on a connection.
    pub fn read(stream: &mut impl BufRead) -> io::Result<Self> {
        let mut line = String::new();
        if stream.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let status = line.split(' ').nth(1).and_then(|text| text.parse().ok());
        let status = status.ok_or_else(|| io::Error::other(format!("not HTTP: {line}")))?;
        let mut headers = Vec::new();
        loop {
            let mut line = String::new();
            stream.read_line(&mut line)?;
            match line.trim_end().split_once(": ") {
                Some((name, value)) => headers.push((name.to_lowercase(), value.to_owned())),
                None => break,
            }
        }
        let mut answer = Self {
            status,
            headers,
            body: Vec::new(),
        };
        if answer.header("transfer-encoding") == Some("chunked") {
            loop {
                let mut line = String::new();
                stream.read_line(&mut line)?;
                let length = usize::from_str_radix(line.trim_end(), 16);
                let length = length.map_err(io::Error::other)?;
                let mut chunk = vec![0; length + 2];
                stream.read_exact(&mut chunk)?;
                if length == 0 {
                    break;
                }
                answer.body.extend_from_slice(&chunk[..length]);
            }
        } else if let Some(length) = answer.header("content-length") {
            answer.body = vec![0; length.parse().unwrap()];
            stream.read_exact(&mut answer.body)?;
        }
        Ok(answer)
    }

    /// The first header of this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let found = headers.find(|(header, _)| header == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The body as text.
    #[track_caller]
    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    /// The body of a good answer.
    #[track_caller]
    pub fn json(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        assert_eq!(self.header("content-type"), Some("application/json"));
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Status, code and message of an answer that must be an error in its one shape.
    #[track_caller]
    pub fn error(&self) -> (u16, String, String) {
        assert!(self.status >= 400, "{}", self.text());
        assert_eq!(self.header("content-type"), Some("application/json"));
        let body: Value = serde_json::from_slice(&self.body).unwrap();
        let text = |name: &str| body["error"][name].as_str().unwrap().to_owned();
        (self.status, text("code"), text("message"))
    }
}
