//! An address as it is written on a parcel.

use super::Address;

/// The address as lines in Czech order: names, company, street, rest, postal code and city, country.
#[must_use]
pub fn display_lines(_address: &Address) -> Vec<String> {
    unimplemented!()
}
