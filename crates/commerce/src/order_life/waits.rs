//! What an order still waits for.

use super::life::{GatewayStage, Life, MoneySource};
use crate::order::Order;
use crate::transfer::TransferDue;

impl Life {
    /// Whether the gateway holds the money and is to capture it.
    #[must_use]
    pub const fn awaits_capture(&self) -> bool {
        matches!(
            self.source,
            MoneySource::Gateway {
                stage: GatewayStage::Held,
                ..
            }
        )
    }

    /// When the order's transfer is due; `None` if the order has no due day, is paid or is cancelled.
    #[must_use]
    pub fn awaited_transfer(&self, order: &Order) -> Option<TransferDue> {
        let is_awaited = self.paid.is_zero() && self.cancelled_at.is_none();
        order.transfer_due.filter(|_| is_awaited)
    }
}
