//! Tests what the store keeps of codes and of the keys that made them, and cards whose order is contested.

use super::benefits::{begin_new, issue, open_shop, pay, ready, sell_gift_cards};
use super::order_life::stored;
use crate::support::{
    NOW, asking, authorised, captured, card, declined, in_review, ready_cart, take,
};
use std::sync::Arc;
use zkratka_commerce::attempt::SoldGiftCard;
use zkratka_commerce::gift_card::{CodeDigest, CodeKeyId};
use zkratka_commerce::ids::{OrderNumber, VariantId};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::order_life::LifeEvent;
use zkratka_commerce::refund::PaymentReport;
use zkratka_store::{CodeKeyUse, GiftCardState, NewGiftCard, StepCommit, Store, StoreError};

/// The gift card, in a shop that sells nothing else.
const GIFT: VariantId = VariantId(1);

/// [B.12] An order is not made with other gift cards than it sells: a code that nobody could compute again would be lost.
pub(crate) async fn an_order_sells_exactly_its_gift_cards(store: Arc<dyn Store>) {
    sell_gift_cards(&*store).await;
    let cart = ready_cart(&*store, 1, &[(GIFT, 2)], card()).await;
    let attempt = begin_new(&*store, &cart, 101).await;
    let asked = take(&*store, asking(&attempt)).await;
    for change in [
        (|cards| cards.clear()) as fn(&mut Vec<SoldGiftCard>),
        |cards| drop(cards.pop()),
        |cards| cards.push(cards[0].clone()),
        |cards| cards[1].unit.amount.minor = MinorUnits::new(90_000),
    ] {
        let mut step = authorised(&asked);
        if let StepCommit::MakeOrder { cards, .. } = &mut step.commit {
            change(cards);
        }
        let refused = store.advance(step).await.unwrap_err();
        assert!(matches!(refused, StoreError::Inconsistent(_)), "{refused}");
    }
    assert_eq!(store.gift_cards(10).await.unwrap(), []);
    take(&*store, authorised(&asked)).await;
    assert_eq!(store.gift_cards(10).await.unwrap().len(), 2);
}

/// [B.12] A code is issued once, whichever key made the digest; an old card keeps its balance.
pub(crate) async fn a_code_of_another_key_is_not_issued_again(store: Arc<dyn Store>) {
    issue(&*store, "old", 20_000).await;
    let mut again = NewGiftCard {
        digest: CodeDigest {
            key: CodeKeyId::parse("new").ok(),
            digest: "keyed".into(),
        },
        other_digests: vec!["other".into(), "old".into()],
        last_characters: "wxyz".into(),
        amount: Money::new(MinorUnits::new(99_000), Currency::CZK),
        issued_at: NOW,
        expires_at: None,
        note: None,
    };
    assert!(!store.issue_gift_card(again.clone()).await.unwrap());
    again.other_digests = vec!["other".into()];
    assert!(store.issue_gift_card(again).await.unwrap());
    // The first of several digests counts.
    for (digests, expected) in [(["keyed", "old"], 99_000), (["old", "keyed"], 20_000)] {
        let digests = digests.map(str::to_owned);
        let found = store.gift_card(&digests).await.unwrap().unwrap();
        assert_eq!(found.balance, MinorUnits::new(expected));
    }
}

/// [B.12] The store says how many cards depend on a key, and remembers what shows that a key is the one used before.
pub(crate) async fn keys_of_codes_are_counted_and_recognised(store: Arc<dyn Store>) {
    sell_gift_cards(&*store).await;
    issue(&*store, "one", 20_000).await;
    let cart = ready_cart(&*store, 1, &[(GIFT, 3)], card()).await;
    let attempt = begin_new(&*store, &cart, 101).await;
    let asked = take(&*store, asking(&attempt)).await;
    take(&*store, authorised(&asked)).await;
    let newest = store.gift_cards(1).await.unwrap()[0].id;
    store.disable_gift_card(newest, NOW).await.unwrap();
    let key = CodeKeyId::parse("test").unwrap();
    let uses = |key, cards, with_balance, may_get_money| CodeKeyUse {
        key,
        cards,
        with_balance,
        may_get_money,
    };
    assert_eq!(
        store.code_key_uses(NOW).await.unwrap(),
        [uses(None, 1, 1, 0), uses(Some(key.clone()), 3, 2, 0)]
    );
    assert_eq!(store.recorded_code_key(&key).await.unwrap(), None);
    assert_eq!(store.claim_code_key(&key, "first").await.unwrap(), "first");
    assert_eq!(store.claim_code_key(&key, "second").await.unwrap(), "first");
    let recorded = store.recorded_code_key(&key).await.unwrap();
    assert_eq!(recorded.as_deref(), Some("first"));
    let other = CodeKeyId::parse("other").unwrap();
    assert_eq!(
        store.claim_code_key(&other, "second").await.unwrap(),
        "second"
    );
}

