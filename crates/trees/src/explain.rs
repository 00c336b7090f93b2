//! Why a node was left out.
