//! The gift cards that an order sold, as its page shows them.

use serde::Serialize;
use zkratka_commerce::ids::LineId;
use zkratka_commerce::money::Money;
use zkratka_commerce::order_life::{Life, RefundStatus, RefundWay};
use zkratka_commerce::time::Timestamp;
use zkratka_gift_cards::{GiftCard, GiftCardState, IssuedCard};

use zkratka_texts::{CardRefund, SoldCardState, sold_card_note};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SoldGiftCardData {
    /// Absent if the card is disabled: the code is of no use any more.
    code: Option<String>,
    /// The value with which the card was sold.
    amount: String,
    currency: String,
    /// What the holder should know; absent if the card pays with its whole value.
    note: Option<String>,
    /// Whether the code pays, or will.
    is_of_use: bool,
}

impl SoldGiftCardData {
    pub(crate) fn new(issued: &IssuedCard, life: &Life, now: Timestamp) -> Self {
        let amount = issued.amount();
        let state = state(&issued.card, life, now);
        let is_disabled = matches!(state, SoldCardState::Disabled(_));
        Self {
            code: (!is_disabled).then(|| issued.code.in_groups()),
            amount: amount.decimal(),
            currency: amount.currency.into(),
            note: sold_card_note(state),
            is_of_use: issued.card.pays_or_will(now),
        }
    }
}

/// What the card is worth to its holder.
fn state(card: &GiftCard, life: &Life, now: Timestamp) -> SoldCardState {
    match card.state(now) {
        GiftCardState::Disabled => {
            let refund = card.sold.map(|unit| refund_of(life, unit.line));
            SoldCardState::Disabled(refund.unwrap_or(CardRefund::Kept))
        }
        GiftCardState::AwaitsPayment => SoldCardState::AwaitsPayment,
        GiftCardState::Withheld | GiftCardState::Unconfirmed => SoldCardState::Withheld,
        GiftCardState::Expired => SoldCardState::Expired,
        GiftCardState::Usable if card.balance.is_zero() => SoldCardState::UsedUp,
        GiftCardState::Usable => SoldCardState::Pays {
            left: Money::new(card.balance, card.currency),
            is_whole: card.balance == card.initial,
        },
    }
}

/// What became of the money for this line. One pending refund makes all its cards [`CardRefund::OnTheWay`], because no refund
/// names a card.
fn refund_of(life: &Life, sold: LineId) -> CardRefund {
    let of_line = life.refunds.iter().filter(|one| {
        !matches!(one.status, RefundStatus::Failed(_))
            && one.refund.lines.iter().any(|units| units.line == sold)
    });
    let is_done = |status, way| status == RefundStatus::Done && way == RefundWay::Gateway;
    let done: Vec<bool> = of_line
        .map(|one| one.refund.amount.is_zero() || is_done(one.status, one.refund.way))
        .collect();
    match done.as_slice() {
        [] => CardRefund::Kept,
        done if done.iter().all(|done| *done) => CardRefund::Returned,
        _ => CardRefund::OnTheWay,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use zkratka_commerce::gift_card::{CodeDigest, GiftCardId};
    use zkratka_commerce::money::{Currency, MinorUnits};
    use zkratka_commerce::order::Order;
    use zkratka_commerce::order_life::{Change, Entry};

    const NOW: Timestamp = Timestamp(1_790_000_000_000);

    fn order() -> Order {
        let order = json!({
            "number": 1001, "cart": 1, "attempt": 2, "created_at": NOW, "mode": "test",
            "payment": { "kind": "captured", "card": { "network": "visa", "last_four": "1111" } },
            "snapshot": {
                "currency": "CZK", "email": "jana@example.cz", "phone": null, "delivery_address": null,
                "billing_address": null, "lines": [], "delivery": null, "note": null, "attributes": [],
                "subtotal": 50_000, "total": 50_000, "taxes": [], "payment": { "kind": "card", "session": "s" },
            },
        });
        serde_json::from_value(order).unwrap()
    }

    /// A life with these changes.
    fn life(changes: &[Value]) -> Life {
        let entries = changes.iter().zip(1..).map(|(change, sequence)| Entry {
            sequence,
            at: NOW,
            cause: None,
            change: serde_json::from_value::<Change>(change.clone()).unwrap(),
        });
        Life::of(&order(), &[], entries.collect())
    }

    fn refund(way: &str) -> Value {
        let lines = json!([{ "line": 1, "units": 1 }]);
        json!({ "kind": "refund", "amount": 50_000, "way": way, "lines": lines })
    }

    /// [B.12] A disabled card says whether its price went back, is on its way, or was kept.
    #[test]
    fn a_disabled_card_says_where_its_price_is() {
        let done = json!({ "kind": "refunded", "refund": 1, "reference": "re", "amount": 50_000 });
        let failed = json!({ "kind": "refund_refused", "refund": 1, "reason": "not_reached" });
        let credit = json!({ "kind": "refund", "amount": 0, "way": "by_hand", "lines": [{ "line": 1, "units": 1 }] });
        for (changes, expected) in [
            (vec![], CardRefund::Kept),
            (vec![refund("gateway"), done], CardRefund::Returned),
            (vec![refund("gateway")], CardRefund::OnTheWay),
            (vec![refund("by_hand")], CardRefund::OnTheWay),
            (vec![refund("gateway"), failed], CardRefund::Kept),
            (vec![credit], CardRefund::Returned),
        ] {
            assert_eq!(
                refund_of(&life(&changes), LineId(1)),
                expected,
                "{changes:?}"
            );
            assert_eq!(refund_of(&life(&changes), LineId(2)), CardRefund::Kept);
        }
    }

    fn card() -> GiftCard {
        GiftCard {
            id: GiftCardId(1),
            digest: CodeDigest {
                key: None,
                digest: String::new(),
            },
            last_characters: String::new(),
            currency: Currency::CZK,
            initial: MinorUnits::new(50_000),
            balance: MinorUnits::new(50_000),
            issued_at: NOW,
            expires_at: None,
            disabled_at: None,
            note: None,
            sold: None,
            awaits_payment: false,
            withheld: false,
            needs_confirmation: false,
        }
    }

    /// [B.12] Only a card that pays is shown as one that pays.
    #[test]
    fn a_card_is_what_the_store_says() {
        let pays = |left, is_whole| SoldCardState::Pays {
            left: Money::new(MinorUnits::new(left), Currency::CZK),
            is_whole,
        };
        let with = |change: fn(&mut GiftCard)| {
            let mut card = card();
            change(&mut card);
            card
        };
        for (card, expected) in [
            (card(), pays(50_000, true)),
            (
                with(|card| card.balance = MinorUnits::new(1)),
                pays(1, false),
            ),
            (
                with(|card| card.balance = MinorUnits::ZERO),
                SoldCardState::UsedUp,
            ),
            (with(|card| card.withheld = true), SoldCardState::Withheld),
            (
                with(|card| card.awaits_payment = true),
                SoldCardState::AwaitsPayment,
            ),
            (
                with(|card| card.expires_at = Some(NOW)),
                SoldCardState::Expired,
            ),
            (
                with(|card| card.disabled_at = Some(NOW)),
                SoldCardState::Disabled(CardRefund::Kept),
            ),
        ] {
            assert_eq!(state(&card, &life(&[]), NOW), expected, "{card:?}");
            let is_of_use = matches!(
                expected,
                SoldCardState::Pays { .. } | SoldCardState::AwaitsPayment
            );
            assert_eq!(card.pays_or_will(NOW), is_of_use, "{card:?}");
        }
    }
}
