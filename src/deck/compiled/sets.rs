//! `with_sets!`: parts of a deck that contain sets of cards, for any type of sets.

use crate::ids::{CardId, CardSet};

/// A part of a deck that can be copied with sets of the type `T`.
pub(crate) trait MapSets<T> {
    /// The part with these sets.
    type Mapped;

    /// Copies the part; `map` makes each set.
    fn map_sets(&self, map: &impl Fn(&CardSet) -> T) -> Self::Mapped;
}

impl<T> MapSets<T> for CardSet {
    type Mapped = T;

    fn map_sets(&self, map: &impl Fn(&CardSet) -> T) -> T {
        map(self)
    }
}

impl<T, P: MapSets<T>, const N: usize> MapSets<T> for [P; N] {
    type Mapped = [P::Mapped; N];

    fn map_sets(&self, map: &impl Fn(&CardSet) -> T) -> Self::Mapped {
        self.each_ref().map(|part| part.map_sets(map))
    }
}

impl<T, P: MapSets<T>> MapSets<T> for Vec<P> {
    type Mapped = Vec<P::Mapped>;

    fn map_sets(&self, map: &impl Fn(&CardSet) -> T) -> Self::Mapped {
        self.iter().map(|part| part.map_sets(map)).collect()
    }
}

impl<T> MapSets<T> for (CardId, CardSet) {
    type Mapped = (CardId, T);

    fn map_sets(&self, map: &impl Fn(&CardSet) -> T) -> Self::Mapped {
        (self.0, map(&self.1))
    }
}

/// Defines a struct for any type of sets, and how it is copied with sets of another type. The sets of a compiled deck are
/// the widest; a run copies it with sets as narrow as its cards allow.
// The fields are listed once: a copy in plain code would list each of them two times more.
macro_rules! with_sets {
    (
        $(#[$meta:meta])*
        pub struct $name:ident<$sets:ident> {
            $($(#[$plain_doc:meta])* pub $plain:ident: $plain_type:ty,)*
            with sets:
            $($(#[$doc:meta])* pub $field:ident: $type:ty,)*
        }
    ) => {
        $(#[$meta])*
        pub struct $name<$sets = $crate::ids::CardSet> {
            $($(#[$plain_doc])* pub $plain: $plain_type,)*
            $($(#[$doc])* pub $field: $type,)*
        }

        impl<T> $crate::deck::compiled::sets::MapSets<T> for $name {
            type Mapped = $name<T>;

            fn map_sets(&self, map: &impl Fn(&$crate::ids::CardSet) -> T) -> $name<T> {
                $name {
                    $($plain: Clone::clone(&self.$plain),)*
                    $($field: $crate::deck::compiled::sets::MapSets::map_sets(&self.$field, map),)*
                }
            }
        }
    };
}
pub(super) use with_sets;
