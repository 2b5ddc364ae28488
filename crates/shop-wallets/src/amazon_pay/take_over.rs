//! What a buyer chose at Amazon, written into the cart.

use super::address::mailing;
use super::returned::ChosenSession;
use zkratka_commerce::address::{Address, Strictness};
use zkratka_commerce::cart::{
    BuyerIdentity, Cart, RemoteOrder, keep_remote_order, set_billing_address, set_buyer,
    set_delivery_address,
};
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::merchant::destination_faults;
use zkratka_commerce::payment::Wallet;
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::subject::{AddressField, Subject};

/// The fields that say where goods go.
const PLACE: [AddressField; 6] = [
    AddressField::Country,
    AddressField::Province,
    AddressField::Zip,
    AddressField::City,
    AddressField::Address1,
    AddressField::Address2,
];

impl ChosenSession {
    /// Binds the session to the cart, and writes the buyer's contact and addresses. What the shop cannot use, the buyer enters in
    /// the checkout.
    pub fn take_over(&self, cart: &mut Cart, catalogue: &Catalogue, rules: &ShopRules) {
        let session = &self.session;
        let made = RemoteOrder {
            wallet: Wallet::AmazonPay,
            id: session.id.clone(),
            // Another one at each return: the buyer may have changed the choice in the same session.
            revision: cart.revision,
            agreement_until: None,
            renews: false,
        };
        if !cart.has_remote_order(Wallet::AmazonPay, &session.id) {
            // The buyer chose anew: an earlier session pays no more.
            cart.payment = None;
        }
        keep_remote_order(cart, made);
        cart.returned_at = cart.returned_at.max(Some(self.signed_at));
        if let Some(shipping) = &session.shipping {
            let before = cart.clone();
            let address = Some(mailing(shipping));
            let mut faults = set_delivery_address(cart, address, Strictness::CountryOnly);
            faults.extend(destination_faults(&before, cart, catalogue, rules));
            if !faults.is_empty() {
                // Nor the address from before: the buyer chose another one.
                *cart = before;
                let _none = set_delivery_address(cart, None, Strictness::CountryOnly);
            }
        }
        if let Some(billing) = &session.billing {
            let address = Some(mailing(billing));
            let _unusable = set_billing_address(cart, address, Strictness::CountryOnly);
        }
        if let Some(buyer) = &session.buyer {
            let known = cart.buyer.clone();
            let told = BuyerIdentity {
                email: buyer.email.clone().or(known.email.clone()),
                phone: buyer.phone.clone().or(known.phone.clone()),
                country: known.country.clone(),
            };
            let without_phone = BuyerIdentity {
                phone: known.phone,
                ..told.clone()
            };
            if !set_buyer(cart, told).is_empty() {
                let _unusable = set_buyer(cart, without_phone);
            }
        }
    }

    /// Whether the cart's goods go where the buyer chose at Amazon. What Amazon's address lacks, or what the shop cannot use of
    /// it, the buyer enters in the checkout.
    pub(super) fn is_address_of(
        &self,
        cart: &Cart,
        catalogue: &Catalogue,
        rules: &ShopRules,
    ) -> bool {
        let mut taken = cart.clone();
        self.take_over(&mut taken, catalogue, rules);
        let chosen = taken.delivery_address.take();
        let Some(chosen) = chosen.filter(|_| self.session.shipping.is_some()) else {
            return true;
        };
        let faults = set_delivery_address(&mut taken, Some(chosen.clone()), Strictness::Strict);
        let is_usable = |field: AddressField| {
            let subject = Subject::DeliveryAddressField(field);
            !faults.iter().any(|fault| fault.subject == subject)
        };
        let here = cart.delivery_address.as_ref();
        PLACE.into_iter().all(|field| {
            let there = text_of(&chosen, field);
            let is_told = there.is_some() && is_usable(field);
            !is_told || here.and_then(|here| text_of(here, field)) == there
        })
    }
}

/// A field that says where goods go.
fn text_of(address: &Address, field: AddressField) -> Option<&str> {
    let text = match field {
        AddressField::Country => &address.country,
        AddressField::Province => &address.province,
        AddressField::Zip => &address.zip,
        AddressField::City => &address.city,
        AddressField::Address1 => &address.address1,
        AddressField::Address2 => &address.address2,
        AddressField::FirstName
        | AddressField::LastName
        | AddressField::Company
        | AddressField::Phone => &None,
    };
    text.as_deref()
}
