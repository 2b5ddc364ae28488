//! `CartBuyerIdentity`, `Attribute`

use super::address::{Place, PostalAddress, country_code};
use super::object::{leaf, object, text};
use crate::carts::CartView;
use crate::graphql::value::Value;
use zkratka_commerce::cart::Attribute;

pub(super) struct Buyer<'v> {
    pub(super) view: &'v CartView,
}

object!(Buyer<'_>, "CartBuyerIdentity", |this, arguments| {
    "countryCode" => text(this.view.cart.buyer.country.as_deref().map(country_code)),
    "customer" => Value::Null,
    "deliveryAddressPreferences" => {
        let address = this.view.cart.delivery_address.as_ref();
        Value::list(address.map(|address| {
            let place = Place::Mailing(this.view.token());
            Value::object(PostalAddress { address, place })
        }))
    },
    "email" => text(this.view.cart.buyer.email.as_deref()),
    "phone" => text(this.view.cart.buyer.phone.as_deref()),
});

pub(super) struct AttributeObject<'v> {
    pub(super) attribute: &'v Attribute,
}

object!(AttributeObject<'_>, "Attribute", |this, arguments| {
    "key" => leaf(this.attribute.key.as_str()),
    "value" => leaf(this.attribute.value.as_str()),
});
