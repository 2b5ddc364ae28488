//! Tests uses of discounts and money of gift cards: reserved like stock, kept by an order, and given back exactly once.

use crate::support::{
    NOW, asking, authorised, begin_on, capture_refused, captured, card, declined, empty_cart, fill,
    product, ready_cart, rules, sold_cards, stored_cart, take, tracked,
};
use std::sync::Arc;
use tokio::task::JoinSet;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::{BoundPayment, Cart};
use zkratka_commerce::catalogue::Stock;
use zkratka_commerce::discount::{Benefit, Discount, Entitlement, Purchase, Trigger};
use zkratka_commerce::error::FaultCode;
use zkratka_commerce::gift_card::{CartGiftCard, CodeDigest, GiftCardId};
use zkratka_commerce::ids::{AttemptKey, OrderNumber, VariantId};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::payment::PaymentMethod;
use zkratka_commerce::pricing::{Question, Uses, price};
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{BeginOutcome, GiftCardState, NewGiftCard, SoldUnit, Store};

const MODRA: VariantId = VariantId(1);

/// `LAST` can be used once in all, `HELLO` once by each buyer, `ANY` without limit; each takes 10 Kč off.
fn shop_rules() -> Arc<ShopRules> {
    let discount = |code: &str, usage_limit, once_per_buyer| Discount {
        trigger: Trigger::Code(code.into()),
        benefit: Benefit::Amount(MinorUnits::new(1_000)),
        entitled: Entitlement::All,
        minimum_subtotal: None,
        minimum_quantity: None,
        usage_limit,
        once_per_buyer,
        buyers: Vec::new(),
        purchase: Purchase::Any,
        starts_at: None,
        ends_at: None,
        combines_with: Vec::new(),
    };
    Arc::new(ShopRules {
        discounts: vec![
            discount("LAST", Some(1), false),
            discount("HELLO", None, true),
            discount("ANY", None, false),
        ],
        ..rules()
    })
}

pub(crate) async fn open_shop(store: &dyn Store) {
    let mug = product("hrnek", &[("Modrá", 25_000, tracked(50))]);
    store.import(vec![mug]).await.unwrap();
}

fn unkeyed(digest: &str) -> CodeDigest {
    CodeDigest {
        key: None,
        digest: digest.into(),
    }
}

/// Issues a card; returns its id.
pub(crate) async fn issue(store: &dyn Store, digest: &str, minor: i64) -> GiftCardId {
    let card = NewGiftCard {
        digest: unkeyed(digest),
        other_digests: Vec::new(),
        last_characters: "wxyz".into(),
        amount: Money::new(MinorUnits::new(minor), Currency::CZK),
        issued_at: NOW,
        expires_at: None,
        note: None,
    };
    assert!(store.issue_gift_card(card).await.unwrap());
    store.gift_card(&[digest.into()]).await.unwrap().unwrap().id
}

async fn balance(store: &dyn Store, digest: &str) -> i64 {
    let card = store.gift_card(&[digest.into()]).await.unwrap();
    card.unwrap().balance.get()
}

/// How often a code has been used, in all and by Jana.
async fn uses(store: &dyn Store, code: &str) -> Uses {
    let question = Question {
        codes: vec![code.into()],
        buyers: zkratka_commerce::pricing::buyer_keys("jana@example.cz"),
        ..Question::default()
    };
    let facts = store.facts(question, NOW).await.unwrap();
    facts.uses.get(code).copied().unwrap_or_default()
}

/// A complete cart with one mug, priced with the store's discounts and gift cards.
pub(super) async fn ready(
    store: &dyn Store,
    key: u64,
    codes: &[&str],
    cards: &[GiftCardId],
    method: PaymentMethod,
) -> Cart {
    ready_with(store, key, &[(MODRA, 1)], codes, cards, method).await
}

