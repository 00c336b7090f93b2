//! The theorems of Pijls, de Bruin and Plaat (1996), tested on random trees: uniform or not, with
//! and without ties, with alternating players or not. What the paper claims about the moment at
//! which a node is searched is checked at that moment.

mod alpha_beta;
mod bounds;
mod critical;
mod figures;
mod mt;
mod sampled;
mod scout;
mod sss;
