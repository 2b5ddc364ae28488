//! Gift cards as the store keeps them.

use zkratka_commerce::attempt::SoldGiftCard;
use zkratka_commerce::gift_card::{CodeDigest, CodeKeyId, GiftCardId};
use zkratka_commerce::ids::{LineId, OrderNumber};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::order::OrderSnapshot;
use zkratka_commerce::time::Timestamp;

use crate::StoreError;

/// A gift card to issue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGiftCard {
    /// A digest of the card's code. The code itself is not stored.
    pub digest: CodeDigest,
    /// The digests under which a card with this code may exist already: of other keys, and of none.
    pub other_digests: Vec<String>,
    /// The end of the code, by which the holder recognises the card.
    pub last_characters: String,
    /// The initial balance. Greater than zero.
    pub amount: Money,
    pub issued_at: Timestamp,
    /// The card pays before this moment. `None`: it never expires.
    pub expires_at: Option<Timestamp>,
    /// For whom the card is, in the operator's words.
    pub note: Option<String>,
}

/// Whether a gift card can pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GiftCardState {
    /// The card can pay as long as it has a balance.
    Usable,
    Expired,
    /// An order sold the card, and the shop has not received the order's money.
    AwaitsPayment,
    /// An order sold the card, and somebody contests its payment.
    Withheld,
    /// The card may be from a test, and no person has confirmed it.
    Unconfirmed,
    /// Somebody has disabled the card.
    Disabled,
}

/// A gift card as stored. Amounts are minor units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GiftCard {
    pub id: GiftCardId,
    pub digest: CodeDigest,
    /// The end of the code, by which the holder recognises the card.
    pub last_characters: String,
    pub currency: Currency,
    /// The balance with which the card was issued.
    pub initial: MinorUnits,
    /// The balance that is left, without the amounts that live attempts hold.
    pub balance: MinorUnits,
    pub issued_at: Timestamp,
    /// The card pays before this moment. `None`: it never expires.
    pub expires_at: Option<Timestamp>,
    pub disabled_at: Option<Timestamp>,
    /// For whom the card is, in the operator's words.
    pub note: Option<String>,
    /// What the card was sold as. `None`: somebody issued the card by hand.
    pub sold: Option<SoldUnit>,
    /// Whether the shop has yet to receive the money of the order that sold the card.
    pub awaits_payment: bool,
    /// Whether somebody contests the payment of the order that sold the card.
    pub withheld: bool,
    /// Whether the card may be from a test: it is older than the record of modes, and no order sold it. In live mode it
    /// pays only after a person has confirmed it.
    pub needs_confirmation: bool,
}

/// A unit of a line of an order, which became a gift card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoldUnit {
    pub order: OrderNumber,
    pub line: LineId,
    /// Counted from 0.
    pub unit: u32,
}

/// Whether a row of `gift_cards` can pay, in the SQL of both stores, without its expiry and its mode. [`GiftCard::state`]
/// is the same rule for people.
///
/// The statement that reads balances adds the expiry. The guarded updates that take money do not: their transaction has
/// read the balances at the same moment, and only a change by somebody else could come in between. An expiry never changes.
macro_rules! can_pay {
    () => {
        "disabled_at IS NULL AND NOT awaits_payment AND NOT withheld"
    };
}
pub(crate) use can_pay;

impl GiftCard {
    /// What payments have taken of the card, also those that live attempts hold.
    #[must_use]
    pub fn spent(&self) -> MinorUnits {
        self.initial.saturating_sub(self.balance)
    }

    /// Whether the holder can pay with the card, now or once the shop has received its order's money.
    #[must_use]
    pub fn pays_or_will(&self, now: Timestamp) -> bool {
        self.pays(now) || self.state(now) == GiftCardState::AwaitsPayment
    }

    /// Whether the holder can pay with the card now.
    #[must_use]
    pub fn pays(&self, now: Timestamp) -> bool {
        self.state(now) == GiftCardState::Usable && self.balance.is_positive()
    }

    #[must_use]
    pub fn state(&self, now: Timestamp) -> GiftCardState {
        if self.disabled_at.is_some() {
            GiftCardState::Disabled
        } else if self.needs_confirmation {
            GiftCardState::Unconfirmed
        } else if self.awaits_payment {
            GiftCardState::AwaitsPayment
        } else if self.withheld {
            GiftCardState::Withheld
        } else if self.expires_at.is_some_and(|end| end <= now) {
            GiftCardState::Expired
        } else {
            GiftCardState::Usable
        }
    }
}

/// The gift cards of one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeKeyUse {
    /// `None`: cards from before there were keys.
    pub key: Option<CodeKeyId>,
    pub cards: u64,
    /// Cards with a balance that have neither expired nor been disabled.
    pub with_balance: u64,
    /// Cards without a balance that have neither expired nor been disabled, and that get money back if a payment fails or
    /// an order is cancelled or refunded.
    pub may_get_money: u64,
}

/// The name of a key, as stored.
pub(crate) fn key_id(stored: Option<String>) -> Result<Option<CodeKeyId>, StoreError> {
    let read = |text: String| {
        CodeKeyId::parse(&text).map_err(|error| StoreError::Corrupt {
            what: "gift card",
            reason: error.to_string(),
        })
    };
    stored.map(read).transpose()
}

/// Checks that these are the gift cards that the order sells: a card for each unit, and no other.
pub(crate) fn check_sold(order: &OrderSnapshot, cards: &[SoldGiftCard]) -> Result<(), StoreError> {
    let sold = cards.iter().map(|card| card.unit);
    if zkratka_commerce::attempt::gift_card_units(order).eq(sold) {
        Ok(())
    } else {
        Err(StoreError::Inconsistent(
            "the gift cards are not those that the order sells; is a key for their codes configured?",
        ))
    }
}
