//! Clients at addresses of their own that keep a server from others, each in its way.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use socket2::{Domain, Socket, Type};
use solveig_game::random::Random;

use crate::client::{post, post_with};

/// How long an attacker waits for anything before it looks whether it is to end.
const PATIENCE: Duration = Duration::from_millis(100);

/// How they attack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Attack {
    /// Not at all.
    None,
    /// Long searches over many connections from one address.
    ManyConnections,
    /// Long searches from sixteen addresses.
    ManyAddresses,
    /// Connections on which nothing is asked, from sixteen addresses.
    Idle,
    /// Heads and bodies byte by byte, and large answers that nobody reads.
    Slow,
    /// What is no HTTP, and heads without end.
    Malformed,
}

impl Attack {
    pub const ALL: [Self; 6] = [
        Self::None,
        Self::ManyConnections,
        Self::ManyAddresses,
        Self::Idle,
        Self::Slow,
        Self::Malformed,
    ];

    /// How many addresses take part, and how many connections each has.
    pub const fn size(self, connections: usize) -> (usize, usize) {
        match self {
            Self::None => (0, 0),
            Self::ManyConnections => (1, 40),
            Self::ManyAddresses => (16, 4),
            // More than there are places.
            Self::Idle => (16, connections / 16 + 4),
            Self::Slow | Self::Malformed => (16, 2),
        }
    }

    /// What it is called in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::ManyConnections => "one address, 40 connections that search",
            Self::ManyAddresses => "16 addresses, 4 connections each that search",
            Self::Idle => "16 addresses, more idle connections than there are places",
            Self::Slow => "16 addresses, slow readers and writers",
            Self::Malformed => "16 addresses, no HTTP and heads without end",
        }
    }

    /// Attacks from `address` until `ends` is set.
    pub fn run(self, server: SocketAddr, address: usize, connections: usize, ends: &AtomicBool) {
        let from = Ipv4Addr::new(127, 0, 0, 2 + address as u8);
        if self == Self::Idle {
            return hold(server, from, connections, ends);
        }
        thread::scope(|scope| {
            for number in 0..connections {
                scope.spawn(move || {
                    let mut random = Random::new((1000 * address + number) as u64);
                    while !ends.load(Ordering::Relaxed) {
                        // The server closes the connection when it has enough.
                        if let Ok(mut stream) = connect(server, from) {
                            let _ = self.attack(&mut stream, &mut random, ends);
                        }
                    }
                });
            }
        });
    }

    fn attack(
        self,
        stream: &mut TcpStream,
        random: &mut Random,
        ends: &AtomicBool,
    ) -> io::Result<()> {
        match self {
            Self::None | Self::Idle => {}
            Self::ManyConnections | Self::ManyAddresses => {
                let path = format!("{LONG}?search=anywhere&moves={}", opening(random));
                write!(stream, "GET {path} HTTP/1.1\r\nhost: x\r\n\r\n")?;
                wait_for_answer(stream, ends)?;
            }
            Self::Slow => match random.index(3) {
                0 => slowly(stream, b"GET /v1/health HTTP/1.1\r\nx: ", ends)?,
                1 => {
                    let body = post("/v1/games/connect-four-7x6/positions", &" ".repeat(5_000));
                    slowly(stream, &body.as_bytes()[..body.len() - 4_900], ends)?;
                }
                _ => {
                    let positions = vec!["{\"moves\":\"4\"}"; 1000].join(",");
                    let body = format!("{{\"positions\":[{positions}],\"search\":\"never\"}}");
                    let request = post_with("/v1/games/connect-four-7x6/positions", &[], &body);
                    for _ in 0..20 {
                        stream.write_all(request.as_bytes())?;
                    }
                    while !ends.load(Ordering::Relaxed) {
                        thread::sleep(PATIENCE);
                    }
                }
            },
            Self::Malformed => {
                match random.index(3) {
                    0 => stream.write_all(&[0xff; 4096])?,
                    1 => write!(stream, "GET /v1/health HTTP/1.1\r\n\r\n")?,
                    _ => {
                        let lines = "x-line: y\r\n".repeat(10_000);
                        write!(stream, "GET /v1/health HTTP/1.1\r\nhost: x\r\n{lines}")?;
                    }
                }
                wait_for_answer(stream, ends)?;
                // As many as it can would measure this machine.
                thread::sleep(Duration::from_millis(20));
            }
        }
        Ok(())
    }
}

/// The game whose searches take long.
const LONG: &str = "/v1/games/connect-four-7x6/position";

/// The first moves of a play, which nobody has asked about before.
fn opening(random: &mut Random) -> String {
    // Any five stones in three columns leave the game open.
    let moves = (0..8).map(|_| char::from(b'1' + random.index(7) as u8));
    let mut heights = [0; 7];
    moves
        .filter(|column| {
            let height = &mut heights[*column as usize - '1' as usize];
            *height += 1;
            *height <= 2
        })
        .take(6)
        .collect()
}

/// A connection to `server` from an address of this machine.
fn connect(server: SocketAddr, from: Ipv4Addr) -> io::Result<TcpStream> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    socket.bind(&SocketAddr::from((from, 0)).into())?;
    socket.connect_timeout(&server.into(), Duration::from_secs(1))?;
    socket.set_read_timeout(Some(PATIENCE))?;
    socket.set_write_timeout(Some(PATIENCE))?;
    Ok(socket.into())
}

/// Holds so many connections open, and opens another for each that the server closes.
fn hold(server: SocketAddr, from: Ipv4Addr, connections: usize, ends: &AtomicBool) {
    let mut held: Vec<TcpStream> = Vec::new();
    while !ends.load(Ordering::Relaxed) {
        held.retain(|stream| {
            let _ = stream.set_nonblocking(true);
            let kind = stream.peek(&mut [0]).map_err(|error| error.kind());
            kind == Err(io::ErrorKind::WouldBlock)
        });
        while held.len() < connections && !ends.load(Ordering::Relaxed) {
            held.extend(connect(server, from));
        }
        thread::sleep(Duration::from_millis(20));
    }
}

fn slowly(stream: &mut TcpStream, bytes: &[u8], ends: &AtomicBool) -> io::Result<()> {
    for byte in bytes.iter().chain(std::iter::repeat_n(&b'y', 10_000)) {
        if ends.load(Ordering::Relaxed) {
            break;
        }
        stream.write_all(&[*byte])?;
        thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}

/// Reads until something has come, or the connection is closed.
fn wait_for_answer(stream: &mut TcpStream, ends: &AtomicBool) -> io::Result<()> {
    while !ends.load(Ordering::Relaxed) {
        match stream.read(&mut [0; 4096]) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            other => return other.map(drop),
        }
    }
    Ok(())
}
