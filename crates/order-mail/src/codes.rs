//! The gift cards that an order sold, as an e-mail shows them.

use serde::Serialize;
use zkratka_commerce::order::OrderPayment;
use zkratka_commerce::time::Timestamp;
use zkratka_gift_cards::{GiftCardState, IssuedCard, KeyRing, SoldCards, sold_cards};
use zkratka_store::{OrderRecord, Store, StoreError};
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

/// Why an e-mail shows no gift cards.
#[derive(Debug, thiserror::Error)]
pub enum NoCards {
    #[error("the order cannot be read")]
    Store(#[from] StoreError),
    #[error("the order has no gift card that pays")]
    NonePays,
    #[error("the code of a gift card cannot be made, because its key is missing")]
    KeyMissing,
}

/// The gift cards to show in this e-mail.
///
/// # Errors
/// The store does not answer. If the e-mail is about gift cards alone: none of them pays, or a code cannot be made.
pub(crate) async fn cards(
    store: &dyn Store,
    keys: &KeyRing,
    kind: LetterKind,
    record: &OrderRecord,
    now: Timestamp,
) -> Result<Vec<MailedCard>, NoCards> {
    let is_theirs = kind == LetterKind::GiftCard;
    let order = &record.order;
    let shows = match kind {
        LetterKind::Paid => true,
        // Nothing else tells the buyer that such an order is paid.
        LetterKind::Confirmation => order.payment == OrderPayment::Free,
        _ => is_theirs,
    };
    let sells = order.snapshot.sells_gift_cards();
    let attempt = if shows && sells && !record.life().withholds_cards() {
        store.attempt(order.attempt).await?
    } else {
        None
    };
    let sold = match attempt {
        Some(attempt) => sold_cards(store, keys, order.number, &attempt).await?,
        None => SoldCards::default(),
    };
    let paying = sold.issued.iter();
    let cards: Vec<_> = paying.filter_map(|one| MailedCard::of(one, now)).collect();
    if is_theirs && !sold.without_code.is_empty() {
        return Err(NoCards::KeyMissing);
    }
    if is_theirs && cards.is_empty() {
        return Err(NoCards::NonePays);
    }
    Ok(cards)
}
