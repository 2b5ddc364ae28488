//! Orders that come back from PayPal.

use super::PayPal;
use super::order::{breakdown, expires_at, reference};
use std::time::Duration;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::pricing::PricedCart;
use zkratka_commerce::time::Timestamp;
use zkratka_payments::paypal::{Funding, Order, OrderStatus, PayPalError, session_of};

/// An order that the buyer has approved, over what the cart costs.
pub(crate) struct Approved {
    /// The gateway's session.
    pub(crate) session: String,
    /// When the approval ends.
    pub(crate) expires_at: Timestamp,
}

/// Why an order cannot be taken; logged by its code only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotApproved;

/// An account whose owner has approved an order for a cart: the checkout can be paid from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Account {
    /// The order.
    pub(crate) token: String,
    /// PayPal's name of the account.
    pub(crate) payer_id: String,
    /// Whose it is, as the buyer knows it.
    pub(crate) email: Option<String>,
    /// What kind of account.
    pub(crate) funding: Funding,
    /// When the approval ends.
    pub(crate) expires_at: Timestamp,
}

/// For how long the checkout waits for PayPal before it opens without it.
const ACCOUNT_DEADLINE: Duration = Duration::from_secs(3);

impl PayPal {
    /// The account that the buyer has approved this cart's order from, if that can pay for what it costs now. A PayPal
    /// that does not answer keeps nobody from the checkout.
    pub(crate) async fn account(
        &self,
        cart: &Cart,
        priced: &PricedCart,
        now: Timestamp,
    ) -> Option<Account> {
        let kept = cart.remote_order.as_ref()?;
        let asked = self.details(&kept.id, cart);
        let Ok(Ok(Some(order))) = tokio::time::timeout(ACCOUNT_DEADLINE, asked).await else {
            return None;
        };
        let is_kept = !priced.has_selling_plan() || order.reference == reference(cart, true);
        let is_due = order.status == OrderStatus::Approved
            && order.amount.currency == priced.currency
            && breakdown(priced).is_some();
        let expires_at = expires_at(&order).filter(|at| *at > now && is_due && is_kept)?;
        Some(Account {
            token: order.id,
            payer_id: order.buyer.payer_id?,
            email: order.buyer.email,
            funding: order.funding,
            expires_at,
        })
    }

    /// The order of this token, once approved by this payer, over exactly what this cart costs now.
    ///
    /// Where the total has changed since the popup, PayPal is told: the buyer was promised there that the shop shows the
    /// final amount, and agrees to it by the payment that is being bound. From then on another amount is refused.
    pub(crate) async fn approved(
        &self,
        token: &str,
        payer: &str,
        (cart, priced): (&Cart, &PricedCart),
        now: Timestamp,
    ) -> Result<Approved, NotApproved> {
        let refused = |code: &'static str| {
            tracing::info!(refusal = code, "an order at PayPal was refused");
            NotApproved
        };
        let broken = |error: PayPalError| {
            tracing::warn!(%error, "an order at PayPal could not be looked at");
            NotApproved
        };
        let order = self.order_of(token, cart).await.map_err(broken)?;
        let order = order.ok_or_else(|| refused("another_cart"))?;
        if order.status != OrderStatus::Approved {
            return Err(refused("not_approved"));
        }
        let expires_at = expires_at(&order).filter(|at| *at > now);
        let expires_at = expires_at.ok_or_else(|| refused("expired"))?;
        if order.buyer.payer_id.as_deref() != Some(payer) {
            return Err(refused("another_payer"));
        }
        if priced.has_selling_plan() && order.reference != reference(cart, true) {
            return Err(refused("not_kept"));
        }
        let due = breakdown(priced).ok_or_else(|| refused("not_applicable"))?;
        if order.amount.currency != due.total().currency {
            return Err(refused("currency"));
        }
        if order.amount != due.total() {
            let client = self.gateway.client();
            client.set_amount(&order, &due).await.map_err(broken)?;
        }
        Ok(Approved {
            session: session_of(&order.id),
            expires_at,
        })
    }

    /// What PayPal tells of the buyer, once the order is approved; none before, and of another cart's order.
    pub(crate) async fn details(
        &self,
        token: &str,
        cart: &Cart,
    ) -> Result<Option<Order>, NotApproved> {
        let order = self.order_of(token, cart).await.map_err(|error| {
            tracing::warn!(%error, "an order at PayPal could not be looked at");
            NotApproved
        })?;
        let told =
            |order: &Order| matches!(order.status, OrderStatus::Approved | OrderStatus::Completed);
        Ok(order.filter(told))
    }
}
