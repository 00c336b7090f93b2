//! The clock that deadlines are measured by: the system's, or in a browser the page's.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use imported::Instant;

/// WebAssembly without a system has no clock: the host lends one.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod imported {
    use std::ops::Add;
    use std::time::Duration;

    #[link(wasm_import_module = "solveig")]
    unsafe extern "C" {
        /// Milliseconds since a fixed moment, never less than before.
        safe fn milliseconds() -> f64;
    }

    /// A moment, as a time since a fixed one.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// The time since then.
        pub fn elapsed(&self) -> Duration {
            Self::now().0.saturating_sub(self.0)
        }

        /// This moment.
        pub fn now() -> Self {
            let seconds = milliseconds() / 1000.0;
            Self(Duration::try_from_secs_f64(seconds).unwrap_or_default())
        }

        /// The moment this much later; `None` where it cannot be represented.
        pub fn checked_add(self, later: Duration) -> Option<Self> {
            self.0.checked_add(later).map(Self)
        }

        /// The time since `earlier`; nothing if that is later.
        pub fn duration_since(self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        fn add(self, later: Duration) -> Self {
            Self(self.0 + later)
        }
    }
}
