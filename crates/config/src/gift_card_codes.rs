//! Reads `[gift_card_codes]`.

use super::emulated::{self, is_published};
use super::reader::{Reader, Reported};
use super::schema;
use super::sections::secret;
use std::path::Path;
use zkratka_commerce::gift_card::CodeKeyId;
use zkratka_commerce::order::Mode;
use zkratka_gift_cards::{CodeKey, KeyRing};

/// Reads the keys. Test mode has one more, which everybody knows; it comes last, so that cards made before the first own
/// key still pay.
pub(super) fn keys(reader: &Reader<'_>, folder: &Path, mode: Option<Mode>) -> Option<KeyRing> {
    let tables = reader.tables("keys", &schema::GIFT_CARD_CODES_KEYS)?;
    let mut keys: Vec<CodeKey> = Vec::new();
    for table in &tables {
        if let Ok(key) = key(table, folder, mode)
            && is_new(table, &key, &keys)
        {
            keys.push(key);
        }
    }
    if keys.len() != tables.len() {
        return None;
    }
    if mode == Some(Mode::Test) {
        keys.extend(emulated::code_key());
    }
    Some(KeyRing::new(keys))
}

fn key(reader: &Reader<'_>, folder: &Path, mode: Option<Mode>) -> Result<CodeKey, Reported> {
    // Read every key before returning, so that all faults are reported.
    let id = reader.parsed("id", CodeKeyId::parse);
    let secret = secret(reader, folder);
    let (id, secret) = (id.ok_or(Reported)?, secret?);
    let emulated = emulated::code_key();
    if emulated.is_some_and(|emulated| *emulated.id() == id) {
        reader.fault("id", "is the name of test mode's own key: write another");
        return Err(Reported);
    }
    let Some(secret) = secret else {
        reader.fault(
            "secret_env",
            "is missing: name the environment variable with the secret here, or its file in secret_file",
        );
        return Err(Reported);
    };
    let place = if reader.is_given("secret_file") {
        "secret_file"
    } else {
        "secret_env"
    };
    if mode == Some(Mode::Live) && is_published(&secret.0) {
        reader.fault(
            place,
            "holds the secret of test mode, which everybody knows: make one with openssl rand -base64 32",
        );
        return Err(Reported);
    }
    CodeKey::from_base64(id, &secret.0).map_err(|error| {
        reader.fault(place, format!("does not hold a valid secret: {error}"));
        Reported
    })
}

/// Refuses two keys of one id, or of one secret.
fn is_new(reader: &Reader<'_>, key: &CodeKey, known: &[CodeKey]) -> bool {
    if known.iter().any(|other| other.id() == key.id()) {
        let message = format!("\"{}\" is used twice: give each key its own id", key.id());
        reader.fault("id", message);
        return false;
    }
    if let Some(other) = known.iter().find(|other| other.has_secret_of(key)) {
        let message = format!(
            "\"{}\" has the same secret as \"{}\": make a new one",
            key.id(),
            other.id()
        );
        reader.fault("id", message);
        return false;
    }
    true
}

/// Refuses a live shop that takes gift cards without a key.
pub(super) fn check_takes(payments: &Reader<'_>, takes: bool, ring: &KeyRing, mode: Option<Mode>) {
    if takes && ring.is_empty() && mode == Some(Mode::Live) {
        payments.fault(
            "gift_cards",
            "need a key in mode = \"live\": make one with openssl rand -base64 32, and name its variable or file in keys of [gift_card_codes]",
        );
    }
}
