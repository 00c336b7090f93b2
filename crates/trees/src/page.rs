//! A page that plays a trace, step by step.
