//! What a cart has from the buyer's session at Amazon. The checkout shows it instead of fields.

use super::AmazonPay;
use super::address::mailing;
use serde_json::{Map, Value, json};
use zkratka_commerce::address::{Address, display_lines, display_phone};
use zkratka_commerce::cart::Cart;
use zkratka_payments::amazon_pay::Session;

/// Fewer digits would be the end of many numbers.
const FEWEST_DIGITS: usize = 6;

/// An address's parts, by the names of the checkout's fields.
fn parts(address: &Address) -> [(&'static str, Option<&str>); 9] {
    [
        ("delivery.firstName", address.first_name.as_deref()),
        ("delivery.lastName", address.last_name.as_deref()),
        ("delivery.company", address.company.as_deref()),
        ("delivery.address1", address.address1.as_deref()),
        ("delivery.address2", address.address2.as_deref()),
        ("delivery.city", address.city.as_deref()),
        ("delivery.province", address.province.as_deref()),
        ("delivery.zip", address.zip.as_deref()),
        ("delivery.country", address.country.as_deref()),
    ]
}

/// The cart's address, if it has every part of the address at Amazon. The buyer may have added what Amazon lacks.
fn unchanged<'a>(chosen: &Address, in_cart: Option<&'a Address>) -> Option<&'a Address> {
    let kept = in_cart?;
    let mut pairs = parts(chosen).into_iter().zip(parts(kept));
    let is_same = pairs.all(|((_, chosen), (_, kept))| chosen.is_none() || chosen == kept);
    is_same.then_some(kept)
}

/// The cart's e-mail address, if it is Amazon's.
fn same_email<'a>(at_amazon: Option<&str>, in_cart: Option<&'a str>) -> Option<&'a str> {
    let known = at_amazon?.trim();
    in_cart.filter(|kept| kept.eq_ignore_ascii_case(known))
}

/// The cart's telephone number, if it is Amazon's, which may be written without the country's code.
fn same_phone<'a>(at_amazon: Option<&str>, in_cart: Option<&'a str>) -> Option<&'a str> {
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let known = digits(at_amazon?);
    let known = known.trim_start_matches('0');
    in_cart.filter(|kept| known.len() >= FEWEST_DIGITS && digits(kept).ends_with(known))
}

impl AmazonPay {
    /// What the checkout shows of an open session of this cart:
    ///
    /// - `scriptUrl`: Amazon's script, with which the buyer changes the choice;
    /// - `fields`: the cart's values that are Amazon's, by the names of the checkout's fields;
    /// - `contact` and `address`: the same as lines to read;
    /// - `isAddressUnusable`: whether the shop could not use the address that the buyer chose.
    ///
    /// `None` if the cart has nothing from Amazon.
    pub(super) fn checkout_view(&self, session: &Session, cart: &Cart) -> Option<Value> {
        let buyer = session.buyer.as_ref()?;
        let mut fields = Map::new();
        let email = same_email(buyer.email.as_deref(), cart.buyer.email.as_deref());
        let phone = same_phone(buyer.phone.as_deref(), cart.buyer.phone.as_deref());
        for (name, known) in [("email", email), ("phone", phone)] {
            if let Some(text) = known {
                fields.insert(name.to_owned(), json!(text));
            }
        }
        let chosen = session.shipping.as_ref().map(mailing);
        let address = chosen
            .as_ref()
            .and_then(|chosen| unchanged(chosen, cart.delivery_address.as_ref()));
        for (name, text) in chosen.iter().flat_map(parts) {
            if let (Some(text), true) = (text, address.is_some()) {
                fields.insert(name.to_owned(), json!(text));
            }
        }
        let is_unusable = chosen.is_some() && cart.delivery_address.is_none();
        if fields.is_empty() && !is_unusable {
            return None;
        }
        let phone = phone.map(display_phone);
        let contact: Vec<_> = email.map(str::to_owned).into_iter().chain(phone).collect();
        Some(json!({
            "scriptUrl": self.script_url(&self.public_origin)?,
            "fields": fields,
            "contact": contact,
            "address": address.map(display_lines).unwrap_or_default(),
            "isAddressUnusable": is_unusable,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [4.21] A contact is Amazon's however it is written; another one, or a part of one, is not.
    #[test]
    fn a_contact_is_compared_however_it_is_written() {
        let number = Some("+421905123456");
        for (at_amazon, same) in [
            ("+421 905 123 456", true),
            ("0905 123 456", true),
            ("+421905123457", false),
            ("456", false),
            ("", false),
        ] {
            let found = same_phone(Some(at_amazon), number);
            assert_eq!(found, number.filter(|_| same), "{at_amazon}");
        }
        let address = Some("eva@example.sk");
        assert_eq!(same_email(Some("Eva@Example.sk "), address), address);
        assert_eq!(same_email(Some("va@example.sk"), address), None);
        assert_eq!(
            (same_phone(None, number), same_email(address, None)),
            (None, None)
        );
    }

    /// [4.21] An address stays Amazon's if the buyer adds what Amazon lacks, and not if the buyer changes a part.
    #[test]
    fn an_address_is_compared_by_the_parts_that_amazon_has() {
        let text = |text: &str| Some(text.to_owned());
        let chosen = Address {
            last_name: text("Cher"),
            city: text("Košice"),
            ..Address::default()
        };
        assert_eq!(unchanged(&chosen, None), None);
        let completed = Address {
            first_name: text("Cherilyn"),
            ..chosen.clone()
        };
        assert_eq!(unchanged(&chosen, Some(&completed)), Some(&completed));
        let moved = Address {
            city: text("Prešov"),
            ..completed
        };
        assert_eq!(unchanged(&chosen, Some(&moved)), None);
    }
}