/// The same with other goods.
pub(crate) async fn ready_with(
    store: &dyn Store,
    key: u64,
    contents: &[(VariantId, u32)],
    codes: &[&str],
    cards: &[GiftCardId],
    method: PaymentMethod,
) -> Cart {
    let mut cart = empty_cart(key);
    fill(&mut cart, contents);
    cart.discount_codes = codes.iter().map(|&code| code.to_owned()).collect();
    let gift = |&id: &GiftCardId| CartGiftCard {
        id,
        last_characters: "wxyz".into(),
    };
    cart.gift_cards = cards.iter().map(gift).collect();
    let rules = shop_rules();
    let question = Question::about(&cart, &rules);
    let facts = store.facts(question, NOW).await.unwrap();
    let catalogue = store.catalogue().await.unwrap();
    let priced = price(&cart, &catalogue, &rules, &facts);
    cart.payment = Some(BoundPayment {
        on_top: MinorUnits::ZERO,
        amount: Money::new(priced.total, Currency::CZK),
        method,
        revision: cart.revision,
    });
    store.insert_cart(&cart).await.unwrap();
    cart
}

async fn begin(store: &dyn Store, cart: &Cart, attempt: u64) -> BeginOutcome {
    let begin = begin_on(cart.key, attempt);
    store.begin_attempt(begin, shop_rules()).await.unwrap()
}

pub(crate) async fn begin_new(store: &dyn Store, cart: &Cart, attempt: u64) -> Attempt {
    match begin(store, cart, attempt).await {
        BeginOutcome::New(attempt) => *attempt,
        other => panic!("expected a new attempt, got {other:?}"),
    }
}

fn amount_refused(begun: &BeginOutcome) -> bool {
    matches!(begun, BeginOutcome::Refused(faults)
        if faults.iter().any(|fault| fault.code == FaultCode::PaymentsUnacceptablePaymentAmount))
}

pub(crate) async fn are_given_back_once_by_an_attempt_that_fails(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    let gift = issue(&*store, "one", 20_000).await;
    let cart = ready(&*store, 1, &["last"], &[gift], card()).await;
    let attempt = begin_new(&*store, &cart, 10).await;
    // 250 + 89 - 10 off = 329, of which the gift card pays 200.
    assert_eq!(attempt.snapshot.total, MinorUnits::new(12_900));
    assert_eq!(balance(&*store, "one").await, 0);
    assert_eq!(uses(&*store, "last").await.total, 1);
    // The attempt's own cart keeps the agreed discount and gift card.
    let held = stored_cart(&*store, cart.key).await;
    let question = Question::about(&held, &shop_rules());
    let facts = store.facts(question, NOW).await.unwrap();
    assert_eq!(facts.gift_cards[&gift].balance, MinorUnits::new(20_000));

    let attempt = take(&*store, asking(&attempt)).await;
    let failed = take(&*store, declined(&attempt)).await;
    assert_eq!(balance(&*store, "one").await, 20_000);
    let back = Uses {
        total: 0,
        by_buyer: false,
    };
    assert_eq!(uses(&*store, "last").await, back);
    // The same step again is superseded, and gives nothing back a second time.
    let again = store.advance(declined(&attempt)).await.unwrap();
    assert!(
        matches!(again, zkratka_store::StepOutcome::Superseded(_)),
        "{failed:?}"
    );
    assert_eq!(balance(&*store, "one").await, 20_000);
}

pub(crate) async fn stay_with_the_order_that_used_them(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    let gift = issue(&*store, "one", 20_000).await;
    let cart = ready(&*store, 1, &["HELLO"], &[gift], card()).await;
    let attempt = begin_new(&*store, &cart, 10).await;
    let attempt = take(&*store, asking(&attempt)).await;
    take(&*store, authorised(&attempt)).await;
    assert_eq!(balance(&*store, "one").await, 0);
    let used = Uses {
        total: 1,
        by_buyer: true,
    };
    assert_eq!(uses(&*store, "hello").await, used);
    let record = store.order(OrderNumber(1001)).await.unwrap().unwrap();
    let snapshot = record.order.snapshot;
    assert_eq!(snapshot.total, MinorUnits::new(12_900));
    assert_eq!(snapshot.discounts[0].amount, MinorUnits::new(1_000));
    assert_eq!(snapshot.gift_cards[0].amount, MinorUnits::new(20_000));

    // Another spelling of the address is the same buyer.
    let spelled = zkratka_commerce::pricing::buyer_keys("Jana+znovu@example.cz");
    let digest = vec![spelled[0].clone()];
    let used = store.discount_uses(digest).await.unwrap();
    assert_eq!((used.len(), used[0].code.as_str()), (1, "hello"));
    // Erasing the order's data does not give the code back.
    let record = store.order(OrderNumber(1001)).await.unwrap().unwrap();
    let attempt = store.attempt(record.order.attempt).await.unwrap().unwrap();
    take(&*store, captured(&attempt)).await;
    let request = zkratka_store::RedactOrder {
        number: OrderNumber(1001),
        unpaid: zkratka_commerce::redaction::UnpaidOrders::Refuse,
        detail: "eva: request".into(),
        now: NOW,
    };
    let redacted = store.redact_order(request).await.unwrap();
    assert_eq!(redacted, zkratka_store::RedactOutcome::Redacted);

    // The same buyer again: the code is used up for this buyer, and the gift card is empty.
    let again = ready(&*store, 2, &["hello"], &[gift], card()).await;
    assert_eq!(
        again.payment.as_ref().map(|payment| payment.amount.minor),
        Some(MinorUnits::new(33_900))
    );
    begin_new(&*store, &again, 11).await;
}

