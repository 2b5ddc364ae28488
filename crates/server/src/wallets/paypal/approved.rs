//! What comes back from PayPal approved.

use super::PayPal;
use super::order::{breakdown, expires_at, reference};
use std::time::Duration;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::pricing::PricedCart;
use zkratka_commerce::time::Timestamp;
use zkratka_payments::paypal::{
    Agreement, AgreementStatus, BuyerDetails, Funding, Order, OrderStatus, PayPalError, session_of,
};

/// What the buyer has approved, over what the cart costs.
pub(crate) struct Approved {
    /// The gateway's session.
    pub(crate) session: String,
    /// What was approved, by a name that no other payment has.
    pub(crate) message: String,
    /// When the approval ends.
    pub(crate) expires_at: Timestamp,
}

/// What PayPal tells of a buyer who has approved.
pub(crate) struct Told {
    /// The order, or the agreement.
    pub(crate) token: String,
    /// Who it is.
    pub(crate) buyer: BuyerDetails,
    /// When the approval ends.
    pub(crate) expires_at: Timestamp,
}

/// Why an order cannot be taken; logged by its code only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotApproved {
    /// What was approved will not do, now or later.
    Refused,
    /// PayPal did not say: what was approved may still be good.
    NoAnswer,
}

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
    /// It was agreed that the account is kept and charged what is due; else an order was approved.
    pub(crate) agreement: bool,
    /// It was approved for what renews, or for what does not, and pays for nothing else.
    pub(crate) renews: bool,
    /// When the approval ends.
    pub(crate) expires_at: Timestamp,
}

/// Logs by its code why it cannot be taken.
pub(super) fn refused(code: &'static str) -> NotApproved {
    tracing::info!(refusal = code, "an order at PayPal was refused");
    NotApproved::Refused
}

/// The same where PayPal was asked and did not give what was asked for.
pub(super) fn broken(error: &PayPalError) -> NotApproved {
    tracing::warn!(%error, "an order at PayPal could not be read");
    match error {
        PayPalError::Refused(_) => NotApproved::Refused,
        PayPalError::NoAnswer(_) => NotApproved::NoAnswer,
    }
}

/// What was approved, by a name that no other payment has: an attempt uses it up, however it ends.
pub(crate) fn message_of(token: &str) -> String {
    session_of(token)
}

/// Whether an order was approved for what renews exactly if the cart does now: otherwise the buyer has agreed to something
/// else, that the account is kept or that it is not.
fn is_for(order: &Order, cart: &Cart, priced: &PricedCart) -> bool {
    order.reference == reference(cart, priced.has_selling_plan())
}

/// For how long the checkout waits for PayPal before it opens without it.
const ACCOUNT_DEADLINE: Duration = Duration::from_secs(3);
/// After how long a PayPal that has not answered is asked once more.
const ACCOUNT_PAUSE: Duration = Duration::from_millis(500);

impl PayPal {
    /// The account that the buyer has approved this cart's order from, if that can pay for what it costs now. A PayPal
    /// that does not answer keeps nobody from the checkout.
    pub(crate) async fn account(
        &self,
        cart: &Cart,
        priced: &PricedCart,
        now: Timestamp,
    ) -> Option<Account> {
        let asked = async {
            match self.known_account(cart, priced, now).await {
                // Not offered now, it is not offered before the page is loaded again: a moment is worth waiting for.
                Err(NotApproved::NoAnswer) => {
                    tokio::time::sleep(ACCOUNT_PAUSE).await;
                    self.known_account(cart, priced, now).await
                }
                known => known,
            }
        };
        let known = tokio::time::timeout(ACCOUNT_DEADLINE, asked).await;
        known.ok()?.ok()?
    }

    async fn known_account(
        &self,
        cart: &Cart,
        priced: &PricedCart,
        now: Timestamp,
    ) -> Result<Option<Account>, NotApproved> {
        let Some(kept) = &cart.remote_order else {
            return Ok(None);
        };
        if let Some(until) = kept.agreement_until {
            let agreement = self.agreement_of(&kept.id).await;
            let agreement = agreement.map_err(|it| broken(&it))?;
            Ok(agreement.and_then(|it| self.agreed_account(it, until, cart, priced, now)))
        } else {
            let order = self.order_of(&kept.id, cart).await;
            let order = order.map_err(|it| broken(&it))?;
            Ok(order.and_then(|it| Self::approved_account(it, cart, priced, now)))
        }
    }

