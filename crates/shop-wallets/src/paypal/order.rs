//! Creates PayPal orders for carts.

use super::PayPal;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::money::{Currency, Money};
use zkratka_commerce::payment::Wallet;
use zkratka_commerce::pricing::PricedCart;
use zkratka_commerce::time::Timestamp;
use zkratka_payments::paypal::{
    Breakdown, Funding, Item, NewOrder, Order, PayPalError, Shipping, takes,
};

/// How long the buyer has for an approval, in milliseconds. PayPal deletes orders that are not approved within three
/// hours. Agreements get the same time.
pub(super) const LIFE_MS: i64 = 3 * 60 * 60 * 1_000;
/// If a cart has more items, PayPal gets one item for all goods. PayPal uses the items for display only.
const MOST_ITEMS: usize = 100;
/// How long an unchanged cart gets the same order, in milliseconds. This is long enough for a client's retry, and short
/// enough that no order is returned shortly before PayPal deletes it.
pub(super) const SAME_ORDER_MS: i64 = 60 * 60 * 1_000;

/// Why there is no order or agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoOrder {
    /// PayPal cannot be used for this cart.
    NotApplicable,
    /// PayPal created no order. The reason was logged.
    Failed,
}

impl PayPal {
    /// Creates an order for what the cart costs now. Within the same hour, an unchanged cart gets the same order.
    pub async fn create(
        &self,
        (cart, priced): (&Cart, &PricedCart),
        funding: Funding,
        now: Timestamp,
    ) -> Result<Order, NoOrder> {
        if !self.takes_from(funding, priced.currency) {
            return Err(NoOrder::NotApplicable);
        }
        let breakdown = breakdown(priced).ok_or(NoOrder::NotApplicable)?;
        // A subscription must be paid by an account that the shop can charge again, even if the client requested no
        // agreement.
        let vault = priced.has_selling_plan();
        let order = NewOrder {
            reference: self.reference(cart, vault),
            breakdown,
            shipping: shipping(priced),
            funding,
            vault,
            brand: self.settings.brand_name.clone(),
            return_url: self.return_url(),
        };
        let request_id = self.order_request_id(cart, &order, now);
        let created = self.gateway.create_order(&request_id, &order).await;
        created.map_err(|error| {
            tracing::warn!(%error, "PayPal created no order");
            NoOrder::Failed
        })
    }

    /// Whether an account of this kind can pay in this currency. Venmo accounts pay in US dollars, if the shop offers
    /// Venmo.
    pub(super) fn takes_from(&self, funding: Funding, currency: Currency) -> bool {
        takes(currency)
            && match funding {
                Funding::PayPal => true,
                Funding::Venmo => self.settings.venmo && currency.as_str() == "USD",
            }
    }

    /// The URL to which a browser returns if PayPal opened without a popup. It names no cart, because a cart's URL
    /// contains its secret.
    pub(super) fn return_url(&self) -> String {
        format!("{}/cart", self.public_origin)
    }

    /// Reads the order of this token; `None` unless this shop created it last for this cart, and its money comes to the
    /// shop. A page can create orders with the cart's reference, and change the shop's own.
    pub(super) async fn order_of(
        &self,
        token: &str,
        cart: &Cart,
    ) -> Result<Option<Order>, PayPalError> {
        if !cart.has_remote_order(Wallet::PayPal, token) {
            return Ok(None);
        }
        match self.gateway.client().order(token).await {
            Ok(order) => Ok(Some(order).filter(|order| self.is_payable(order, cart))),
            Err(PayPalError::Refused(refusal)) if refusal.status == 404 => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn is_payable(&self, order: &Order, cart: &Cart) -> bool {
        let references = [true, false].map(|vault| self.reference(cart, vault));
        if !references.contains(&order.reference) {
            return false;
        }
        let diversion = self.gateway.diversion(order);
        if let Some(diversion) = diversion {
            let diversion = diversion.code();
            tracing::warn!(diversion, "an order at PayPal does not pay the shop");
        }
        diversion.is_none()
    }

    /// PayPal's reference of a cart. It reveals nothing about the cart, and is unique to it. It also records whether the
    /// account can be charged again, which PayPal does not report before the first payment.
    pub(super) fn reference(&self, cart: &Cart, vault: bool) -> String {
        self.names.name("cart", cart.key, &[u8::from(vault)])
    }

    /// The id of the request to PayPal. Every difference in the request, even in a product's name, changes the id, because
    /// PayPal refuses a different body under the same id.
    fn order_request_id(&self, cart: &Cart, order: &NewOrder, now: Timestamp) -> String {
        let hour = now.0.div_euclid(SAME_ORDER_MS);
        let asked = format!("{} {hour} {order:?}", cart.remote_revision());
        self.names.name("order", cart.key, asked.as_bytes())
    }
}

/// When the buyer's approval of an order expires.
pub(super) fn expires_at(order: &Order) -> Option<Timestamp> {
    let created: jiff::Timestamp = order.created.parse().ok()?;
    Some(Timestamp(created.as_millisecond()).plus(LIFE_MS))
}

/// Whether PayPal asks the buyer for an address.
pub(super) fn shipping(priced: &PricedCart) -> Shipping {
    if priced.requires_shipping() {
        Shipping::Chosen
    } else {
        Shipping::None
    }
}

/// What a cart costs, as PayPal's breakdown. `None` if nothing is due, or if the breakdown cannot express the amount.
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

/// One item for all goods, for carts whose lines cannot be listed separately.
fn all_goods(priced: &PricedCart) -> Item {
    Item {
        name: "Zboží".to_owned(),
        quantity: 1,
        unit_price: priced.subtotal,
        shipped: priced.requires_shipping(),
    }
}
