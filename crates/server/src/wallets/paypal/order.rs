//! A cart as an order at PayPal.

use super::PayPal;
use sha2::{Digest, Sha256};
use zkratka_commerce::cart::Cart;
use zkratka_commerce::money::{Currency, Money};
use zkratka_commerce::pricing::PricedCart;
use zkratka_commerce::time::Timestamp;
use zkratka_payments::paypal::{
    Breakdown, Funding, Item, NewOrder, Order, PayPalError, Shipping, takes,
};

/// PayPal drops orders that are not approved within three hours; agreements are given no more.
pub(super) const LIFE_MS: i64 = 3 * 60 * 60 * 1_000;
/// More items than these are told as one: they are for reading only.
const MOST_ITEMS: usize = 100;
/// For how long the same cart is given the same order: long enough for a repetition, and no order is given out that is
/// about to be dropped.
pub(super) const SAME_ORDER_MS: i64 = 60 * 60 * 1_000;

/// Why there is no order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoOrder {
    /// This cart cannot be paid at PayPal.
    NotApplicable,
    /// PayPal made none; why was logged.
    Failed,
}

impl PayPal {
    /// An order over what the cart costs now. Asked for again, for the same cart, it is the same order.
    pub(crate) async fn create(
        &self,
        (cart, priced): (&Cart, &PricedCart),
        funding: Funding,
        now: Timestamp,
    ) -> Result<Order, NoOrder> {
        if !self.takes_from(funding, priced.currency) {
            return Err(NoOrder::NotApplicable);
        }
        let breakdown = breakdown(priced).ok_or(NoOrder::NotApplicable)?;
        // What renews must be paid by an account that can be charged again, also where no agreement was asked for.
        let vault = priced.has_selling_plan();
        let order = NewOrder {
            reference: reference(cart, vault),
            breakdown,
            shipping: shipping(priced),
            funding,
            vault,
            brand: self.settings.brand_name.clone(),
            return_url: self.return_url(),
        };
        let request_id = request_id(cart, &order, now);
        let created = self.gateway.client().create(&request_id, &order).await;
        created.map_err(|error| {
            tracing::warn!(%error, "PayPal created no order");
            NoOrder::Failed
        })
    }

    /// Whether an account of this kind can pay in this currency: Venmo's in dollars, where the shop offers it.
    pub(super) fn takes_from(&self, funding: Funding, currency: Currency) -> bool {
        takes(currency)
            && match funding {
                Funding::PayPal => true,
                Funding::Venmo => self.settings.venmo && currency.as_str() == "USD",
            }
    }

    /// Where a browser without a window comes back to. No cart's address: that carries its secret.
    pub(super) fn return_url(&self) -> String {
        format!("{}/cart", self.public_origin)
    }

    /// The order of this token, if it is one of this cart.
    pub(super) async fn order_of(
        &self,
        token: &str,
        cart: &Cart,
    ) -> Result<Option<Order>, PayPalError> {
        match self.gateway.client().order(token).await {
            Ok(order) => Ok(Some(order).filter(|order| {
                [true, false]
                    .map(|vault| reference(cart, vault))
                    .contains(&order.reference)
            })),
            Err(PayPalError::Refused(refusal)) if refusal.status == 404 => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// When the buyer's approval of an order ends.
pub(super) fn expires_at(order: &Order) -> Option<Timestamp> {
    let created: jiff::Timestamp = order.created.parse().ok()?;
    Some(Timestamp(created.as_millisecond()).plus(LIFE_MS))
}

/// Whether PayPal asks for an address.
pub(super) fn shipping(priced: &PricedCart) -> Shipping {
    if priced.requires_shipping() {
        Shipping::Chosen
    } else {
        Shipping::None
    }
}

/// What a cart costs, in PayPal's parts; none where nothing is due, or it cannot be said in them.
pub(super) fn breakdown(priced: &PricedCart) -> Option<Breakdown> {
    let total = Money::new(priced.total, priced.currency);
    let shipping = priced.delivery.price();
    let parts = |items| Breakdown::new(total, items, shipping, priced.duty, priced.added_tax());
    let made = parts(items(priced)).or_else(|_| parts(vec![all_goods(priced)]));
    made.ok().filter(|breakdown| breakdown.amount().is_some())
}

fn items(priced: &PricedCart) -> Vec<Item> {
    let exact = priced.lines.iter().all(|line| line.is_exact);
    if !exact || priced.lines.len() > MOST_ITEMS {
        return vec![all_goods(priced)];
    }
    let bought = priced.lines.iter().filter(|line| line.quantity > 0);
    let items = bought.map(|line| Item {
        name: line.product.title.clone(),
        quantity: line.quantity,
        unit_price: line.unit_price,
        shipped: line.variant().requires_shipping,
    });
    items.collect()
}

/// Where the lines cannot be told one by one.
fn all_goods(priced: &PricedCart) -> Item {
    Item {
        name: "Zboží".to_owned(),
        quantity: 1,
        unit_price: priced.subtotal,
        shipped: priced.requires_shipping(),
    }
}

/// PayPal's name of a cart: tells nothing of the cart's own, and no other cart has it. It also says whether the account can
/// be charged again, which PayPal does not tell before there is a payment.
pub(super) fn reference(cart: &Cart, vault: bool) -> String {
    digest("zkratka paypal, cart", cart, &[u8::from(vault)])
}

/// Another for whatever is said otherwise, down to the name of a product: PayPal refuses another body under the same id.
fn request_id(cart: &Cart, order: &NewOrder, now: Timestamp) -> String {
    let hour = now.0.div_euclid(SAME_ORDER_MS);
    let asked = format!("{} {hour} {order:?}", cart.remote_revision());
    digest("zkratka paypal, order", cart, asked.as_bytes())
}

pub(super) fn digest(domain: &str, cart: &Cart, more: &[u8]) -> String {
    use std::fmt::Write;
    let hash = Sha256::new()
        .chain_update(domain)
        .chain_update([0])
        .chain_update(cart.key.0.to_be_bytes())
        .chain_update(cart.secret.0)
        .chain_update(more)
        .finalize();
    hash.iter().take(18).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
