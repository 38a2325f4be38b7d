//! `Row`: types whose fields are the columns of a file. The header is derived from the fields.

use std::borrow::Cow;

use serde::Serialize;

use super::number::{Fraction, Wins};
use crate::deck::{DeckSide, Kind};
use crate::stats::Standing;

/// A value that takes one or more columns.
pub trait Columns {
    /// Names of the columns of a field with this name; `""` for a whole row.
    fn columns(field: &str) -> Vec<String>;
}

/// A line of a CSV file. Columns are part of the interface: more may be added, but they keep their names.
pub trait Row: Columns + Serialize {
    /// Name of the file.
    const FILE: &'static str;

    /// The columns of the file.
    #[must_use]
    fn header() -> Vec<String> {
        Self::columns("")
    }
}

/// Values that take one column.
macro_rules! one_column {
    ($($value:ty),*) => {
        $(impl $crate::report::Columns for $value {
            fn columns(field: &str) -> Vec<String> {
                vec![field.to_owned()]
            }
        })*
    };
}
pub(crate) use one_column;

one_column!(
    u8,
    u16,
    u64,
    usize,
    i32,
    f64,
    bool,
    String,
    &str,
    Cow<'_, str>,
    Option<bool>,
    Fraction,
    Wins,
    DeckSide,
    Kind,
    Standing
);

/// The name of a column: the name of its group and its own name.
pub(crate) fn joined(group: &str, field: &str) -> String {
    if group.is_empty() { field.to_owned() } else { format!("{group}_{field}") }
}

/// Defines a struct whose fields are columns: `row! { "FILE" struct ... }` for a whole row. Without the file it defines
/// a group of columns, whose names begin with that of the field of the group. `in "GROUP"` puts another word before
/// that name.
macro_rules! row {
    (
        @[$before:literal] $(#[$meta:meta])*
        $vis:vis struct $name:ident $(<$life:lifetime>)? {
            $($(#[$doc:meta])* $shown:vis $field:ident: $value:ty,)*
        }
    ) => {
        $(#[$meta])*
        $vis struct $name $(<$life>)? {
            $($(#[$doc])* $shown $field: $value,)*
        }

        impl $(<$life>)? $crate::report::Columns for $name $(<$life>)? {
            fn columns(group: &str) -> Vec<String> {
                let group = $crate::report::files::row::joined($before, group);
                let name = |field| $crate::report::files::row::joined(&group, field);
                [$(<$value as $crate::report::Columns>::columns(&name(stringify!($field)))),*].concat()
            }
        }
    };
    ($file:literal $(#[$meta:meta])* $vis:vis struct $name:ident $(<$life:lifetime>)? { $($fields:tt)* }) => {
        $crate::report::row! { @[""] $(#[$meta])* $vis struct $name $(<$life>)? { $($fields)* } }

        impl $(<$life>)? $crate::report::Row for $name $(<$life>)? {
            const FILE: &'static str = $file;
        }
    };
    (in $before:literal $($rest:tt)*) => {
        $crate::report::row! { @[$before] $($rest)* }
    };
    ($($rest:tt)*) => {
        $crate::report::row! { @[""] $($rest)* }
    };
}
pub(crate) use row;
