//! How many nodes algorithms take, counted and by closed forms.
