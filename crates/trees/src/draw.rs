//! Trees as pictures: SVG.
