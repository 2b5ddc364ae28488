//! `deliverySpecifications`: which addresses of an address book the merchant serves.

use super::buyers::{Address, AddressKind};
use serde_json::Value;

/// Whether the buyer may choose the address.
pub(super) fn serves(specifications: &Value, address: &Address) -> bool {
    let special = match address.kind {
        AddressKind::Street => None,
        AddressKind::PostOfficeBox => Some("RestrictPOBoxes"),
        AddressKind::Packstation => Some("RestrictPackstations"),
    };
    let restricted = specifications["specialRestrictions"].as_array();
    let is_restricted = restricted
        .into_iter()
        .flatten()
        .any(|it| it.as_str() == special);
    if special.is_some() && is_restricted {
        return false;
    }
    let by_address = &specifications["addressRestrictions"];
    if by_address.is_null() {
        return true;
    }
    is_named(&by_address["restrictions"], address) == (by_address["type"] == "Allowed")
}

/// Whether the restrictions name the address: its whole country, its state, or its postal code.
fn is_named(restrictions: &Value, address: &Address) -> bool {
    let country = &restrictions[address.country];
    if country.is_null() {
        return false;
    }
    let lists = [
        ("statesOrRegions", address.state),
        ("zipCodes", address.postal_code),
    ];
    let mut named = lists
        .iter()
        .filter_map(|(list, value)| Some((country[list].as_array()?, value)))
        .peekable();
    named.peek().is_none()
        || named.any(|(list, value)| {
            let mut texts = list.iter().filter_map(Value::as_str);
            texts.any(|text| text.eq_ignore_ascii_case(value))
        })
}

#[cfg(test)]
mod tests {
    use super::super::buyers::Buyer;
    use super::*;
    use serde_json::json;

    fn served(specifications: &Value, buyer: &str) -> Vec<&'static str> {
        let buyer = Buyer::named(buyer).expect("a buyer");
        let served = buyer
            .addresses
            .iter()
            .filter(|it| serves(specifications, it));
        served.map(|address| address.handle).collect()
    }

    /// [B.02] The address book offers only what the merchant serves.
    #[test]
    fn restrictions_close_addresses() {
        let by = |kind: &str, restrictions: Value| json!({ "addressRestrictions": { "type": kind, "restrictions": restrictions } });
        let special = |name: &str| json!({ "specialRestrictions": [name] });
        let alaska = json!({ "US": { "statesOrRegions": ["AK"] } });
        for (specifications, buyer, expected) in [
            (Value::Null, "anna", vec!["home", "office", "packstation"]),
            (
                special("RestrictPackstations"),
                "anna",
                vec!["home", "office"],
            ),
            (
                special("RestrictPOBoxes"),
                "anna",
                vec!["home", "office", "packstation"],
            ),
            (special("RestrictPOBoxes"), "oliver", vec!["home"]),
            (
                by("Allowed", json!({ "DE": {}, "AT": {} })),
                "lukas",
                vec!["home"],
            ),
            (by("Allowed", json!({ "DE": {} })), "lukas", vec![]),
            (by("NotAllowed", json!({ "AT": {} })), "lukas", vec![]),
            (
                by("NotAllowed", json!({ "AT": {} })),
                "zuzana",
                vec!["home"],
            ),
            (by("Allowed", alaska.clone()), "mary", vec!["cabin"]),
            (by("NotAllowed", alaska), "mary", vec!["home"]),
            (
                by("NotAllowed", json!({ "DE": { "zipCodes": ["10969"] } })),
                "anna",
                vec!["office", "packstation"],
            ),
        ] {
            assert_eq!(
                served(&specifications, buyer),
                expected,
                "{specifications} {buyer}"
            );
        }
    }
}
