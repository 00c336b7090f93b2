//! Type-erased positions.

use std::any::{Any, TypeId, type_name};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A type-erased position. Only the game that made it can interpret it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AnyPosition(PositionData);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum PositionData {
    /// Two words, and the type of the position. Building a region creates very many positions of
    /// boards: these need no allocation.
    Words(TypeId, [u128; 2]),
    Boxed(Arc<dyn BoxedPosition>),
}

impl AnyPosition {
    /// A position of type `P` that two words describe.
    #[inline]
    pub fn of_words<P: 'static>(words: [u128; 2]) -> Self {
        Self(PositionData::Words(TypeId::of::<P>(), words))
    }

    /// The words of a position of type `P`.
    ///
    /// # Panics
    ///
    /// Panics if the position belongs to a game of another type.
    #[inline]
    pub fn words<P: 'static>(&self) -> [u128; 2] {
        match self.0 {
            PositionData::Words(kind, words) if kind == TypeId::of::<P>() => words,
            _ => self.is_foreign::<P>(),
        }
    }

    /// A position of any type, on the heap.
    pub(crate) fn boxed<P: BoxedPosition>(position: P) -> Self {
        Self(PositionData::Boxed(Arc::new(position)))
    }

    /// # Panics
    ///
    /// Panics if the position belongs to a game of another type.
    pub(crate) fn unboxed<P: BoxedPosition>(&self) -> &P {
        let own = match &self.0 {
            // `Arc` implements `BoxedPosition`, too: without the dereference its type is compared.
            PositionData::Boxed(boxed) => (**boxed).any().downcast_ref(),
            PositionData::Words(..) => None,
        };
        own.unwrap_or_else(|| self.is_foreign::<P>())
    }

    #[cold]
    fn is_foreign<P>(&self) -> ! {
        panic!("{self:?} is of another game, not {}", type_name::<P>())
    }
}

/// A position of any type.
pub(crate) trait BoxedPosition: fmt::Debug + Send + Sync + 'static {
    fn any(&self) -> &dyn Any;
    fn same(&self, other: &dyn BoxedPosition) -> bool;
    fn hashed(&self) -> u64;
}

impl<P: Eq + Hash + fmt::Debug + Send + Sync + 'static> BoxedPosition for P {
    fn any(&self) -> &dyn Any {
        self
    }

    fn same(&self, other: &dyn BoxedPosition) -> bool {
        other.any().downcast_ref() == Some(self)
    }

    fn hashed(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

impl PartialEq for dyn BoxedPosition {
    fn eq(&self, other: &Self) -> bool {
        self.same(other)
    }
}

impl Eq for dyn BoxedPosition {}

impl Hash for dyn BoxedPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hashed());
    }
}
