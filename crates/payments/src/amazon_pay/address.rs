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
    /// Amazon's names of the buyer's Prime memberships, among them one for none. Amazon tells them only if the button asked
    /// for them.
    pub prime_memberships: Vec<String>,
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
    #[serde(default)]
    prime_membership_types: Option<Vec<String>>,
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
            prime_memberships: wire.prime_membership_types.unwrap_or_default(),
        }
    }
}

/// Amazon writes absent members as `null`, and some as empty texts.
fn present(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// [B.02] Each member of an address is read from the member of its name. One that is `null` or empty is absent.
    #[test]
    fn an_address_has_what_is_present() {
        let wire = json!({
            "name": "Jana", "addressLine1": null, "addressLine2": " ", "addressLine3": "Hauptstr. 1",
            "city": "Bonn", "county": "c", "district": "d", "stateOrRegion": "NW",
            "postalCode": "53111", "countryCode": "DE", "phoneNumber": "1",
        });
        let wire: AddressWire = serde_json::from_value(wire).expect("an address");
        let address = AmazonAddress::from(wire);
        let text = |text: &str| Some(text.to_owned());
        let expected = AmazonAddress {
            name: text("Jana"),
            lines: vec!["Hauptstr. 1".to_owned()],
            city: text("Bonn"),
            region: text("NW"),
            county: text("c"),
            district: text("d"),
            postal_code: text("53111"),
            country: text("DE"),
            phone: text("1"),
        };
        assert!(address == expected, "{:?}", address.lines);
    }

    #[test]
    fn a_buyer_has_what_is_present() {
        let wire = json!({ "buyerId": "B1", "name": "Jana", "email": "", "phoneNumber": "1" });
        let wire: BuyerWire = serde_json::from_value(wire).expect("a buyer");
        let buyer = Buyer::from(wire);
        assert_eq!(buyer.id.as_deref(), Some("B1"));
        assert_eq!(buyer.name.as_deref(), Some("Jana"));
        assert_eq!(buyer.email, None);
        assert_eq!(buyer.phone.as_deref(), Some("1"));
        assert!(buyer.prime_memberships.is_empty());
    }

    /// [8.02] What Amazon names is kept; a buyer without a list has no membership.
    #[test]
    fn memberships_are_named() {
        for (types, expected) in [
            (json!(null), vec![]),
            (json!([]), vec![]),
            (json!(["NONE"]), vec!["NONE"]),
            (
                json!(["PRIME_GENERAL", "PRIME_STUDENT"]),
                vec!["PRIME_GENERAL", "PRIME_STUDENT"],
            ),
        ] {
            let wire = json!({ "primeMembershipTypes": types });
            let wire: BuyerWire = serde_json::from_value(wire).expect("a buyer");
            assert_eq!(Buyer::from(wire).prime_memberships, expected, "{types}");
        }
    }
}
