//! A run as lines of JSON.
