//! Prices that a carrier has quoted for one parcel.

use super::method::DeliveryMethod;
use super::options::Goods;
use super::terms::DeliveryTerms;
use super::zone::{Destination, zip_prefix};
use crate::money::MinorUnits;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// What a carrier takes for one parcel. Kept with the cart, so that every server prices the cart the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarrierQuote {
    /// The carrier's name of the service.
    pub service: String,
    pub parcel: QuotedFor,
    /// Price with tax, minor units of the shop's currency.
    pub price: MinorUnits,
    /// Until when it is shown; what was agreed on before may still be paid.
    pub until: Timestamp,
}

/// A parcel as far as its price depends on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct QuotedFor {
    /// Where it goes, ISO 3166-1 alpha-2.
    pub country: String,
    /// Where in it, without spaces.
    pub zip: String,
    /// Weight.
    pub grams: u64,
    /// Value of the goods, minor units of the shop's currency.
    pub value: MinorUnits,
}

/// A parcel that a carrier said it does not take. Kept with the cart beside its prices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unserved {
    #[serde(flatten)]
    pub parcel: QuotedFor,
    /// Until when that is believed; carts that were stored without it have the carrier asked again.
    #[serde(default)]
    pub until: Timestamp,
}

impl QuotedFor {
    /// The parcel of these goods to this place.
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

/// Whether some way of delivery that goes there takes its price from the carrier: then it is worth asking.
#[must_use]
pub fn carrier_is_asked(terms: DeliveryTerms<'_>, destination: Destination<'_>) -> bool {
    let asks = |method: &DeliveryMethod| method.carrier.is_some() && method.goes_to(destination);
    terms.serve(destination) && terms.methods.iter().any(asks)
}
