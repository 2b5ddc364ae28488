//! `CartDeliveryGroup`, `CartDeliveryOption`

use super::address::{Place, PostalAddress};
use super::connection::{Connection, Entries, Page};
use super::line::Lines;
use super::object::{leaf, money, object, owned};
use crate::app::App;
use crate::carts::CartView;
use crate::graphql::gids;
use crate::graphql::value::{Fault, Object, Value};
use apollo_compiler::response::JsonMap;
use std::borrow::Cow;
use zkratka_commerce::address::Address;
use zkratka_commerce::delivery::{
    Coordinates, DeliveryGroup, DeliveryMethodType, DeliveryOption, promise,
};
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::pricing::discounted_delivery;
use zkratka_commerce::selling_plan::PurchaseType;
use zkratka_texts::{promise_text, typographic};

pub(super) struct Groups<'v> {
    pub(super) app: &'v App,
    pub(super) view: &'v CartView,
}

impl Groups<'_> {
    /// The page that the arguments select. If nothing can be delivered, there are no groups.
    pub(super) fn page(&self, arguments: &JsonMap) -> Result<Page, Fault> {
        let groups = &self.view.priced.delivery;
        let shown = groups.iter().filter(|_| groups.is_deliverable());
        let numbers: Vec<_> = shown
            .map(|(purchase, _)| gids::delivery_group_number(purchase))
            .collect();
        let cursor = |position: usize| {
            numbers
                .get(position)
                .map_or_else(String::new, |number| (*number).to_owned())
        };
        Page::of(numbers.len(), cursor, arguments)
    }
}

impl Entries for Groups<'_> {
    const CONNECTION: &'static str = "CartDeliveryGroupConnection";
    const EDGE: &'static str = "CartDeliveryGroupEdge";

    fn entry(&self, position: usize) -> Value<'_> {
        let group = self.view.priced.delivery.iter().nth(position);
        Value::nullable(group.map(|(purchase, group)| Group {
            app: self.app,
            view: self.view,
            purchase,
            goods: group,
            address: destination(self.view),
        }))
    }
}

/// The destination as far as it is known: the address, or the country only.
fn destination(view: &CartView) -> Cow<'_, Address> {
    match &view.cart.delivery_address {
        Some(address) => Cow::Borrowed(address),
        None => Cow::Owned(Address {
            country: view.cart.buyer.country.clone(),
            ..Address::default()
        }),
    }
}

struct Group<'v> {
    app: &'v App,
    view: &'v CartView,
    purchase: PurchaseType,
    goods: &'v DeliveryGroup,
    address: Cow<'v, Address>,
}

impl Object for Group<'_> {
    fn type_name(&self) -> &'static str {
        "CartDeliveryGroup"
    }

    fn field<'a>(&'a self, name: &str, arguments: &JsonMap) -> Result<Value<'a>, Fault> {
        let option = |option| OptionObject {
            app: self.app,
            view: self.view,
            purchase: self.purchase,
            option,
        };
        Ok(match name {
            "cartLines" => {
                let lines = Lines {
                    app: self.app,
                    view: self.view,
                    group: Some(self.purchase),
                };
                Value::object(Connection {
                    page: Cow::Owned(lines.page(arguments)?),
                    entries: lines,
                })
            }
            "deliveryAddress" => Value::object(PostalAddress {
                address: &self.address,
                place: Place::Mailing(self.view.token()),
            }),
            "deliveryOptions" => {
                let options = self.goods.options.iter();
                Value::list(options.map(move |each| Value::object(option(each))))
            }
            "groupType" => leaf(self.purchase.as_str()),
            "isOutOfStock" => leaf(self.goods.is_out_of_stock()),
            "isPending" => leaf(self.goods.is_pending()),
            "id" => leaf(gids::delivery_group(self.purchase, &self.view.token())),
            "selectionHasChanged" => leaf(self.goods.has_changed()),
            "selectedDeliveryOption" => Value::nullable(self.goods.selected().map(option)),
            _ => return Err(self.unknown(name)),
        })
    }
}

struct OptionObject<'v> {
    app: &'v App,
    view: &'v CartView,
    purchase: PurchaseType,
    option: &'v DeliveryOption,
}

object!(OptionObject<'_>, "CartDeliveryOption", |this, arguments| {
    "cashOnDelivery" => leaf(this.option.cash_on_delivery),
    "code" => leaf(this.option.code.as_str()),
    "coordinates" => Value::nullable(this.option.coordinates),
    "deliveryMethodType" => leaf(method_type(this.option.kind)),
    "deliveryPromise" => owned(this.promise()),
    "description" => owned(this.option.description.as_deref().map(typographic)),
    "discountedCost" => money(this.discounted_cost(), this.view.priced.currency),
    "estimatedCost" => money(this.option.price, this.view.priced.currency),
    "handle" => leaf(this.option.handle.as_str()),
    "title" => leaf(this.option.title.as_str()),
});

object!(Coordinates, "Coordinates", |this, arguments| {
    "latitude" => leaf(this.latitude()),
    "longitude" => leaf(this.longitude()),
});

impl OptionObject<'_> {
    /// The price after the discounts that apply once the option is selected.
    fn discounted_cost(&self) -> MinorUnits {
        let (app, view) = (self.app, self.view);
        let catalogue = app.catalogue.current();
        let option = (self.purchase, self.option);
        discounted_delivery(&view.cart, &catalogue, &app.rules, &view.facts, option)
    }

    /// When an order placed now would arrive, in words.
    fn promise(&self) -> Option<String> {
        let (rules, now) = (&self.app.rules, self.app.clock.now());
        let mut methods = rules.delivery.iter();
        let method = methods.find(|method| method.handle == self.option.code)?;
        let promise = promise(now, method, &rules.calendar)?;
        let today = rules.calendar.time.day(now)?;
        Some(promise_text(method.kind, &promise, today))
    }
}

const fn method_type(kind: DeliveryMethodType) -> &'static str {
    match kind {
        DeliveryMethodType::None => "NONE",
        DeliveryMethodType::Shipping => "SHIPPING",
        DeliveryMethodType::Local => "LOCAL",
        DeliveryMethodType::PickUp => "PICK_UP",
        DeliveryMethodType::PickupPoint => "PICKUP_POINT",
    }
}
