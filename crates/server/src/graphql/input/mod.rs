//! Types of arguments. The executor has already coerced arguments to the schema, so one that does not fit its type here
//! is a bug in the server.

mod address;
mod cart;
mod payment;
mod scalars;

pub(super) use address::*;
pub(super) use cart::*;
pub(super) use payment::*;
pub(super) use scalars::*;

use apollo_compiler::response::JsonValue;
use serde::de::value::{BorrowedStrDeserializer, MapAccessDeserializer};
use serde::de::{DeserializeOwned, DeserializeSeed, Error, MapAccess};
use serde_json::value::RawValue;
use zkratka_graphql_engine::plan::RootArguments;

pub(super) fn read<T: DeserializeOwned>(
    arguments: RootArguments<'_>,
) -> Result<T, serde_json::Error> {
    let coerced = arguments.coerced.iter();
    let coerced = coerced.map(|(name, value)| (name.as_str(), Entry::Coerced(value)));
    let straight = arguments.raw.into_iter();
    let straight = straight.map(|(name, value)| (name, Entry::Direct(value)));
    let entries = Entries {
        rest: coerced.chain(straight),
        value: None,
    };
    T::deserialize(MapAccessDeserializer::new(entries))
}

enum Entry<'a> {
    Coerced(&'a JsonValue),
    Direct(&'a RawValue),
}

struct Entries<'a, I> {
    rest: I,
    value: Option<Entry<'a>>,
}

impl<'a, I: Iterator<Item = (&'a str, Entry<'a>)>> MapAccess<'a> for Entries<'a, I> {
    type Error = serde_json::Error;

    fn next_key_seed<K: DeserializeSeed<'a>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Self::Error> {
        let Some((name, value)) = self.rest.next() else {
            return Ok(None);
        };
        self.value = Some(value);
        seed.deserialize(BorrowedStrDeserializer::new(name))
            .map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, Self::Error> {
        match self.value.take() {
            Some(Entry::Coerced(value)) => seed.deserialize(value),
            Some(Entry::Direct(value)) => seed.deserialize(value),
            None => Err(Error::custom("a value before its name")),
        }
    }
}