pub(crate) async fn that_cover_the_cart_need_no_other_payment(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    let gift = issue(&*store, "one", 50_000).await;
    let cart = ready(&*store, 1, &["any"], &[gift], PaymentMethod::Free).await;
    let attempt = begin_new(&*store, &cart, 10).await;
    assert_eq!(
        (attempt.snapshot.total, attempt.order),
        (MinorUnits::ZERO, Some(OrderNumber(1001)))
    );
    assert_eq!(balance(&*store, "one").await, 50_000 - 32_900);
    assert_eq!(uses(&*store, "any").await.total, 1);
}

/// If the discount or money shown is gone, the store sells nothing at another price.
pub(crate) async fn that_are_gone_meanwhile_are_noticed(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    let gift = issue(&*store, "one", 20_000).await;
    let slow = ready(&*store, 1, &["last"], &[], card()).await;
    let slower = ready(&*store, 2, &[], &[gift], card()).await;
    let quick = ready(&*store, 3, &["LAST"], &[gift], card()).await;
    begin_new(&*store, &quick, 10).await;
    for (cart, attempt) in [(slow, 11), (slower, 12)] {
        let begun = begin(&*store, &cart, attempt).await;
        assert!(amount_refused(&begun), "{begun:?}");
    }
    assert_eq!(uses(&*store, "last").await.total, 1);
    assert_eq!(balance(&*store, "one").await, 0);
}

/// Eight buyers at once want what only one can have.
pub(crate) async fn go_to_one_of_many_at_once(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    let gift = issue(&*store, "one", 20_000).await;
    for (round, codes, cards) in [
        (0, &["last"][..], &[][..]),
        (1, &[], &[gift]),
        (2, &["hello"], &[]),
    ] {
        let mut carts = Vec::new();
        for number in 1..=8 {
            carts.push(ready(&*store, round * 100 + number, codes, cards, card()).await);
        }
        let mut begins = JoinSet::new();
        for cart in carts {
            let store = Arc::clone(&store);
            begins.spawn(async move { begin(&*store, &cart, 1_000 + cart.key.0).await });
        }
        let begun = begins.join_all().await;
        let new = begun
            .iter()
            .filter(|begun| matches!(begun, BeginOutcome::New(_)));
        assert_eq!(new.count(), 1, "{codes:?}: {begun:?}");
        assert_eq!(
            begun.iter().filter(|begun| amount_refused(begun)).count(),
            7
        );
    }
    assert_eq!(balance(&*store, "one").await, 0);
    assert_eq!(uses(&*store, "last").await.total, 1);
    assert_eq!(uses(&*store, "hello").await.total, 1);
}

/// How much a gift card can pay of a cart; `attempt` is the attempt that holds the cart, if any.
async fn can_pay(
    store: &dyn Store,
    id: GiftCardId,
    attempt: Option<u64>,
    now: Timestamp,
) -> Option<i64> {
    let question = Question {
        gift_cards: vec![id],
        attempt: attempt.map(AttemptKey),
        ..Question::default()
    };
    let facts = store.facts(question, now).await.unwrap();
    facts.gift_cards.get(&id).map(|known| known.balance.get())
}

