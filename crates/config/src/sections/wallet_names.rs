//! Names that every wallet's section has.

use crate::model::Shop;
use crate::reader::Reader;

/// Longest name that a wallet's provider gives, in bytes.
const LONGEST: usize = 255;

/// What the wallet's provider calls something of the shop's; may be empty.
pub(super) fn given_name(reader: &Reader<'_>, key: &str) -> Option<String> {
    reader.parsed(key, |text| {
        let odd = |character: char| character.is_whitespace() || character.is_control();
        let fits = !text.contains(odd) && text.len() <= LONGEST;
        fits.then(|| text.to_owned()).ok_or(())
    })
}

/// What a sheet calls the shop: its name, unless there is one for the wallet.
pub(super) fn shown_name(reader: &Reader<'_>, key: &str, shop: Option<&Shop>) -> Option<String> {
    match reader.text(key)?.trim() {
        "" => Some(shop?.name.clone()),
        name => Some(name.to_owned()),
    }
}
