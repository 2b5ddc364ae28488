//! The gift cards that an order sold, as an e-mail shows them.

use crate::buyers::{Buyers, Unwritten};
use serde::Serialize;
use zkratka_commerce::order::OrderPayment;
use zkratka_commerce::time::Timestamp;
use zkratka_gift_cards::{GiftCardState, IssuedCard, sold_cards};
use zkratka_store::OrderRecord;
use zkratka_texts::{LetterKind, SoldCardState, format_money, sold_card_note};

/// A gift card with its code. It has no `Debug`, so that no log shows the code.
#[derive(Serialize)]
pub(crate) struct MailedCard {
    code: String,
    /// The value with which the card was sold.
    amount: String,
    /// What the holder should know; absent if the card pays with its whole value.
    note: Option<String>,
}

impl MailedCard {
    /// `None` if the card pays nothing now.
    pub(crate) fn of(issued: &IssuedCard, now: Timestamp) -> Option<Self> {
        let (card, amount) = (&issued.card, issued.amount());
        if card.state(now) != GiftCardState::Usable {
            return None;
        }
        let state = if card.balance.is_zero() {
            SoldCardState::UsedUp
        } else {
            SoldCardState::Pays {
                left: card.balance.in_currency(card.currency),
                is_whole: card.balance == card.initial,
            }
        };
        Some(Self {
            code: issued.code.in_groups(),
            amount: format_money(amount.minor, amount.currency),
            note: sold_card_note(state),
        })
    }
}

impl Buyers {
    /// The gift cards to show in this e-mail.
    ///
    /// # Errors
    /// The store does not answer. If the e-mail is about gift cards alone: none of them pays, or a code cannot be made.
    pub(crate) async fn cards(
        &self,
        kind: LetterKind,
        record: &OrderRecord,
        now: Timestamp,
    ) -> Result<Vec<MailedCard>, Unwritten> {
        let is_theirs = kind == LetterKind::GiftCard;
        let order = &record.order;
        let is_paid_now = match kind {
            LetterKind::Paid => true,
            // Nothing else tells the buyer that such an order is paid.
            LetterKind::Confirmation => order.payment == OrderPayment::Free,
            _ => is_theirs,
        };
        let sells = order.snapshot.sells_gift_cards();
        let shows = is_paid_now && sells && !record.life().withholds_cards();
        let attempt = if shows {
            self.store.attempt(order.attempt).await?
        } else {
            None
        };
        let Some(attempt) = attempt else {
            return if is_theirs {
                Err(Unwritten::NoCard)
            } else {
                Ok(Vec::new())
            };
        };
        let sold = sold_cards(&*self.store, &self.codes, order.number, &attempt).await?;
        if is_theirs && !sold.without_code.is_empty() {
            return Err(Unwritten::NoCode);
        }
        let shown = sold.issued.iter();
        let cards: Vec<_> = shown.filter_map(|one| MailedCard::of(one, now)).collect();
        if is_theirs && cards.is_empty() {
            return Err(Unwritten::NoCard);
        }
        Ok(cards)
    }
}
