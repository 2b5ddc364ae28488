//! Sets the buyer, the delivery address and the billing address.

use super::{BuyerIdentity, Cart, Preferences};
use crate::address::{
    self, Address, Strictness, country_code, email_fault, normalise_phone, tidy_text,
};
use crate::error::{Fault, FaultCode};
use crate::subject::{BuyerField, Subject};

/// The country whose telephone format applies while no other country is known.
const HOME: &str = "CZ";

/// Normalises and replaces the buyer identity. Blank fields become absent. With faults, nothing changes.
#[must_use]
pub fn set_buyer(cart: &mut Cart, buyer: BuyerIdentity) -> Vec<Fault> {
    let mut faults = Vec::new();
    let email = tidy_text(buyer.email);
    if let Some(code) = email.as_deref().and_then(email_fault) {
        faults.push(Fault::of(code, Subject::Buyer(BuyerField::Email)));
    }
    let country = understood(tidy_text(buyer.country), country_code, || {
        faults.push(Fault::of(
            FaultCode::Invalid,
            Subject::Buyer(BuyerField::Country),
        ));
    });
    let home = country
        .as_deref()
        .or(cart.destination_country())
        .unwrap_or(HOME);
    let phone = understood(
        tidy_text(buyer.phone),
        |phone| normalise_phone(phone, home),
        || {
            faults.push(Fault::of(
                FaultCode::BuyerIdentityPhoneIsInvalid,
                Subject::Buyer(BuyerField::Phone),
            ));
        },
    );
    if faults.is_empty() {
        cart.buyer = BuyerIdentity {
            email,
            phone,
            country,
        };
    }
    faults
}

/// Sets the country in which the buyer shops, and removes a delivery address in any other country.
pub fn set_country(cart: &mut Cart, country: &str) {
    cart.buyer.country = Some(country.to_owned());
    let address = cart.delivery_address.as_ref();
    if address.is_some_and(|address| address.country.as_deref() != Some(country)) {
        cart.delivery_address = None;
        cart.forget_carrier();
    }
}

/// Parses the text with `read`. Calls `report` if the text is present but cannot be parsed.
fn understood(
    text: Option<String>,
    read: impl FnOnce(&str) -> Option<String>,
    report: impl FnOnce(),
) -> Option<String> {
    let text = text?;
    let read = read(&text);
    if read.is_none() {
        report();
    }
    read
}

/// Replaces (or with `None` removes) the delivery address. The selected delivery stays stored: pricing ignores it while
/// it is not offered, and uses it again when it is. Fields as in [`address::faults`].
#[must_use]
pub fn set_delivery_address(
    cart: &mut Cart,
    address: Option<Address>,
    strictness: Strictness,
) -> Vec<Fault> {
    replace_address(&mut cart.delivery_address, address, strictness, true)
}

/// Replaces (or with `None` removes) the billing address. Fields as in [`address::faults`].
#[must_use]
pub fn set_billing_address(
    cart: &mut Cart,
    address: Option<Address>,
    strictness: Strictness,
) -> Vec<Fault> {
    replace_address(&mut cart.billing_address, address, strictness, false)
}

fn replace_address(
    slot: &mut Option<Address>,
    address: Option<Address>,
    strictness: Strictness,
    for_delivery: bool,
) -> Vec<Fault> {
    let address = address.map(Address::tidied);
    let judge = |address| address::faults(address, strictness, for_delivery);
    let faults = address.as_ref().map(judge).unwrap_or_default();
    if faults.is_empty() {
        *slot = address;
    }
    faults
}

