//! Orders and agreements that buyers have approved at PayPal.

use super::PayPal;
use super::order::{breakdown, expires_at};
use std::time::Duration;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::payment::Wallet;
use zkratka_commerce::pricing::PricedCart;
use zkratka_commerce::time::Timestamp;
use zkratka_payments::paypal::{
    Agreement, AgreementStatus, BuyerDetails, Funding, Order, OrderStatus, PayPalError, session_of,
};

/// A buyer's approval of what the cart costs.
pub struct Approved {
    /// The session that pays.
    pub session: String,
    /// The unique name of the approval, which no other payment can use.
    pub message: String,
    /// When the approval expires.
    pub expires_at: Timestamp,
}

/// PayPal's data about a buyer who has approved.
pub struct ApprovedBuyer {
    /// The id of the order or agreement.
    pub token: String,
    /// The buyer's details from PayPal.
    pub buyer: BuyerDetails,
    /// When the approval expires.
    pub expires_at: Timestamp,
}

/// Why an approval cannot be used. The reason was logged as a code only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotApproved {
    /// The approval is not valid, and a retry cannot help.
    Refused,
    /// PayPal did not answer, so the approval may still be valid.
    NoAnswer,
}

/// An account whose owner has approved an order or agreement for a cart. The buyer can pay with it in the checkout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The id of the order or agreement.
    pub token: String,
    /// PayPal's id of the account.
    pub payer_id: String,
    /// The e-mail address by which the buyer recognises the account.
    pub email: Option<String>,
    /// The kind of account.
    pub funding: Funding,
    /// Whether the buyer approved an agreement, with which the shop charges what is due. Otherwise the buyer approved
    /// an order.
    pub agreement: bool,
    /// Whether the buyer approved a subscription. The approval pays for no other kind of purchase.
    pub renews: bool,
    /// When the approval expires.
    pub expires_at: Timestamp,
}

/// Logs the code of a refusal.
pub(super) fn refused(code: &'static str) -> NotApproved {
    tracing::info!(refusal = code, "an order at PayPal was refused");
    NotApproved::Refused
}

/// Logs that a call to PayPal failed. The result says whether PayPal refused it or did not answer.
pub(super) fn broken(error: &PayPalError) -> NotApproved {
    tracing::warn!(%error, "an order at PayPal could not be read");
    match error {
        PayPalError::Refused(_) | PayPalError::OtherPayee => NotApproved::Refused,
        PayPalError::NoAnswer(_) | PayPalError::Unreadable(_) => NotApproved::NoAnswer,
    }
}

/// The unique name of an approval, which no other payment can use. An attempt uses it up, however the attempt ends.
#[must_use]
pub fn message_of(token: &str) -> String {
    session_of(token)
}

/// How long the checkout waits for PayPal before it opens without an account.
const ACCOUNT_DEADLINE: Duration = Duration::from_secs(3);
/// The pause before the only retry.
const ACCOUNT_PAUSE: Duration = Duration::from_millis(500);

impl PayPal {
    /// Returns the account with which the buyer has approved this cart's payment, if it can pay what the cart costs
    /// now. If PayPal does not answer, the checkout opens without the account.
    pub async fn account(
        &self,
        cart: &Cart,
        priced: &PricedCart,
        now: Timestamp,
    ) -> Option<Account> {
        let asked = async {
            match self.known_account(cart, priced, now).await {
                // Retry once: an account that is missing now cannot be offered until the buyer reloads the page.
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
        let Some(kept) = cart.remote_order_at(Wallet::PayPal) else {
            return Ok(None);
        };
        if let Some(until) = kept.agreement_until {
            let agreement = self.agreement_of(&kept.id).await;
            let agreement = agreement.map_err(|it| broken(&it))?;
            Ok(agreement.and_then(|it| self.agreed_account(it, until, cart, priced, now)))
        } else {
            let order = self.order_of(&kept.id, cart).await;
            let order = order.map_err(|it| broken(&it))?;
            Ok(order.and_then(|it| self.approved_account(it, cart, priced, now)))
        }
    }

    /// Whether the order and the cart agree on having a subscription. If they do not, the buyer has approved something
    /// else: for a subscription, the shop may charge the account again.
    fn is_for(&self, order: &Order, cart: &Cart, priced: &PricedCart) -> bool {
        order.reference == self.reference(cart, priced.has_selling_plan())
    }

    fn approved_account(
        &self,
        order: Order,
        cart: &Cart,
        priced: &PricedCart,
        now: Timestamp,
    ) -> Option<Account> {
        let is_due = order.status == OrderStatus::Approved
            && order.amount.currency == priced.currency
            && breakdown(priced).is_some();
        let fits = is_due && self.is_for(&order, cart, priced);
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
        let renews = cart.agreement_renews(Wallet::PayPal, &agreement.id);
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

    /// Checks that this payer has approved the order or agreement of this token. The returned session pays exactly what
    /// this cart costs now.
    pub async fn approved(
        &self,
        token: &str,
        payer: &str,
        bought: (&Cart, &PricedCart),
        now: Timestamp,
    ) -> Result<Approved, NotApproved> {
        match bought.0.agreement_until(Wallet::PayPal, token) {
            Some(until) => self.agreed(token, payer, until, bought, now).await,
            None => self.approved_order(token, payer, bought, now).await,
        }
    }

    /// If the total has changed since the buyer approved it in the popup, sets the new amount at PayPal. The popup said
    /// that the shop shows the final amount, and the buyer agrees to that amount with the payment that is being bound.
    /// After that, any other amount is refused.
    async fn approved_order(
        &self,
        token: &str,
        payer: &str,
        (cart, priced): (&Cart, &PricedCart),
        now: Timestamp,
    ) -> Result<Approved, NotApproved> {
        let order = self.order_of(token, cart).await.map_err(|it| broken(&it))?;
        let order = order.ok_or_else(|| refused("another_order"))?;
        if order.status != OrderStatus::Approved {
            return Err(refused("not_approved"));
        }
        let expires_at = expires_at(&order).filter(|at| *at > now);
        let expires_at = expires_at.ok_or_else(|| refused("expired"))?;
        if order.buyer.payer_id.as_deref() != Some(payer) {
            return Err(refused("another_payer"));
        }
        if !self.is_for(&order, cart, priced) {
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

    /// Returns PayPal's data about the buyer; `None` before the approval, and for an order of another cart.
    pub async fn details(
        &self,
        token: &str,
        cart: &Cart,
    ) -> Result<Option<ApprovedBuyer>, NotApproved> {
        if let Some(expires_at) = cart.agreement_until(Wallet::PayPal, token) {
            let agreement = self.agreement_of(token).await.map_err(|it| broken(&it))?;
            let agreement = agreement.filter(|it| it.status != AgreementStatus::Open);
            return Ok(agreement.map(|agreement| ApprovedBuyer {
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
        Ok(Some(ApprovedBuyer {
            token: order.id,
            buyer: order.buyer,
            expires_at,
        }))
    }
}
