//! The buyer and the addresses of a checkout session, as Amazon has them.

use serde::Deserialize;

/// A postal address. Every member may be missing.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct AmazonAddress {
    pub name: Option<String>,
    /// Up to three lines, none empty. In German addresses the street may stand in any of them.
    pub lines: Vec<String>,
    pub city: Option<String>,
    /// The state, region or province.
    pub region: Option<String>,
    pub county: Option<String>,
    pub district: Option<String>,
    pub postal_code: Option<String>,
    /// Two letters.
    pub country: Option<String>,
    pub phone: Option<String>,
}

/// The buyer. Every member may be missing.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Buyer {
    /// Amazon's id of the buyer for this merchant.
    pub id: Option<String>,
    pub name: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AddressWire {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    address_line1: Option<String>,
    #[serde(default)]
    address_line2: Option<String>,
    #[serde(default)]
    address_line3: Option<String>,
    #[serde(default)]
    city: Option<String>,
    #[serde(default)]
    county: Option<String>,
    #[serde(default)]
    district: Option<String>,
    #[serde(default)]
    state_or_region: Option<String>,
    #[serde(default)]
    postal_code: Option<String>,
    #[serde(default)]
    country_code: Option<String>,
    #[serde(default)]
    phone_number: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BuyerWire {
    #[serde(default)]
    buyer_id: Option<String>,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    email: Option<String>,
    #[serde(default)]
    phone_number: Option<String>,
}

impl From<AddressWire> for AmazonAddress {
    fn from(wire: AddressWire) -> Self {
        let lines = [wire.address_line1, wire.address_line2, wire.address_line3];
        Self {
            name: present(wire.name),
            lines: lines.into_iter().filter_map(present).collect(),
            city: present(wire.city),
            region: present(wire.state_or_region),
            county: present(wire.county),
            district: present(wire.district),
            postal_code: present(wire.postal_code),
            country: present(wire.country_code),
            phone: present(wire.phone_number),
        }
    }
}

impl From<BuyerWire> for Buyer {
    fn from(wire: BuyerWire) -> Self {
        Self {
            id: present(wire.buyer_id),
            name: present(wire.name),
            email: present(wire.email),
            phone: present(wire.phone_number),
        }
    }
}

/// Amazon writes absent members as `null`, and some as empty texts.
fn present(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}