pub(crate) async fn void_cards_pay_nothing(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    let end = Timestamp(NOW.0 + 1_000);
    let card_until = NewGiftCard {
        digest: unkeyed("until"),
        other_digests: Vec::new(),
        last_characters: "wxyz".into(),
        amount: Money::new(MinorUnits::new(20_000), Currency::CZK),
        issued_at: NOW,
        expires_at: Some(end),
        note: Some("Reklamace 1042".into()),
    };
    assert!(store.issue_gift_card(card_until).await.unwrap());
    let until = store.gift_card(&["until".into()]).await.unwrap().unwrap();
    assert_eq!(until.note.as_deref(), Some("Reklamace 1042"));
    assert_eq!(until.state(NOW), GiftCardState::Usable);
    assert_eq!(until.state(end), GiftCardState::Expired);
    let last = Timestamp(end.0 - 1);
    assert_eq!(can_pay(&*store, until.id, None, last).await, Some(20_000));
    assert_eq!(can_pay(&*store, until.id, None, end).await, None);

    let held = issue(&*store, "held", 20_000).await;
    let cart = ready(&*store, 1, &[], &[held], card()).await;
    let attempt = begin_new(&*store, &cart, 101).await;
    let later = Timestamp(NOW.0 + 5);
    let disabled = store.disable_gift_card(held, later).await.unwrap().unwrap();
    assert_eq!(disabled.disabled_at, Some(later));
    assert_eq!(disabled.state(NOW), GiftCardState::Disabled);
    assert_eq!(disabled.balance, MinorUnits::ZERO);
    let again = store.disable_gift_card(held, end).await.unwrap().unwrap();
    assert_eq!(again.disabled_at, Some(later), "disabled once");
    assert_eq!(can_pay(&*store, held, None, later).await, None);
    assert_eq!(
        can_pay(&*store, held, Some(101), later).await,
        Some(20_000),
        "what was agreed to holds"
    );
    take(&*store, declined(&attempt)).await;
    assert_eq!(balance(&*store, "held").await, 20_000);
    assert_eq!(can_pay(&*store, held, None, later).await, None);
    let other = ready(&*store, 2, &[], &[held], card()).await;
    let attempt = begin_new(&*store, &other, 102).await;
    assert_eq!(attempt.snapshot.gift_cards, []);
    assert_eq!(balance(&*store, "held").await, 20_000);
    let unknown = store.disable_gift_card(GiftCardId(99), NOW).await.unwrap();
    assert!(unknown.is_none());
}

/// Whether each of the newest cards, oldest first, can pay: whether its code leads to a usable card, and whether a cart
/// that already holds it may pay with it.
pub(super) async fn pay(store: &dyn Store, newest: u32) -> Vec<bool> {
    let mut answers = Vec::new();
    for card in store.gift_cards(newest).await.unwrap() {
        let is_usable = card.state(NOW) == GiftCardState::Usable;
        let has_money = can_pay(store, card.id, None, NOW).await.is_some();
        assert_eq!(is_usable, has_money, "card {}", card.id.0);
        assert_eq!(card.balance, card.initial, "nothing is lost");
        answers.insert(0, is_usable);
    }
    answers
}

/// Sold gift cards pay while the shop has the money of their order: not while it is only authorised, and not after the
/// gateway refused the capture. A late success makes them usable, except for a card that an operator has disabled.
pub(crate) async fn sold_gift_cards_pay_once_they_are_paid(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    issue(&*store, "one", 20_000).await;
    sell_gift_cards(&*store).await;
    let mut orders = Vec::new();
    for number in [1, 2] {
        let cart = ready_cart(&*store, number, &[(VariantId(2), 2)], card()).await;
        let attempt = begin_new(&*store, &cart, 100 + number).await;
        let asked = take(&*store, asking(&attempt)).await;
        orders.push(take(&*store, authorised(&asked)).await);
    }
    let none = [false; 2];
    assert_eq!(pay(&*store, 5).await, [&[true][..], &none, &none].concat());
    let newest = &store.gift_cards(1).await.unwrap()[0];
    assert_eq!(newest.state(NOW), GiftCardState::AwaitsPayment);

    let early = newest.id;
    let cart = ready(&*store, 3, &[], &[early], card()).await;
    let attempt = begin_new(&*store, &cart, 103).await;
    assert_eq!(attempt.snapshot.gift_cards, [], "the mug costs its price");

    take(&*store, captured(&orders[0])).await;
    let refused = take(&*store, capture_refused(&orders[1])).await;
    let paid = [true; 2];
    assert_eq!(pay(&*store, 5).await, [&[true][..], &paid, &none].concat());
    store.disable_gift_card(early, NOW).await.unwrap();
    take(&*store, captured(&refused)).await;
    let late = [true, false];
    assert_eq!(pay(&*store, 5).await, [&[true][..], &paid, &late].concat());
}

