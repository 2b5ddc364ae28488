//! The two sides of a comparison: one payment as the shop and as its provider know it.

use std::collections::BTreeMap;
use zkratka_commerce::ids::{AttemptKey, OrderNumber};
use zkratka_commerce::money::{Currency, MinorUnits};
use zkratka_commerce::order_life::{Dispute, LineUnits, RefundStatus};
use zkratka_commerce::time::Timestamp;

/// What the shop knows about one payment.
#[derive(Clone, Debug)]
pub struct OurPayment {
    pub attempt: AttemptKey,
    pub order: Option<OrderNumber>,
    /// The provider's reference, if the shop knows it.
    pub reference: Option<String>,
    pub currency: Currency,
    pub money: OurMoney,
    pub refunds: Vec<OurRefund>,
    /// By the provider's ids.
    pub reversals: BTreeMap<String, MinorUnits>,
    /// By the provider's ids.
    pub disputes: BTreeMap<String, Dispute>,
    pub cancelled_at: Option<Timestamp>,
    /// When anything last happened to it here.
    pub changed_at: Timestamp,
}

/// Where a payment's money is, as the shop knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OurMoney {
    /// The payment ended without any, or the capture failed.
    None,
    /// Not known yet.
    UnderWay,
    /// Held, and to be captured.
    Held {
        since: Timestamp,
    },
    Captured {
        amount: MinorUnits,
        at: Timestamp,
    },
}

/// Money that went back at the provider, or is to.
#[derive(Clone, Debug)]
pub struct OurRefund {
    /// Its number in the order; `None` if the shop did not ask for it.
    pub number: Option<u32>,
    /// The provider's id, if it is known.
    pub reference: Option<String>,
    /// The shop's key; `None` if the shop did not ask for it.
    pub key: Option<String>,
    pub amount: MinorUnits,
    pub status: RefundStatus,
    pub lines: Vec<LineUnits>,
    pub at: Timestamp,
}
