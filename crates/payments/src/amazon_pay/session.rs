//! A checkout session: the buyer's choice at Amazon, and then the payment.

use super::address::{AmazonAddress, Buyer};
use super::amount::money;
use super::wire::{SessionWire, compact_time};
use zkratka_commerce::money::Money;
use zkratka_commerce::time::Timestamp;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionState {
    /// The buyer may still change it, and the shop may complete it.
    Open,
    Completed,
    /// By the buyer, by Amazon, or because it expired.
    Canceled,
}

/// What completing a session does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaymentIntent {
    /// Nothing but the charge permission.
    Confirm,
    Authorize,
}

impl PaymentIntent {
    /// The name in Amazon's API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Confirm => "Confirm",
            Self::Authorize => "Authorize",
        }
    }

    /// A zero amount is not charged.
    #[must_use]
    pub const fn of(amount: Money) -> Self {
        if amount.minor.is_zero() {
            Self::Confirm
        } else {
            Self::Authorize
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PermissionType {
    /// For one order.
    OneTime,
    /// For later charges without the buyer, too.
    Recurring,
}

impl PermissionType {
    pub(super) fn read(name: Option<&str>) -> Self {
        match name {
            Some("Recurring") => Self::Recurring,
            _ => Self::OneTime,
        }
    }
}

/// How often a recurring permission is charged, in Amazon's words: `Day`, `Week`, `Month`, `Year` or `Variable`, and a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frequency {
    pub unit: String,
    pub value: String,
}

/// A checkout session. Once it is completed, Amazon shows only its state, its charge permission and its charge. It has no
/// `Debug`, because it contains the buyer's data.
#[derive(Clone)]
pub struct Session {
    pub id: String,
    pub state: SessionState,
    /// Why it was canceled: `BuyerCanceled`, `Declined`, `AmazonCanceled` or `Expired`.
    pub reason: Option<String>,
    pub permission_type: PermissionType,
    /// What the buyer permits to charge later, each time.
    pub recurring_amount: Option<Money>,
    /// How often the buyer expects a charge.
    pub frequency: Option<Frequency>,
    pub store_id: Option<String>,
    pub buyer: Option<Buyer>,
    pub shipping: Option<AmazonAddress>,
    pub billing: Option<AmazonAddress>,
    /// Amazon's name of the chosen payment method, such as `Visa ****1111 (Amazon Pay)`.
    pub payment: Option<String>,
    /// The names of what is missing before the buyer can confirm.
    pub constraints: Vec<String>,
    /// After this moment it cannot be completed.
    pub expires_at: Option<Timestamp>,
    pub intent: Option<String>,
    pub amount: Option<Money>,
    /// Where the buyer confirms the amount, at Amazon. Amazon makes it when nothing is missing.
    pub redirect_url: Option<String>,
    /// Where Amazon redirects the buyer afterwards.
    pub result_url: Option<String>,
    /// Where Amazon redirected the buyer after choosing. The shop has signed it, so it says for which cart the session is.
    pub review_url: Option<String>,
    /// The shop's reference, which the buyer may see.
    pub reference: Option<String>,
    /// The shop's own note, which the buyer does not see.
    pub note: Option<String>,
    /// Once it is completed.
    pub charge_permission: Option<String>,
    /// Once it is completed, unless nothing was charged.
    pub charge: Option<String>,
}

impl Session {
    /// `None` for an unknown state.
    pub(super) fn read(wire: SessionWire) -> Option<Self> {
        let state = match wire.status_details.state.as_deref()? {
            "Open" => SessionState::Open,
            "Completed" => SessionState::Completed,
            "Canceled" => SessionState::Canceled,
            _ => return None,
        };
        let web = wire.web_checkout_details.unwrap_or_default();
        let payment = wire.payment_details.unwrap_or_default();
        let recurring = wire.recurring_metadata.unwrap_or_default();
        let metadata = wire.merchant_metadata.unwrap_or_default();
        let preferences = wire.payment_preferences.unwrap_or_default();
        let descriptor = preferences.into_iter().flatten().next();
        let constraints = wire.constraints.unwrap_or_default().into_iter();
        Some(Self {
            id: wire.checkout_session_id,
            state,
            reason: wire.status_details.reason_code,
            permission_type: PermissionType::read(wire.charge_permission_type.as_deref()),
            recurring_amount: recurring.amount.as_ref().and_then(money),
            frequency: recurring.frequency.map(|it| Frequency {
                unit: it.unit,
                value: it.value,
            }),
            store_id: wire.store_id,
            buyer: wire.buyer.map(Buyer::from),
            shipping: wire.shipping_address.map(AmazonAddress::from),
            billing: wire.billing_address.map(AmazonAddress::from),
            payment: descriptor.and_then(|it| it.payment_descriptor),
            constraints: constraints.flatten().map(|it| it.constraint_id).collect(),
            expires_at: wire.expiration_timestamp.as_deref().and_then(compact_time),
            intent: payment.payment_intent,
            amount: payment.charge_amount.as_ref().and_then(money),
            redirect_url: web.redirect,
            result_url: web.result,
            review_url: web.review,
            reference: metadata.merchant_reference_id,
            note: metadata.custom_information,
            charge_permission: wire.charge_permission_id,
            charge: wire.charge_id,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every absent member is `null`, as in Amazon's samples.
    #[test]
    fn a_fresh_session_is_read() {
        let wire = r#"{"checkoutSessionId":"s1","webCheckoutDetails":{"checkoutReviewReturnUrl":"https://a/",
            "checkoutResultReturnUrl":null,"amazonPayRedirectUrl":null},"productType":null,"paymentDetails":
            {"paymentIntent":null,"chargeAmount":null},"chargePermissionType":"OneTime","recurringMetadata":null,
            "merchantMetadata":{"merchantReferenceId":null},"buyer":null,"shippingAddress":null,"billingAddress":null,
            "paymentPreferences":[null],"statusDetails":{"state":"Open","reasonCode":null,"reasonDescription":null},
            "constraints":[{"constraintId":"BuyerNotAssociated","description":"x"}],"expirationTimestamp":
            "20200412T101414Z","chargePermissionId":null,"chargeId":null,"storeId":"store","unknown":{"a":1}}"#;
        let read = |wire: &str| Session::read(serde_json::from_str(wire).expect("a session"));
        let session = read(wire).expect("a session");
        assert_eq!(session.state, SessionState::Open);
        assert_eq!(session.constraints, ["BuyerNotAssociated"]);
        assert!(session.buyer.is_none() && session.amount.is_none() && session.payment.is_none());
        assert!(session.expires_at.is_some());
        assert!(read(&wire.replace("Open", "Melted")).is_none());
        let recurring = wire.replace("OneTime", "Recurring");
        let recurring = read(&recurring).expect("a session");
        assert_eq!(recurring.permission_type, PermissionType::Recurring);
    }
}
