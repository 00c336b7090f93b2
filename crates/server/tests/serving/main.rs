//! The server over sockets, as its clients meet it.

mod answers;
mod client;
mod evidence;
mod hostile;
mod limits;
mod stalling;
mod without_server;
