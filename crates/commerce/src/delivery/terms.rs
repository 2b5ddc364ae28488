//! Where and how a shop delivers.

use super::method::DeliveryMethod;
use super::zone::Destination;

/// The part of a shop's rules that delivery depends on.
#[derive(Clone, Copy, Debug)]
pub struct DeliveryTerms<'r> {
    /// Countries the shop delivers to, ISO 3166-1 alpha-2.
    pub countries: &'r [String],
    /// Delivery methods in display order.
    pub methods: &'r [DeliveryMethod],
}

impl DeliveryTerms<'_> {
    pub(super) fn serve(&self, destination: Destination<'_>) -> bool {
        let mut countries = self.countries.iter();
        countries.any(|known| known == destination.country)
    }
}
