//! Reads the ids and names that all wallets' sections have.

use crate::model::Shop;
use crate::reader::Reader;

/// Longest id that a wallet's provider issues, in bytes.
const LONGEST: usize = 255;

/// Reads an id that the wallet's provider issued to the shop; it may be empty.
pub(super) fn given_name(reader: &Reader<'_>, key: &str) -> Option<String> {
    reader.parsed(key, |text| {
        let odd = |character: char| character.is_whitespace() || character.is_control();
        let fits = !text.contains(odd) && text.len() <= LONGEST;
        fits.then(|| text.to_owned()).ok_or(())
    })
}

/// Reads the shop's name for the payment sheet. If the key is empty, it is the shop's own name.
pub(super) fn shown_name(reader: &Reader<'_>, key: &str, shop: Option<&Shop>) -> Option<String> {
    match reader.text(key)?.trim() {
        "" => Some(shop?.name.clone()),
        name => Some(name.to_owned()),
    }
}
