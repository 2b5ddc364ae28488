//! Countries.

/// Whether this is an ISO 3166-1 alpha-2 code in upper case.
#[must_use]
pub fn is_country(_code: &str) -> bool {
    unimplemented!()
}

/// The country's Czech name, where we know it.
#[must_use]
pub fn country_name(_code: &str) -> Option<&'static str> {
    unimplemented!()
}
