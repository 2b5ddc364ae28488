//! Reads `[store]`.

use crate::environment::{unreadable, variable};
use crate::model::StoreSettings;
use crate::reader::{Reader, Reported};
use std::path::Path;
use zkratka_store::StorePlace;
use zkratka_store::postgres::{Address, AddressError};

pub(crate) fn store(reader: &Reader<'_>, folder: &Path) -> Option<StoreSettings> {
    let place = place(reader, folder);
    let cart_days = reader.number("cart_days", 1..=3650);
    let event_days = reader.number("event_days", 7..=3650);
    Some(StoreSettings {
        place: place?,
        cart_days: u32::try_from(cart_days?).ok()?,
        event_days: u32::try_from(event_days?).ok()?,
    })
}

fn place(reader: &Reader<'_>, folder: &Path) -> Option<StorePlace> {
    let sqlite = reader.filled("sqlite").map(|path| folder.join(path));
    let url = url(reader, folder);
    let authorities = authorities(reader, folder);
    let connections = reader.number("postgres_connections", 1..=1000);
    let (url, authorities) = (url.ok()?, authorities.ok()?);
    let (Some(Url { key, url }), connections) = (url, connections?) else {
        return Some(StorePlace::Sqlite(sqlite?));
    };
    if reader.is_given("sqlite") {
        reader.fault(
            "sqlite",
            format!("a shop has one database: leave out either sqlite or {key}"),
        );
        return None;
    }
    match Address::parse(&url, authorities.as_deref()) {
        Ok(address) if key == "postgres" && address.has_password() => {
            reader.fault(
                key,
                "holds a password: put the URL into an environment variable and name it in postgres_env, or into a file and name it in postgres_file",
            );
            None
        }
        Ok(address) => Some(StorePlace::Postgres {
            address: Box::new(address),
            connections: usize::try_from(connections).ok()?,
        }),
        Err(error @ AddressError::Authorities(_)) => {
            reader.fault("postgres_ca_file", error.to_string());
            None
        }
        // The message does not show the value, which may contain a password.
        Err(error) => {
            reader.fault(key, error.to_string());
            None
        }
    }
}

/// A URL, and the key from which it was read.
struct Url {
    key: &'static str,
    url: String,
}

/// Reads the database's URL, which can be set in three ways; `Ok(None)` if it is not set.
fn url(reader: &Reader<'_>, folder: &Path) -> Result<Option<Url>, Reported> {
    let mut named = Vec::new();
    for key in ["postgres", "postgres_env", "postgres_file"] {
        let value = reader.text(key).ok_or(Reported)?;
        if !value.trim().is_empty() {
            named.push((key, value.trim().to_owned()));
        }
    }
    let (key, value) = match named.as_slice() {
        [] => return Ok(None),
        [(key, value)] => (*key, value),
        [_, (second, _), ..] => {
            reader.fault(
                second,
                "name one database: one of postgres, postgres_env and postgres_file",
            );
            return Err(Reported);
        }
    };
    let read = match key {
        "postgres" => Ok(value.clone()),
        "postgres_env" => variable(value),
        _ => read(folder, value).and_then(|bytes| {
            String::from_utf8(bytes).map_err(|_| "the file is not a text file".to_owned())
        }),
    };
    match read {
        Ok(url) => Ok(Some(Url {
            key,
            url: url.trim().to_owned(),
        })),
        Err(problem) => {
            reader.fault(key, problem);
            Err(Reported)
        }
    }
}

/// Reads the certificates of the trusted authorities; `Ok(None)` if no file is named.
fn authorities(reader: &Reader<'_>, folder: &Path) -> Result<Option<Vec<u8>>, Reported> {
    let file = reader.text("postgres_ca_file").ok_or(Reported)?;
    if file.trim().is_empty() {
        return Ok(None);
    }
    read(folder, file.trim()).map(Some).map_err(|problem| {
        reader.fault("postgres_ca_file", problem);
        Reported
    })
}

fn read(folder: &Path, name: &str) -> Result<Vec<u8>, String> {
    std::fs::read(folder.join(name)).map_err(|error| unreadable(folder, name, &error))
}
