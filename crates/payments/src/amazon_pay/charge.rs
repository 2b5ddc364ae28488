//! Charges, charge permissions and refunds.

use super::address::AmazonAddress;
use super::amount::money;
use super::session::PermissionType;
use super::wire::{ChargePermissionWire, ChargeWire, PriceWire, RefundWire};
use zkratka_commerce::money::{Currency, Money};
use zkratka_commerce::time::Timestamp;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChargeState {
    AuthorizationInitiated,
    Authorized,
    CaptureInitiated,
    Captured,
    Canceled,
    Declined,
}

/// An amount of money that is held or captured.
#[derive(Clone, Debug)]
pub struct Charge {
    pub id: String,
    pub state: ChargeState,
    /// Why it was declined or canceled, such as `HardDeclined`.
    pub reason: Option<String>,
    pub permission: Option<String>,
    pub amount: Money,
    /// Once it is captured.
    pub captured: Option<Money>,
    pub refunded: Option<Money>,
    /// When its state changed last.
    pub at: Option<Timestamp>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PermissionState {
    Chargeable,
    NonChargeable,
    Closed,
}

/// The buyer's permission to charge. It has no `Debug`, because it contains the buyer's address.
#[derive(Clone)]
pub struct ChargePermission {
    pub id: String,
    pub state: PermissionState,
    pub permission_type: PermissionType,
    /// The currency of its charges.
    pub currency: Option<Currency>,
    /// Amazon shows it for 30 days.
    pub shipping: Option<AmazonAddress>,
    /// The shop's reference, which the buyer may see.
    pub reference: Option<String>,
    /// The shop's own note, which the buyer does not see.
    pub note: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefundState {
    Initiated,
    Refunded,
    Declined,
}

#[derive(Clone, Debug)]
pub struct Refund {
    pub id: String,
    pub state: RefundState,
    pub reason: Option<String>,
    pub charge: Option<String>,
    pub amount: Money,
    /// When its state changed last.
    pub at: Option<Timestamp>,
}

impl Charge {
    /// `None` for an unknown state or amount.
    pub(super) fn read(wire: ChargeWire) -> Option<Self> {
        let state = match wire.status_details.state.as_deref()? {
            "AuthorizationInitiated" => ChargeState::AuthorizationInitiated,
            "Authorized" => ChargeState::Authorized,
            "CaptureInitiated" => ChargeState::CaptureInitiated,
            "Captured" => ChargeState::Captured,
            "Canceled" => ChargeState::Canceled,
            "Declined" => ChargeState::Declined,
            _ => return None,
        };
        let created = wire.creation_timestamp.as_deref();
        Some(Self {
            at: wire.status_details.moment(created),
            id: wire.charge_id,
            state,
            reason: wire.status_details.reason_code,
            permission: wire.charge_permission_id,
            amount: money(&wire.charge_amount?)?,
            captured: known(wire.capture_amount.as_ref()).ok()?,
            refunded: known(wire.refunded_amount.as_ref()).ok()?,
        })
    }
}

/// An amount that Amazon may leave out. One that cannot be read is no missing one: it could hide money that went back.
fn known(wire: Option<&PriceWire>) -> Result<Option<Money>, ()> {
    wire.map(|price| money(price).ok_or(())).transpose()
}

impl ChargePermission {
    /// `None` for an unknown state.
    pub(super) fn read(wire: ChargePermissionWire) -> Option<Self> {
        let state = match wire.status_details.state.as_deref()? {
            "Chargeable" => PermissionState::Chargeable,
            "NonChargeable" => PermissionState::NonChargeable,
            "Closed" => PermissionState::Closed,
            _ => return None,
        };
        let metadata = wire.merchant_metadata.unwrap_or_default();
        Some(Self {
            id: wire.charge_permission_id,
            state,
            permission_type: PermissionType::read(wire.charge_permission_type.as_deref()),
            currency: wire
                .presentment_currency
                .and_then(|code| Currency::new(&code).ok()),
            shipping: wire.shipping_address.map(AmazonAddress::from),
            reference: metadata.merchant_reference_id,
            note: metadata.custom_information,
        })
    }
}

impl Refund {
    /// `None` for an unknown state or amount.
    pub(super) fn read(wire: RefundWire) -> Option<Self> {
        let state = match wire.status_details.state.as_deref()? {
            "RefundInitiated" => RefundState::Initiated,
            "Refunded" => RefundState::Refunded,
            "Declined" => RefundState::Declined,
            _ => return None,
        };
        let created = wire.creation_timestamp.as_deref();
        Some(Self {
            at: wire.status_details.moment(created),
            id: wire.refund_id,
            state,
            reason: wire.status_details.reason_code,
            charge: wire.charge_id,
            amount: money(&wire.refund_amount?)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// [B.02] A permission of an unknown state is not understood; Amazon refuses charges of one that is not chargeable.
    #[test]
    fn a_permission_has_a_known_state() {
        for (state, expected) in [
            ("Chargeable", Some(PermissionState::Chargeable)),
            ("NonChargeable", Some(PermissionState::NonChargeable)),
            ("Closed", Some(PermissionState::Closed)),
            ("Unheard", None),
        ] {
            let wire = json!({
                "chargePermissionId": "S02-1-1", "statusDetails": { "state": state },
            });
            let wire = serde_json::from_value(wire).expect("a permission");
            let read = ChargePermission::read(wire);
            assert_eq!(read.map(|it| it.state), expected, "{state}");
        }
    }
}
