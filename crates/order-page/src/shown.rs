//! What the order's page shows.

use crate::download_access::DownloadAccess;
use zkratka_commerce::order::{Order, OrderPayment};
use zkratka_commerce::order_life::Life;
use zkratka_commerce::time::Timestamp;
use zkratka_gift_cards::IssuedCard;
use zkratka_texts::OrderNow;

/// An order, with its state after the sale and the gift cards that it sold.
pub struct ShownOrder {
    pub order: Order,
    pub life: Life,
    pub sold: Vec<IssuedCard>,
    /// `None`: the visitor may not download the order's files, or it has none.
    pub downloads: Option<DownloadAccess>,
}

impl ShownOrder {
    pub(crate) const fn at(&self, now: Timestamp) -> OrderNow<'_> {
        OrderNow {
            order: &self.order,
            life: &self.life,
            now,
        }
    }

    /// The gift cards to list: none while a person reviews the payment, none after a cancellation.
    pub(crate) fn listed(&self) -> &[IssuedCard] {
        match self.order.payment {
            OrderPayment::NeedsReview => &[],
            _ if self.life.cancelled_at.is_some() => &[],
            _ => &self.sold,
        }
    }
}