/// Removes contact, preferences, addresses, payment, and the account in which they were to be saved. The country stays because it identifies nobody. Contents, note
/// and selected delivery stay too, so the cart still costs the same.
pub fn remove_personal_data(cart: &mut Cart) {
    cart.buyer = BuyerIdentity {
        email: None,
        phone: None,
        country: cart.destination_country().map(ToOwned::to_owned),
    };
    cart.preferences = Preferences::default();
    cart.delivery_address = None;
    cart.forget_carrier();
    cart.billing_address = None;
    cart.payment = None;
    cart.remote_order = None;
    cart.save_for = None;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cart::SelectedDelivery;
    use crate::fixtures::{SHIRT_M, cart_of, empty_cart, jana, priced, text};
    use crate::subject::AddressField;

    fn buyer(email: &str, phone: &str, country: &str) -> BuyerIdentity {
        BuyerIdentity {
            email: text(email),
            phone: text(phone),
            country: text(country),
        }
    }

    /// [3.11] A buyer's e-mail, telephone and country are stored in normalised form.
    #[test]
    fn a_buyer_is_written_properly() {
        let mut cart = empty_cart();
        let faults = set_buyer(&mut cart, buyer(" jana@example.cz ", "777 123 456", "cz"));
        assert_eq!(faults, []);
        assert_eq!(cart.buyer, buyer("jana@example.cz", "+420777123456", "CZ"));
    }

    #[test]
    fn a_wrong_buyer_changes_nothing() {
        let mut cart = empty_cart();
        let _ = set_buyer(&mut cart, buyer("jana@example.cz", "", ""));
        let faults = set_buyer(&mut cart, buyer("jana@", "12", "Atlantida"));
        assert_eq!(
            faults,
            [
                Fault::of(
                    FaultCode::BuyerIdentityEmailIsInvalid,
                    Subject::Buyer(BuyerField::Email)
                ),
                Fault::of(FaultCode::Invalid, Subject::Buyer(BuyerField::Country)),
                Fault::of(
                    FaultCode::BuyerIdentityPhoneIsInvalid,
                    Subject::Buyer(BuyerField::Phone)
                ),
            ]
        );
        assert_eq!(cart.buyer.email.as_deref(), Some("jana@example.cz"));
    }

    #[test]
    fn shopping_in_another_country_leaves_the_address_in_this_one() {
        let mut cart = empty_cart();
        let _ = set_buyer(&mut cart, buyer("jana@example.cz", "", ""));
        let _ = set_delivery_address(&mut cart, Some(jana()), Strictness::Strict);
        set_country(&mut cart, "CZ");
        assert_eq!(cart.delivery_address, Some(jana()));
        set_country(&mut cart, "SK");
        assert_eq!(cart.destination_country(), Some("SK"));
        assert_eq!(cart.buyer.email.as_deref(), Some("jana@example.cz"));
    }

    #[test]
    fn an_empty_buyer_clears_the_buyer() {
        let mut cart = empty_cart();
        let _ = set_buyer(&mut cart, buyer("jana@example.cz", "777123456", "CZ"));
        assert_eq!(set_buyer(&mut cart, buyer(" ", "", "")), []);
        assert_eq!(cart.buyer, BuyerIdentity::default());
    }

    #[test]
    fn a_telephone_number_is_read_as_the_destination_writes_it() {
        let mut cart = empty_cart();
        cart.delivery_address = Some(Address {
            country: text("SK"),
            ..jana()
        });
        assert_eq!(set_buyer(&mut cart, buyer("", "0905 123 456", "")), []);
        assert_eq!(cart.buyer.phone.as_deref(), Some("+421905123456"));
    }

    #[test]
    fn an_address_is_kept_tidied_or_not_at_all() {
        let mut cart = empty_cart();
        let untidy = Address {
            zip: text("11000"),
            country: text("cz"),
            ..jana()
        };
        let set =
            |cart: &mut Cart, address| set_delivery_address(cart, address, Strictness::Strict);
        assert_eq!(set(&mut cart, Some(untidy)), []);
        assert_eq!(cart.delivery_address, Some(jana()));
        let wrong = Address {
            zip: text("1"),
            ..jana()
        };
        assert_eq!(
            set(&mut cart, Some(wrong)),
            [Fault::of(
                FaultCode::InvalidZipCodeForCountry,
                Subject::DeliveryAddressField(AddressField::Zip)
            )]
        );
        assert_eq!(cart.delivery_address, Some(jana()));
        assert_eq!(set(&mut cart, None), []);
        assert_eq!(cart.delivery_address, None);
    }

    #[test]
    fn a_billing_address_may_be_anywhere() {
        let mut cart = empty_cart();
        let abroad = Address {
            zip: text("SW1A 1AA"),
            country: text("GB"),
            ..jana()
        };
        let faults = set_billing_address(&mut cart, Some(abroad.clone()), Strictness::Strict);
        assert_eq!(faults, []);
        assert_eq!(cart.billing_address, Some(abroad));
    }

    /// No personal data remains; contents and price stay.
    #[test]
    fn personal_data_is_removed_and_the_cart_still_costs_the_same() {
        let mut cart = cart_of(&[(SHIRT_M, 2)]);
        let _ = set_buyer(&mut cart, buyer("jana@example.cz", "777123456", "SK"));
        let address = Address {
            first_name: text("Xénie"),
            ..jana()
        };
        let _ = set_delivery_address(&mut cart, Some(address), Strictness::Strict);
        let _ = set_billing_address(&mut cart, Some(jana()), Strictness::Strict);
        cart.selected_delivery = SelectedDelivery::whole("ppl");
        let total = priced(&cart).total;
        remove_personal_data(&mut cart);
        assert_eq!(priced(&cart).total, total);
        assert_eq!(cart.buyer.country.as_deref(), Some("CZ"));
        let stored = serde_json::to_string(&cart).unwrap();
        for personal in [
            "jana@",
            "777123456",
            "Xénie",
            "Nováková",
            "Dlouhá",
            "110 00",
        ] {
            assert!(!stored.contains(personal), "{personal}");
        }
    }
}
