//! `Row`: types whose fields are the columns of a file. The header, the cells, the JSON form and its schema are derived from the fields.

use std::borrow::Cow;
use std::fmt::Display;

use schemars::{Schema, SchemaGenerator, json_schema};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::{Map, Value};

use super::number::{Fraction, Wins};
use crate::deck::{DeckSide, Kind};
use crate::stats::{Standing, TargetState, Verdict};

/// A value that takes one or more columns.
pub trait Columns: Sized {
    /// Names of the columns of a field with this name; `""` for a whole row.
    fn columns(field: &str) -> Vec<String>;

    /// Adds its cells, in the order of the columns.
    fn add_to(&self, cells: &mut Vec<Value>);

    /// Takes the value of a field with this name from the cells of a row, by the names of their columns.
    ///
    /// # Errors
    /// If a cell is not a possible value of its column.
    fn take(field: &str, cells: &mut Map<String, Value>) -> serde_json::Result<Self>;

    /// The schemas of its cells, in the order of the columns.
    fn schemas(generator: &mut SchemaGenerator) -> Vec<Schema>;
}

/// A line of a table. Columns are part of the interface: more may be added, but they keep their names.
pub trait Row: Columns + Serialize {
    /// Name of the file of the table.
    const FILE: &'static str;

    /// The columns of the table.
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

            fn add_to(&self, cells: &mut Vec<serde_json::Value>) {
                cells.push(serde_json::to_value(self).unwrap_or_default());
            }

            fn take(field: &str, cells: &mut serde_json::Map<String, serde_json::Value>) -> serde_json::Result<Self> {
                let cell = cells.remove(field).unwrap_or_default();
                serde_json::from_value(cell).map_err(|error| $crate::report::files::row::wrong_cell(field, &error))
            }

            fn schemas(generator: &mut schemars::SchemaGenerator) -> Vec<schemars::Schema> {
                vec![generator.subschema_for::<$value>()]
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
    Cow<'static, str>,
    Option<bool>,
    Option<u16>,
    Option<i32>,
    Option<u64>,
    Option<usize>,
    Value,
    Fraction,
    Wins,
    DeckSide,
    Kind,
    Standing,
    TargetState,
    Verdict
);

pub(crate) fn wrong_cell(field: &str, error: &impl Display) -> serde_json::Error {
    de::Error::custom(format!("{field}: {error}"))
}

/// The name of a column: the name of its group and its own name.
pub(crate) fn joined(group: &str, field: &str) -> String {
    if group.is_empty() { field.to_owned() } else { format!("{group}_{field}") }
}

/// The cells of a row.
pub(crate) fn cells(row: &impl Columns) -> Vec<Value> {
    let mut cells = Vec::new();
    row.add_to(&mut cells);
    cells
}

/// Writes a row as an object whose keys are its columns.
pub(crate) fn serialize<R: Columns, S: Serializer>(row: &R, serializer: S) -> Result<S::Ok, S::Error> {
    let (columns, cells) = (R::columns(""), cells(row));
    let mut object = serializer.serialize_map(Some(columns.len()))?;
    columns.iter().zip(&cells).try_for_each(|(column, cell)| object.serialize_entry(column, cell))?;
    object.end()
}

/// Reads a row from an object whose keys are its columns.
pub(crate) fn deserialize<'de, R: Columns, D: Deserializer<'de>>(deserializer: D) -> Result<R, D::Error> {
    let mut cells = Map::deserialize(deserializer)?;
    R::take("", &mut cells).map_err(de::Error::custom)
}

/// The schema of a row.
pub(crate) fn schema<R: Columns>(about: &str, generator: &mut SchemaGenerator) -> Schema {
    let columns = R::columns("");
    let properties: Map<String, Value> =
        columns.iter().cloned().zip(R::schemas(generator).into_iter().map(Schema::to_value)).collect();
    json_schema!({
        "type": "object",
        "description": about.trim(),
        "properties": properties,
        "required": columns,
        "additionalProperties": false,
    })
}

/// Puts the description of a field before those of its columns.
pub(crate) fn described(mut schemas: Vec<Schema>, about: &str) -> Vec<Schema> {
    for schema in &mut schemas {
        let own = schema.get("description").and_then(Value::as_str).unwrap_or_default();
        let words = format!("{} {own}", about.trim());
        if !words.trim().is_empty() {
            schema.insert("description".to_owned(), words.trim().into());
        }
    }
    schemas
}

/// Defines a struct whose fields are columns: `row! { "FILE" struct ... }` for a whole row. Without the file it defines
/// a group of columns, whose names begin with that of the field of the group. `in "GROUP"` puts another word before
/// that name.
macro_rules! row {
    (
        @[$before:literal] $(#[doc = $about:literal])* #[derive($($derive:ident),*)]
        $vis:vis struct $name:ident {
            $($(#[doc = $doc:literal])* $shown:vis $field:ident: $value:ty,)*
        }
    ) => {
        $(#[doc = $about])*
        #[derive($($derive),*)]
        $vis struct $name {
            $($(#[doc = $doc])* $shown $field: $value,)*
        }

        impl $crate::report::Columns for $name {
            fn columns(group: &str) -> Vec<String> {
                let group = $crate::report::files::row::joined($before, group);
                let name = |field| $crate::report::files::row::joined(&group, field);
                [$(<$value as $crate::report::Columns>::columns(&name(stringify!($field)))),*].concat()
            }

            fn add_to(&self, cells: &mut Vec<serde_json::Value>) {
                $($crate::report::Columns::add_to(&self.$field, cells);)*
            }

            fn take(group: &str, cells: &mut serde_json::Map<String, serde_json::Value>) -> serde_json::Result<Self> {
                let group = $crate::report::files::row::joined($before, group);
                let name = |field| $crate::report::files::row::joined(&group, field);
                Ok($name { $($field: $crate::report::Columns::take(&name(stringify!($field)), cells)?),* })
            }

            fn schemas(generator: &mut schemars::SchemaGenerator) -> Vec<schemars::Schema> {
                [$($crate::report::files::row::described(
                    <$value as $crate::report::Columns>::schemas(generator),
                    concat!($($doc),*),
                )),*]
                .concat()
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::report::files::row::serialize(self, serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::report::files::row::deserialize(deserializer)
            }
        }

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn schema_id() -> std::borrow::Cow<'static, str> {
                // Two rows of different studies may have the same name.
                concat!(module_path!(), "::", stringify!($name)).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $crate::report::files::row::schema::<Self>(concat!($($about),*), generator)
            }
        }
    };
    (@[$before:literal] $($wrong:tt)*) => {
        compile_error!("a row has documented fields, and derives only what is not made from its columns");
    };
    ($file:literal $(#[$($meta:tt)*])* $vis:vis struct $name:ident { $($fields:tt)* }) => {
        $crate::report::row! { @[""] $(#[$($meta)*])* $vis struct $name { $($fields)* } }

        impl $crate::report::Row for $name {
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
