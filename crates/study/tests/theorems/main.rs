//! The theorems of Pijls, de Bruin and Plaat (1996), held against random trees: of equal width or
//! not, with ties or without, the players taking turns or not. What the paper claims of the moment
//! at which a node is searched is checked at that moment.

mod alpha_beta;
mod bounds;
mod critical;
mod figures;
mod mt;
mod sampled;
mod scout;
mod sss;
