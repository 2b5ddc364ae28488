//! What a genuine message says.

use super::refusal::Refusal;
use crate::amazon_pay::is_plain_id;
use serde::Deserialize;

/// The version of notifications of Amazon Pay, version 2.
const VERSION: &str = "V2";

/// What a genuine message says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Something of this object may have changed: ask Amazon what.
    Changed(ChangedObject),
    /// The topic awaits the subscription's confirmation: a GET of this address, of a configured origin, confirms it.
    ConfirmSubscription { url: String },
    /// The topic sends no further notifications to this address.
    Unsubscribed,
}

/// An object at Amazon Pay to ask about. Nothing else of a notification is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedObject {
    pub kind: ObjectKind,
    /// Letters, digits and hyphens.
    pub id: String,
    /// The charge permission that the object belongs to, if the notification names it.
    pub charge_permission: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    ChargePermission,
    Charge,
    Refund,
    Chargeback,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Wire {
    #[serde(rename = "MerchantID")]
    merchant_id: String,
    object_type: String,
    object_id: String,
    #[serde(default)]
    charge_permission_id: Option<String>,
    notification_version: String,
}

impl ChangedObject {
    pub(super) fn read(message: &str, merchant_id: &str) -> Result<Self, Refusal> {
        let wire: Wire = serde_json::from_str(message).map_err(|_| Refusal::Content)?;
        if wire.notification_version != VERSION {
            return Err(Refusal::Content);
        }
        if wire.merchant_id != merchant_id {
            return Err(Refusal::Merchant);
        }
        let kind = match wire.object_type.as_str() {
            "CHARGE_PERMISSION" => ObjectKind::ChargePermission,
            "CHARGE" => ObjectKind::Charge,
            "REFUND" => ObjectKind::Refund,
            "CHARGEBACK" => ObjectKind::Chargeback,
            _ => return Err(Refusal::Content),
        };
        let charge_permission = wire.charge_permission_id.filter(|id| !id.is_empty());
        let ids = [Some(&wire.object_id), charge_permission.as_ref()];
        // The ids become parts of addresses at Amazon.
        if !ids.into_iter().flatten().all(|id| is_plain_id(id)) {
            return Err(Refusal::Content);
        }
        Ok(Self {
            kind,
            id: wire.object_id,
            charge_permission,
        })
    }
}
