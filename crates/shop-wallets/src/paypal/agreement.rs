//! Billing agreements, which allow the shop to charge an account later. They can pay for subscriptions even if nothing
//! is due now (row 5.15).

use super::PayPal;
use super::approved::{Approved, NotApproved, broken, message_of, refused};
use super::order::{LIFE_MS, NoOrder, SAME_ORDER_MS, breakdown, shipping};
use zkratka_commerce::cart::Cart;
use zkratka_commerce::money::Currency;
use zkratka_commerce::payment::Wallet;
use zkratka_commerce::pricing::PricedCart;
use zkratka_commerce::time::Timestamp;
use zkratka_payments::paypal::{
    Agreement, AgreementStatus, Breakdown, Due, Funding, NewAgreement, PayPalError,
    session_of_agreement,
};

/// The amount to charge an account now.
enum Bill {
    /// Nothing is due now. The account is kept for later charges.
    Nothing(Currency),
    Of(Breakdown),
}

/// The amount that a cart charges now. `None` if nothing is due and the cart has no subscription, or if PayPal's
/// breakdown cannot express the amount.
fn bill(priced: &PricedCart) -> Option<Bill> {
    if priced.total.is_zero() && priced.total_quantity > 0 && priced.has_selling_plan() {
        return Some(Bill::Nothing(priced.currency));
    }
    breakdown(priced).map(Bill::Of)
}

impl PayPal {
    /// Creates an agreement for this cart, and returns when it expires. Within the same hour, an unchanged cart gets
    /// the same agreement.
    pub async fn agreement(
        &self,
        (cart, priced): (&Cart, &PricedCart),
        funding: Funding,
        now: Timestamp,
    ) -> Result<(Agreement, Timestamp), NoOrder> {
        if !self.takes_from(funding, priced.currency) || bill(priced).is_none() {
            return Err(NoOrder::NotApplicable);
        }
        let wish = NewAgreement {
            shipping: shipping(priced),
            funding,
            brand: self.settings.brand_name.clone(),
            return_url: self.return_url(),
        };
        let hour = now.0.div_euclid(SAME_ORDER_MS);
        let revision = cart.remote_revision();
        let asked = format!("{revision} {funding:?} {:?} {hour}", wish.shipping);
        let request_id = self.names.name("agreement", cart.key, asked.as_bytes());
        let made = self.gateway.client().create_agreement(&request_id, &wish);
        let made = made.await.map_err(|error| {
            tracing::warn!(%error, "PayPal created no agreement");
            NoOrder::Failed
        })?;
        Ok((made, Timestamp(hour * SAME_ORDER_MS).plus(LIFE_MS)))
    }

    /// Reads the agreement of this token; `None` if PayPal does not know it.
    pub(super) async fn agreement_of(&self, token: &str) -> Result<Option<Agreement>, PayPalError> {
        match self.gateway.client().agreement(token).await {
            Ok(agreement) => Ok(Some(agreement)),
            Err(PayPalError::Refused(refusal)) if refusal.status == 404 => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Whether an account of this kind can pay what this cart costs now.
    pub(super) fn can_pay(&self, funding: Funding, priced: &PricedCart) -> bool {
        self.takes_from(funding, priced.currency) && bill(priced).is_some()
    }

    /// Checks that this payer has approved the agreement of this token. If an amount is due, creates an order for what
    /// the cart costs now. This payment never charges any other amount.
    pub(super) async fn agreed(
        &self,
        token: &str,
        payer: &str,
        until: Timestamp,
        (cart, priced): (&Cart, &PricedCart),
        now: Timestamp,
    ) -> Result<Approved, NotApproved> {
        if until <= now {
            return Err(refused("expired"));
        }
        // An agreement approved for a subscription pays for no other purchase, and the reverse.
        if cart.agreement_renews(Wallet::PayPal, token) != priced.has_selling_plan() {
            return Err(refused("another_purchase"));
        }
        let agreement = self.agreement_of(token).await.map_err(|it| broken(&it))?;
        let agreement = agreement.filter(|it| it.status == AgreementStatus::Approved);
        let agreement = agreement.ok_or_else(|| refused("not_approved"))?;
        if agreement.buyer.payer_id.as_deref() != Some(payer) {
            return Err(refused("another_payer"));
        }
        if !self.takes_from(agreement.funding, priced.currency) {
            return Err(refused("currency"));
        }
        let session = match bill(priced).ok_or_else(|| refused("not_applicable"))? {
            Bill::Nothing(currency) => session_of_agreement(token, Due::Nothing(currency)),
            Bill::Of(due) => {
                let order = self.unpaid_order(token, cart, &due, now).await?;
                session_of_agreement(token, Due::Order(&order))
            }
        };
        Ok(Approved {
            session,
            message: message_of(token),
            expires_at: until,
        })
    }

    /// Creates an order for the account to pay. Within the same hour, the same amount due gets the same order.
    async fn unpaid_order(
        &self,
        token: &str,
        cart: &Cart,
        due: &Breakdown,
        now: Timestamp,
    ) -> Result<String, NotApproved> {
        let reference = self.reference(cart, true);
        let hour = now.0.div_euclid(SAME_ORDER_MS);
        let asked = format!("{token} {hour} {:?} {:?}", due.amount(), due.items());
        let request_id = self.names.name("due", cart.key, asked.as_bytes());
        let made = self
            .gateway
            .create_unpaid_order(&request_id, &reference, due);
        let made = made.await;
        Ok(made.map_err(|it| broken(&it))?.id)
    }
}
