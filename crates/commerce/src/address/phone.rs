//! Telephone numbers.

/// The number in international form (`+420777123456`), read as a buyer in `country` would write it.
#[must_use]
pub fn normalise_phone(_phone: &str, _country: &str) -> Option<String> {
    unimplemented!()
}
