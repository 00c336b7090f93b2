//! The server over sockets, as its clients meet it.

mod access;
mod answers;
mod client;
mod compression;
mod evidence;
mod hostile;
mod keeping;
mod limits;
mod stalling;
mod without_server;
