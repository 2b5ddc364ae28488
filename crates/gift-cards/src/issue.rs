//! Issues cards by hand.

use crate::ring::KeyRing;
use zkratka_commerce::gift_card::GiftCardCode;
use zkratka_commerce::money::Money;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{NewGiftCard, Store, StoreError};

/// What a card is issued with.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The initial balance. Greater than zero.
    pub amount: Money,
    pub issued_at: Timestamp,
    /// The card pays before this moment. `None`: it never expires.
    pub expires_at: Option<Timestamp>,
    /// For whom the card is, in the operator's words.
    pub note: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum IssueError {
    #[error("there is no key for the codes of gift cards: name one in [gift_card_codes]")]
    NoKey,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Issues a card with this code. Returns false if there is one already, whichever key made its digest. That card keeps its
/// balance.
pub async fn issue(
    store: &dyn Store,
    ring: &KeyRing,
    code: &GiftCardCode,
    terms: Terms,
) -> Result<bool, IssueError> {
    let card = NewGiftCard {
        digest: ring.digest(code).ok_or(IssueError::NoKey)?,
        other_digests: ring.digests(code),
        last_characters: code.last_characters().to_owned(),
        amount: terms.amount,
        issued_at: terms.issued_at,
        expires_at: terms.expires_at,
        note: terms.note,
    };
    Ok(store.issue_gift_card(card).await?)
}
