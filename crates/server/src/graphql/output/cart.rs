//! `Cart`

use super::address::SelectableAddress;
use super::buyer::{AttributeObject, Buyer};
use super::connection::Connection;
use super::cost::{Cost, EstimatedCost};
use super::delivery::Groups;
use super::discount::{self, DiscountCode};
use super::gift_card::AppliedGiftCard;
use super::line::Lines;
use super::metafield::{metafield, metafields};
use super::object::{count, leaf, moment, object, text};
use crate::app::App;
use crate::carts::CartView;
use crate::graphql::value::Value;
use apollo_compiler::response::{JsonMap, JsonValue};
use std::borrow::Cow;
use zkratka_commerce::cart::Attribute;
use zkratka_ids::{CartToken, gid};

/// A cart with the shop it belongs to.
pub(super) struct CartObject<'v> {
    pub(super) app: &'v App,
    pub(super) view: &'v CartView,
}

impl CartObject<'_> {
    pub(super) fn token(&self) -> CartToken {
        self.view.token()
    }
}

object!(CartObject<'_>, "Cart", |this, arguments| {
    "appliedGiftCards" => {
        let currency = this.view.priced.currency;
        let cards = this.view.priced.gift_cards.iter();
        Value::list(cards.map(|paid| Value::object(AppliedGiftCard { paid, currency })))
    },
    "attribute" => attribute(&this.view.cart.attributes, arguments),
    "attributes" => attributes(&this.view.cart.attributes),
    "buyerIdentity" => Value::object(Buyer { view: this.view }),
    "checkoutUrl" => leaf(this.app.checkout_url(&this.view.cart)),
    "cost" => Value::object(Cost {
        priced: &this.view.priced,
        has_address: this.view.cart.delivery_address.is_some(),
    }),
    "createdAt" => moment(this.view.cart.created_at)?,
    "delivery" => Value::object(Delivery { view: this.view }),
    "deliveryGroups" => {
        let groups = Groups { app: this.app, view: this.view };
        Value::object(Connection { page: Cow::Owned(groups.page(arguments)?), entries: groups })
    },
    "discountAllocations" => discount::of_cart(&this.view.priced, this.view.priced.currency),
    "discountCodes" => {
        let codes = this.view.priced.codes.iter();
        Value::list(codes.map(|outcome| Value::object(DiscountCode { outcome })))
    },
    "estimatedCost" => {
        Value::object(EstimatedCost { priced: &this.view.priced })
    },
    "id" => leaf(gid::cart(&this.token(), &this.view.cart.secret)),
    "lines" => {
        let lines = Lines { app: this.app, view: this.view, group: None };
        Value::object(Connection { page: Cow::Owned(lines.page(arguments)?), entries: lines })
    },
    "metafield" => metafield(this, arguments),
    "metafields" => metafields(this, arguments),
    "note" => text(this.view.cart.note.as_deref()),
    "totalQuantity" => count(this.view.priced.total_quantity),
    "updatedAt" => moment(this.view.cart.updated_at)?,
});

/// Finds the attribute with the requested key.
pub(super) fn attribute<'a>(attributes: &'a [Attribute], arguments: &JsonMap) -> Value<'a> {
    let key = arguments.get("key").and_then(JsonValue::as_str);
    let found = attributes
        .iter()
        .find(|attribute| Some(attribute.key.as_str()) == key);
    Value::nullable(found.map(|attribute| AttributeObject { attribute }))
}

pub(super) fn attributes(attributes: &[Attribute]) -> Value<'_> {
    let attributes = attributes.iter();
    Value::list(attributes.map(|attribute| Value::object(AttributeObject { attribute })))
}

struct Delivery<'v> {
    view: &'v CartView,
}

object!(Delivery<'_>, "CartDelivery", |this, arguments| {
    // The only address is the selected one, so the argument `selected` changes nothing.
    "addresses" => {
        let address = this.view.cart.delivery_address.as_ref();
        Value::list(address.map(|address| {
            Value::object(SelectableAddress { view: this.view, address })
        }))
    },
});
