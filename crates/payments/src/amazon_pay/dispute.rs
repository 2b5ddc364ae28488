//! Disputes: chargebacks that a buyer has filed with the bank.

use super::amount::money;
use super::wire::DisputeWire;
use zkratka_commerce::money::Money;
use zkratka_commerce::time::Timestamp;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisputeState {
    /// It is not decided.
    Open,
    /// The merchant keeps the money.
    MerchantWon,
    /// The buyer has the money.
    BuyerWon,
}

#[derive(Clone, Debug)]
pub struct Dispute {
    pub id: String,
    pub state: DisputeState,
    /// The charge's id.
    pub charge: String,
    pub amount: Money,
    /// When its state changed last.
    pub at: Option<Timestamp>,
}

impl Dispute {
    /// `None` for an unknown state or amount, or without a charge.
    pub(super) fn read(wire: DisputeWire) -> Option<Self> {
        let resolution = wire.status_details.resolution.as_deref();
        let state = match (wire.status_details.state.as_deref()?, resolution) {
            // `NoFault` does not say who has the money: the order stays contested until a person decides.
            ("UnderReview" | "ActionRequired", _) | ("Resolved" | "Closed", Some("NoFault")) => {
                DisputeState::Open
            }
            ("Resolved" | "Closed", Some("MerchantWon")) => DisputeState::MerchantWon,
            ("Resolved" | "Closed", Some("BuyerWon")) => DisputeState::BuyerWon,
            _ => return None,
        };
        let created = wire.creation_timestamp.as_deref();
        Some(Self {
            at: wire.status_details.moment(created),
            id: wire.dispute_id,
            state,
            charge: wire.charge_id?,
            amount: money(&wire.dispute_amount?)?,
        })
    }
}