    fn approved_account(
        order: Order,
        cart: &Cart,
        priced: &PricedCart,
        now: Timestamp,
    ) -> Option<Account> {
        let is_due = order.status == OrderStatus::Approved
            && order.amount.currency == priced.currency
            && breakdown(priced).is_some();
        let fits = is_due && is_for(&order, cart, priced);
        let expires_at = expires_at(&order).filter(|at| *at > now && fits)?;
        Some(Account {
            token: order.id,
            payer_id: order.buyer.payer_id?,
            email: order.buyer.email,
            funding: order.funding,
            agreement: false,
            renews: priced.has_selling_plan(),
            expires_at,
        })
    }

    fn agreed_account(
        &self,
        agreement: Agreement,
        until: Timestamp,
        cart: &Cart,
        priced: &PricedCart,
        now: Timestamp,
    ) -> Option<Account> {
        let renews = cart.agreement_renews(&agreement.id);
        let is_given = agreement.status == AgreementStatus::Approved && until > now;
        let is_for = renews == priced.has_selling_plan();
        if !is_given || !is_for || !self.can_pay(agreement.funding, priced) {
            return None;
        }
        Some(Account {
            token: agreement.id,
            payer_id: agreement.buyer.payer_id?,
            email: agreement.buyer.email,
            funding: agreement.funding,
            agreement: true,
            renews,
            expires_at: until,
        })
    }

    /// What this token names, once approved by this payer, over exactly what this cart costs now.
    pub(crate) async fn approved(
        &self,
        token: &str,
        payer: &str,
        bought: (&Cart, &PricedCart),
        now: Timestamp,
    ) -> Result<Approved, NotApproved> {
        match bought.0.agreement_until(token) {
            Some(until) => self.agreed(token, payer, until, bought, now).await,
            None => self.approved_order(token, payer, bought, now).await,
        }
    }

    /// Where the total has changed since the popup, PayPal is told: the buyer was promised there that the shop shows the
    /// final amount, and agrees to it by the payment that is being bound. From then on another amount is refused.
    async fn approved_order(
        &self,
        token: &str,
        payer: &str,
        (cart, priced): (&Cart, &PricedCart),
        now: Timestamp,
    ) -> Result<Approved, NotApproved> {
        let order = self.order_of(token, cart).await.map_err(|it| broken(&it))?;
        let order = order.ok_or_else(|| refused("another_cart"))?;
        if order.status != OrderStatus::Approved {
            return Err(refused("not_approved"));
        }
        let expires_at = expires_at(&order).filter(|at| *at > now);
        let expires_at = expires_at.ok_or_else(|| refused("expired"))?;
        if order.buyer.payer_id.as_deref() != Some(payer) {
            return Err(refused("another_payer"));
        }
        if !is_for(&order, cart, priced) {
            return Err(refused("another_purchase"));
        }
        let due = breakdown(priced).ok_or_else(|| refused("not_applicable"))?;
        if order.amount.currency != due.total().currency {
            return Err(refused("currency"));
        }
        if order.amount != due.total() {
            let client = self.gateway.client();
            let changed = client.set_amount(&order, &due).await;
            changed.map_err(|it| broken(&it))?;
        }
        Ok(Approved {
            session: session_of(&order.id),
            message: message_of(&order.id),
            expires_at,
        })
    }

    /// What PayPal tells of the buyer, once approved; none before, and of what is another cart's.
    pub(crate) async fn details(
        &self,
        token: &str,
        cart: &Cart,
    ) -> Result<Option<Told>, NotApproved> {
        if let Some(expires_at) = cart.agreement_until(token) {
            let agreement = self.agreement_of(token).await.map_err(|it| broken(&it))?;
            let agreement = agreement.filter(|it| it.status != AgreementStatus::Open);
            return Ok(agreement.map(|agreement| Told {
                token: agreement.id,
                buyer: agreement.buyer,
                expires_at,
            }));
        }
        let order = self.order_of(token, cart).await.map_err(|it| broken(&it))?;
        let told =
            |order: &Order| matches!(order.status, OrderStatus::Approved | OrderStatus::Completed);
        let Some(order) = order.filter(told) else {
            return Ok(None);
        };
        let expires_at = expires_at(&order).ok_or_else(|| refused("no_time"))?;
        Ok(Some(Told {
            token: order.id,
            buyer: order.buyer,
            expires_at,
        }))
    }
}
