//! Agreements that an account is kept: what renews is paid so, whatever it costs now (row 5.15).

use super::PayPal;
use super::approved::{Approved, NotApproved, broken, message_of, refused};
use super::order::{LIFE_MS, NoOrder, SAME_ORDER_MS, breakdown, digest, reference, shipping};
use zkratka_commerce::cart::Cart;
use zkratka_commerce::money::Currency;
use zkratka_commerce::pricing::PricedCart;
use zkratka_commerce::time::Timestamp;
use zkratka_payments::paypal::{
    Agreement, AgreementStatus, Breakdown, Due, Funding, NewAgreement, PayPalError,
    session_of_agreement,
};

/// What an account is to be charged now.
enum Bill {
    /// Nothing: it is kept for later.
    Nothing(Currency),
    /// So much.
    Of(Breakdown),
}

/// What a cart costs; none where there is nothing that an account could be kept for, or it cannot be said in PayPal's parts.
fn bill(priced: &PricedCart) -> Option<Bill> {
    if priced.total.is_zero() && priced.total_quantity > 0 && priced.has_selling_plan() {
        return Some(Bill::Nothing(priced.currency));
    }
    breakdown(priced).map(Bill::Of)
}

impl PayPal {
    /// An agreement for this cart, and when it ends. Asked for again, for the same cart, it is the same one.
    pub(crate) async fn agreement(
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
        let request_id = digest("zkratka paypal, agreement", cart, asked.as_bytes());
        let made = self.gateway.client().create_agreement(&request_id, &wish);
        let made = made.await.map_err(|error| {
            tracing::warn!(%error, "PayPal created no agreement");
            NoOrder::Failed
        })?;
        Ok((made, Timestamp(hour * SAME_ORDER_MS).plus(LIFE_MS)))
    }

    /// The agreement of this token as it stands; none where PayPal does not know it.
    pub(super) async fn agreement_of(&self, token: &str) -> Result<Option<Agreement>, PayPalError> {
        match self.gateway.client().agreement(token).await {
            Ok(agreement) => Ok(Some(agreement)),
            Err(PayPalError::Refused(refusal)) if refusal.status == 404 => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Whether an account can pay for what this cart costs now.
    pub(super) fn can_pay(&self, funding: Funding, priced: &PricedCart) -> bool {
        self.takes_from(funding, priced.currency) && bill(priced).is_some()
    }

    /// The agreement of this token, once given by this payer, and what it is to pay: an order is made for what the cart
    /// costs now, and no other amount is ever charged by this payment.
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
        // Agreed to for what renews, an account is kept for nothing else, nor the other way round.
        if cart.agreement_renews(token) != priced.has_selling_plan() {
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

    /// An order for the account to pay; the same one as long as the same is due.
    async fn unpaid_order(
        &self,
        token: &str,
        cart: &Cart,
        due: &Breakdown,
        now: Timestamp,
    ) -> Result<String, NotApproved> {
        let reference = reference(cart, true);
        let hour = now.0.div_euclid(SAME_ORDER_MS);
        let asked = format!("{token} {hour} {:?} {:?}", due.amount(), due.items());
        let request_id = digest("zkratka paypal, due", cart, asked.as_bytes());
        let client = self.gateway.client();
        let made = client.create_unpaid(&request_id, &reference, due).await;
        Ok(made.map_err(|it| broken(&it))?.id)
    }
}