pub(crate) async fn sell_gift_cards(store: &dyn Store) {
    let mut gift = product("darkova-karta", &[("500 Kč", 50_000, Stock::Untracked)]);
    gift.gift_card = true;
    gift.variants[0].requires_shipping = false;
    gift.variants[0].taxable = false;
    store.import(vec![gift]).await.unwrap();
}

pub(crate) async fn sold_gift_cards_are_issued_once(store: Arc<dyn Store>) {
    sell_gift_cards(&*store).await;
    let cart = ready_cart(&*store, 1, &[(MODRA, 3)], card()).await;
    let declined_cart = ready_cart(&*store, 2, &[(MODRA, 1)], card()).await;
    let attempt = begin_new(&*store, &cart, 101).await;
    let failing = begin_new(&*store, &declined_cart, 102).await;
    assert_eq!(store.gift_cards(10).await.unwrap(), []);
    take(&*store, declined(&failing)).await;
    let asked = take(&*store, asking(&attempt)).await;
    let done = take(&*store, authorised(&asked)).await;
    // The same step from a server that is too late changes nothing.
    let late = store.advance(authorised(&asked)).await.unwrap();
    assert!(matches!(late, zkratka_store::StepOutcome::Superseded(_)));
    take(&*store, captured(&done)).await;

    let mut listed = store.gift_cards(10).await.unwrap();
    listed.reverse();
    let of_order = store.gift_cards_of(OrderNumber(1001)).await.unwrap();
    assert_eq!(of_order, listed);
    assert_eq!(store.gift_cards_of(OrderNumber(1002)).await.unwrap(), []);
    let sold = sold_cards(&asked);
    assert_eq!((listed.len(), sold.len()), (3, 3));
    for (card, sold) in listed.iter().zip(&sold) {
        let digests = ["none".to_owned(), sold.digest.digest.clone()];
        let found = store.gift_card(&digests).await.unwrap();
        assert_eq!(found.as_ref(), Some(card));
        assert_eq!(
            (card.initial, card.balance),
            (MinorUnits::new(50_000), MinorUnits::new(50_000))
        );
        assert_eq!(card.currency, Currency::CZK);
        assert_eq!(card.last_characters, sold.last_characters);
        assert_eq!(card.digest, sold.digest);
        let unit = SoldUnit {
            order: OrderNumber(1001),
            line: sold.unit.line,
            unit: sold.unit.unit,
        };
        assert_eq!(card.sold, Some(unit));
        assert_eq!(card.state(NOW), GiftCardState::Usable);
    }
}

pub(crate) async fn gift_cards_are_issued_once(store: Arc<dyn Store>) {
    issue(&*store, "one", 20_000).await;
    issue(&*store, "two", 30_000).await;
    let again = NewGiftCard {
        digest: unkeyed("one"),
        other_digests: Vec::new(),
        last_characters: "abcd".into(),
        amount: Money::new(MinorUnits::new(99_000), Currency::CZK),
        issued_at: NOW,
        expires_at: None,
        note: None,
    };
    assert!(!store.issue_gift_card(again).await.unwrap());
    let listed = store.gift_cards(10).await.unwrap();
    let listed: Vec<_> = listed
        .iter()
        .map(|card| (card.balance.get(), card.initial.get()))
        .collect();
    assert_eq!(listed, [(30_000, 30_000), (20_000, 20_000)]);
    assert_eq!(store.gift_cards(1).await.unwrap().len(), 1);
    assert!(store.gift_card(&["three".into()]).await.unwrap().is_none());
}
