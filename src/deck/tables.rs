//! Reads a file and rejects lists in place of tables. The deserialisers that serde derives also accept the values of a struct as a list in
//! the order of its fields, which is always a mistake in a file.

use std::fmt::{self, Formatter};

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, Unexpected, VariantAccess,
    Visitor,
};

/// Parses a file. A list in the place of a table is an error.
pub(crate) fn from_toml<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, toml::de::Error> {
    T::deserialize(Tables(toml::de::Deserializer::parse(text)?))
}

/// A deserialiser, or a part of one, that rejects a list in place of a table.
struct Tables<T>(T);

/// A visitor; `table` if it expects one.
struct Within<V> {
    visitor: V,
    table: bool,
}

fn anything<V>(visitor: V) -> Within<V> {
    Within { visitor, table: false }
}

fn table<V>(visitor: V) -> Within<V> {
    Within { visitor, table: true }
}

macro_rules! forward {
    ($($method:ident($($argument:ident: $type:ty),*);)+) => {
        $(fn $method<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value, D::Error> {
            self.0.$method($($argument,)* anything(visitor))
        })+
    };
}

type Name = &'static str;
type Names = &'static [&'static str];

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Tables<D> {
    type Error = D::Error;

    forward! {
        deserialize_any(); deserialize_bool(); deserialize_i8(); deserialize_i16(); deserialize_i32(); deserialize_i64(); deserialize_i128();
        deserialize_u8(); deserialize_u16(); deserialize_u32(); deserialize_u64(); deserialize_u128(); deserialize_f32(); deserialize_f64();
        deserialize_char(); deserialize_str(); deserialize_string(); deserialize_bytes(); deserialize_byte_buf();
        deserialize_option(); deserialize_unit(); deserialize_unit_struct(name: Name);
        deserialize_newtype_struct(name: Name); deserialize_seq(); deserialize_tuple(len: usize);
        deserialize_tuple_struct(name: Name, len: usize); deserialize_map();
        deserialize_enum(name: Name, variants: Names); deserialize_identifier(); deserialize_ignored_any();
    }

    fn deserialize_struct<V: Visitor<'de>>(self, name: Name, fields: Names, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_struct(name, fields, table(visitor))
    }
}

macro_rules! visit {
    ($($method:ident($type:ty);)+) => {
        $(fn $method<E: Error>(self, value: $type) -> Result<V::Value, E> {
            self.visitor.$method(value)
        })+
    };
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Within<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(f)
    }

    visit! {
        visit_bool(bool); visit_i64(i64); visit_i128(i128); visit_u64(u64); visit_u128(u128); visit_f64(f64);
        visit_char(char); visit_str(&str); visit_borrowed_str(&'de str); visit_string(String); visit_bytes(&[u8]);
        visit_borrowed_bytes(&'de [u8]); visit_byte_buf(Vec<u8>);
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.visitor.visit_none()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.visitor.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<V::Value, D::Error> {
        self.visitor.visit_some(Tables(from))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, from: D) -> Result<V::Value, D::Error> {
        self.visitor.visit_newtype_struct(Tables(from))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<V::Value, A::Error> {
        if self.table {
            Err(A::Error::invalid_type(Unexpected::Seq, &self))
        } else {
            self.visitor.visit_seq(Tables(list))
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_map(Tables(map))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, word: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_enum(Tables(word))
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Tables<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(Tables(from))
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Tables<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.0.next_element_seed(Tables(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Tables<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.0.next_key_seed(Tables(seed))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(Tables(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: EnumAccess<'de>> EnumAccess<'de> for Tables<A> {
    type Error = A::Error;
    type Variant = Tables<A::Variant>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self::Variant), A::Error> {
        let (word, settings) = self.0.variant_seed(Tables(seed))?;
        Ok((word, Tables(settings)))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Tables<A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.0.unit_variant()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.0.newtype_variant_seed(Tables(seed))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        self.0.tuple_variant(len, anything(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: Names, visitor: V) -> Result<V::Value, A::Error> {
        self.0.struct_variant(fields, table(visitor))
    }
}
