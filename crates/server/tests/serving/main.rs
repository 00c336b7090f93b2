//! The server over sockets, as its clients meet it.

mod access;
mod answers;
#[cfg(target_os = "linux")]
mod attackers;
mod client;
mod compression;
mod evidence;
mod hostile;
mod keeping;
mod limits;
#[cfg(target_os = "linux")]
mod pressure;
mod records;
mod stalling;
mod without_server;
