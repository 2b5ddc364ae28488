//! `/disputes`: chargebacks, which the scenario controls open and decide.

use super::account::price;
use super::database::{Answer, Called};
use super::refusal::Refusal;
use super::status;
use crate::movements::{self, MovementKind, MovementStatus};
use rusqlite::Transaction;
use serde_json::json;
use zkratka_commerce::time::DAY_MS;

/// How long the merchant has to respond, in milliseconds.
const RESPONSE_MS: i64 = 11 * DAY_MS;

/// `GET disputes/{id}`. Money that the bank takes back at once is a chargeback that the buyer has won.
pub(super) fn show(transaction: &Transaction<'_>, id: &str) -> Called {
    let movement = movements::by_id(transaction, id)?;
    let is_dispute = |kind| matches!(kind, MovementKind::Dispute | MovementKind::Reversal);
    let movement = movement.filter(|movement| is_dispute(movement.kind));
    let movement = movement.ok_or_else(Refusal::not_found)?;
    let (state, reason, resolution) = match movement.status {
        MovementStatus::Pending => ("ActionRequired", None, None),
        MovementStatus::Undone => ("Resolved", Some("MerchantWon"), Some("MerchantWon")),
        MovementStatus::Done => ("Resolved", Some("BuyerWon"), Some("BuyerWon")),
    };
    let mut document = json!({
        "disputeId": movement.id,
        "chargeId": movement.reference,
        "disputeType": "Chargeback",
        "disputeAmount": price(movement.amount),
        "filingReason": "Fraudulent",
        "statusDetails": null,
        "merchantEvidences": null,
        "merchantResponseDeadline": status::compact(movement.at.plus(RESPONSE_MS)),
        "resolutionAuthority": "AmazonPay",
        "creationTimestamp": status::compact(movement.at),
        "releaseEnvironment": "Sandbox",
    });
    status::set(&mut document, state, reason, movement.at);
    document["statusDetails"]["resolution"] = json!(resolution);
    Ok(Answer::ok(document))
}