/// [B.12] The store says how many payments under way sell gift cards: their orders need a key.
pub(crate) async fn payments_that_sell_cards_are_counted(store: Arc<dyn Store>) {
    let store = &*store;
    open_shop(store).await;
    sell_gift_cards(store).await;
    let count = async || store.attempts_selling_gift_cards().await.unwrap();
    let mut asked = Vec::new();
    for (number, variant) in [(1, VariantId(1)), (2, VariantId(2)), (3, VariantId(2))] {
        let cart = ready_cart(store, number, &[(variant, 1)], card()).await;
        let attempt = begin_new(store, &cart, 100 + number).await;
        asked.push(take(store, asking(&attempt)).await);
    }
    assert_eq!(count().await, 2);
    let held = take(store, authorised(&asked[1])).await;
    assert_eq!(count().await, 1);
    take(store, captured(&held)).await;
    // A person may still decide that the money was taken.
    let reviewed = take(store, in_review(&asked[2])).await;
    assert_eq!(count().await, 1);
    take(store, declined(&reviewed)).await;
    assert_eq!(count().await, 0);
}

/// [B.12] A card that a payment has used up needs its key as long as the money may come back; a disabled one does not.
pub(crate) async fn used_up_cards_that_may_get_money_are_counted(store: Arc<dyn Store>) {
    let store = &*store;
    open_shop(store).await;
    let gift = issue(store, "used", 1_000).await;
    let counts = async || {
        let uses = store.code_key_uses(NOW).await.unwrap().remove(0);
        (uses.cards, uses.with_balance, uses.may_get_money)
    };
    assert_eq!(counts().await, (1, 1, 0));
    let cart = ready(store, 1, &[], &[gift], card()).await;
    begin_new(store, &cart, 101).await;
    assert_eq!(counts().await, (1, 0, 1));
    store.disable_gift_card(gift, NOW).await.unwrap();
    assert_eq!(counts().await, (1, 0, 0));
}

/// [B.12] Cards that an order sold pay nothing while its payment is disputed or once the money has gone back. A won dispute
/// lets them pay again, unless the money has gone back otherwise.
pub(crate) async fn cards_of_a_contested_order_are_withheld(store: Arc<dyn Store>) {
    let store = &*store;
    open_shop(store).await;
    sell_gift_cards(store).await;
    let mut orders = Vec::new();
    for number in [1, 2] {
        let cart = ready_cart(store, number, &[(VariantId(2), 2)], card()).await;
        let attempt = begin_new(store, &cart, 100 + number).await;
        let asked = take(store, asking(&attempt)).await;
        let held = take(store, authorised(&asked)).await;
        orders.push(take(store, captured(&held)).await.order.unwrap());
    }
    let amount = Money::new(MinorUnits::new(100_000), Currency::CZK);
    let dispute = || "d-1".to_owned();
    let opened = || PaymentReport::DisputeOpened {
        dispute: dispute(),
        amount,
    };
    let won = || PaymentReport::DisputeWon { dispute: dispute() };
    let lost = || PaymentReport::DisputeLost {
        dispute: dispute(),
        amount,
    };
    let reversed = || PaymentReport::Reversed {
        reference: "r-1".to_owned(),
        amount,
    };
    let heard = async |order: OrderNumber, report| {
        stored(store, order, LifeEvent::Reported(report)).await;
        pay(store, 4).await
    };
    let (yes, no) = ([true; 2], [false; 2]);
    assert_eq!(pay(store, 4).await, [yes, yes].concat());
    assert_eq!(heard(orders[0], opened()).await, [no, yes].concat());

    let withheld = &store.gift_cards_of(orders[0]).await.unwrap()[0];
    assert_eq!(withheld.state(NOW), GiftCardState::Withheld);
    let cart = ready(store, 3, &[], &[withheld.id], card()).await;
    let attempt = begin_new(store, &cart, 103).await;
    assert_eq!(attempt.snapshot.gift_cards, [], "the mug costs its price");

    assert_eq!(heard(orders[0], won()).await, [yes, yes].concat());
    assert_eq!(heard(orders[0], reversed()).await, [no, yes].concat());
    assert_eq!(heard(orders[1], opened()).await, [no, no].concat());
    assert_eq!(heard(orders[1], lost()).await, [no, no].concat());
    // Lost is final, also if a report of another end comes late.
    assert_eq!(heard(orders[1], won()).await, [no, no].concat());
}
