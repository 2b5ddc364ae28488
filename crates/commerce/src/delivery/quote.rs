//! A carrier's quotes for one parcel.

use super::method::DeliveryMethod;
use super::options::Goods;
use super::terms::DeliveryTerms;
use super::zone::{Destination, zip_prefix};
use crate::money::MinorUnits;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// A carrier's price for one parcel. Stored with the cart, so that every server prices the cart the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarrierQuote {
    /// The carrier's name of the service.
    pub service: String,
    pub parcel: QuotedFor,
    /// Price including tax, in minor units of the shop's currency.
    pub price: MinorUnits,
    /// When the quote expires. A payment already bound to it can still be completed.
    pub until: Timestamp,
}

/// A parcel, as far as its price depends on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct QuotedFor {
    /// Destination country, ISO 3166-1 alpha-2.
    pub country: String,
    /// Postal code without spaces.
    pub zip: String,
    pub grams: u64,
    /// Value of the goods, in minor units of the shop's currency.
    pub value: MinorUnits,
}

/// A parcel that the carrier refused. Stored with the cart beside its quotes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedParcel {
    #[serde(flatten)]
    pub parcel: QuotedFor,
    /// When the refusal expires. A cart stored without this field makes the server ask the carrier again.
    #[serde(default)]
    pub until: Timestamp,
}

impl QuotedFor {
    /// The parcel of these goods to this destination.
    #[must_use]
    pub fn new(destination: Destination<'_>, goods: Goods) -> Self {
        Self {
            country: destination.country.to_owned(),
            zip: destination.zip.map(zip_prefix).unwrap_or_default(),
            grams: goods.grams,
            value: goods.subtotal,
        }
    }
}

/// Whether any delivery method at the destination takes its price from the carrier, so that the server should ask it.
#[must_use]
pub fn carrier_is_asked(terms: DeliveryTerms<'_>, destination: Destination<'_>) -> bool {
    let asks = |method: &DeliveryMethod| method.carrier.is_some() && method.goes_to(destination);
    terms.serve(destination) && terms.methods.iter().any(asks)
}
