//! What a purchase needs of the answers. The rest is skipped unread, because the load generator shares the processors with
//! the server that it measures.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub(crate) struct Created {
    #[serde(rename = "cartCreate")]
    pub(crate) payload: CartPayload<Named>,
}

#[derive(Deserialize)]
pub(crate) struct Identified {
    #[serde(rename = "cartBuyerIdentityUpdate")]
    pub(crate) payload: CartPayload<DeliveredCart>,
}

#[derive(Deserialize)]
pub(crate) struct Selected {
    #[serde(rename = "cartSelectedDeliveryOptionsUpdate")]
    pub(crate) payload: CartPayload<PricedCart>,
}

#[derive(Deserialize)]
pub(crate) struct Paid {
    #[serde(rename = "cartPaymentUpdate")]
    pub(crate) payload: CartPayload<IgnoredAny>,
}

/// The payload of a mutation that returns the cart.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CartPayload<C> {
    pub(crate) cart: C,
    pub(crate) user_errors: Vec<UserError>,
}

#[derive(Deserialize)]
pub(crate) struct UserError {
    pub(crate) code: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct Named {
    pub(crate) id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeliveredCart {
    pub(crate) delivery_groups: Connection<Named>,
}

#[derive(Deserialize)]
pub(crate) struct Connection<N> {
    pub(crate) edges: Vec<Edge<N>>,
}

#[derive(Deserialize)]
pub(crate) struct Edge<N> {
    pub(crate) node: N,
}

#[derive(Deserialize)]
pub(crate) struct PricedCart {
    pub(crate) cost: Cost,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Cost {
    pub(crate) total_amount: Amount,
}

/// Money as the server wrote it.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Amount {
    amount: String,
    currency_code: String,
}

#[derive(Deserialize)]
pub(crate) struct Submitted {
    #[serde(rename = "cartSubmitForCompletion")]
    pub(crate) payload: SubmitPayload,
}

#[derive(Deserialize)]
pub(crate) struct SubmitPayload {
    pub(crate) result: Option<SubmitResult>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SubmitResult {
    #[serde(rename = "__typename")]
    pub(crate) kind: String,
    /// Only of a cart that was taken.
    pub(crate) attempt_id: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct Followed {
    #[serde(rename = "cartCompletionAttempt")]
    pub(crate) attempt: AttemptState,
}

#[derive(Deserialize)]
pub(crate) struct AttemptState {
    #[serde(rename = "__typename")]
    pub(crate) kind: String,
}
