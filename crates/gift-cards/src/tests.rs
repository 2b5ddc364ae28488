//! Tests the keys of a shop with a database of its own.

mod under_way;

use crate::check::missing;
use crate::sold::{SoldCards, Told};
use crate::{
    CodeKey, CodeLookup, KeyFault, KeyRing, KeyState, Terms, check_keys, issue, key_faults,
    key_rows, look_up,
};
use std::sync::{Arc, Mutex};
use tempfile::TempDir;
use zkratka_commerce::gift_card::{
    CodeDigest, CodeKeyId, GiftCardCode, GiftCardId, LinkTo, SoldCodes,
};
use zkratka_commerce::ids::{AttemptKey, LineId, OrderNumber, Secret};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::order::Mode;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{CodeKeyUse, GiftCard, NewGiftCard, SoldUnit, Store, StorePlace};

const NOW: Timestamp = Timestamp(1_800_000_000_000);
const SECRET: Secret = Secret([9; 16]);

fn key(id: &str, byte: u8) -> CodeKey {
    CodeKey::new(CodeKeyId::parse(id).unwrap(), &[byte; 32]).unwrap()
}

fn ring(keys: &[(&str, u8)]) -> KeyRing {
    KeyRing::new(keys.iter().map(|&(id, byte)| key(id, byte)).collect())
}

fn code(text: &str) -> GiftCardCode {
    GiftCardCode::parse(text).unwrap()
}

async fn open() -> (TempDir, Arc<dyn Store>) {
    let folder = tempfile::tempdir().unwrap();
    let place = StorePlace::Sqlite(folder.path().join("shop.sqlite"));
    let store = zkratka_store::open(&place, Mode::Live).await.unwrap();
    (folder, store)
}

fn terms(minor: i64) -> Terms {
    Terms {
        amount: Money::new(MinorUnits::new(minor), Currency::CZK),
        issued_at: NOW,
        expires_at: None,
        note: None,
    }
}

/// Issues a card as it was done before there were keys.
async fn issue_unkeyed(store: &dyn Store, text: &str) {
    let code = code(text);
    let card = NewGiftCard {
        digest: CodeDigest {
            key: None,
            digest: code.unkeyed_digest(),
        },
        other_digests: Vec::new(),
        last_characters: code.last_characters().to_owned(),
        amount: terms(50_000).amount,
        issued_at: NOW,
        expires_at: None,
        note: None,
    };
    assert!(store.issue_gift_card(card).await.unwrap());
}

async fn is_found(store: &dyn Store, ring: &KeyRing, text: &str) -> bool {
    let found = look_up(store, ring, text, Currency::CZK, NOW).await;
    matches!(found.unwrap(), CodeLookup::Card(_))
}

/// [B.12] After a key is replaced, cards of the old one and cards from before there were keys still pay; without its key
/// a card is unknown.
#[tokio::test]
async fn cards_are_found_with_every_configured_key() {
    let (_folder, store) = open().await;
    let store = &*store;
    let (old, both, new) = (
        ring(&[("2025", 1)]),
        ring(&[("2026", 2), ("2025", 1)]),
        ring(&[("2026", 2)]),
    );
    issue_unkeyed(store, "PRED-KLICI-1").await;
    assert!(
        issue(store, &old, &code("STARY-KLIC-1"), terms(1))
            .await
            .unwrap()
    );
    assert!(
        issue(store, &both, &code("NOVY-KLIC-1"), terms(1))
            .await
            .unwrap()
    );
    for (text, expected) in [
        ("pred klici 1", [true, true, true]),
        ("stary klic 1", [true, true, false]),
        ("novy klic 1", [false, true, true]),
        ("jiny klic 1", [false, false, false]),
    ] {
        let mut found = Vec::new();
        for ring in [&old, &both, &new] {
            found.push(is_found(store, ring, text).await);
        }
        assert_eq!(found, expected, "{text}");
    }
}

/// [B.12] The same code is not issued under a second key, which would double its money.
#[tokio::test]
async fn a_code_is_issued_once_whatever_key_is_current() {
    let (_folder, store) = open().await;
    let store = &*store;
    let both = ring(&[("2026", 2), ("2025", 1)]);
    issue_unkeyed(store, "PRED-KLICI-1").await;
    let old = ring(&[("2025", 1)]);
    assert!(
        issue(store, &old, &code("STARY-KLIC-1"), terms(1))
            .await
            .unwrap()
    );
    for text in ["PRED-KLICI-1", "STARY-KLIC-1"] {
        assert!(!issue(store, &both, &code(text), terms(9)).await.unwrap());
    }
    assert_eq!(store.gift_cards(10).await.unwrap().len(), 2);
    let refused = issue(store, &ring(&[]), &code("BEZ-KLICE-1"), terms(1)).await;
    assert!(
        refused
            .unwrap_err()
            .to_string()
            .contains("[gift_card_codes]")
    );
}

/// [B.12] A live shop does not run without a key that cards with a balance need, or with another secret under its id.
#[tokio::test]
async fn missing_and_exchanged_keys_are_noticed() {
    let (_folder, store) = open().await;
    let store = &*store;
    let checked = async |keys: &[(&str, u8)], mode| check_keys(store, &ring(keys), mode, NOW).await;
    checked(&[], Mode::Live).await.unwrap();
    checked(&[("2025", 1)], Mode::Live).await.unwrap();
    let old = ring(&[("2025", 1)]);
    assert!(
        issue(store, &old, &code("STARY-KLIC-1"), terms(1))
            .await
            .unwrap()
    );
    for keys in [&[][..], &[("2026", 2)]] {
        let fault = checked(keys, Mode::Live).await.unwrap_err();
        assert!(
            matches!(&fault, KeyFault::Missing { key, cards: 1 } if key.as_str() == "2025"),
            "{fault}"
        );
        checked(keys, Mode::Test).await.unwrap();
    }
    checked(&[("2026", 2), ("2025", 1)], Mode::Live)
        .await
        .unwrap();
    for mode in [Mode::Live, Mode::Test] {
        let fault = checked(&[("2025", 3)], mode).await.unwrap_err();
        assert!(matches!(fault, KeyFault::OtherSecret(_)), "{fault}");
    }
    let found = key_faults(store, &ring(&[("2025", 3)]), NOW).await.unwrap();
    assert!(matches!(found[..], [KeyFault::OtherSecret(_)]), "{found:?}");
    // A look records nothing: another secret of an unused id can still be the first.
    let unused = ring(&[("2025", 1), ("2027", 4)]);
    assert!(key_faults(store, &unused, NOW).await.unwrap().is_empty());
    checked(&[("2025", 1), ("2027", 5)], Mode::Live)
        .await
        .unwrap();
    let card = store.gift_cards(1).await.unwrap()[0].id;
    store.disable_gift_card(card, NOW).await.unwrap();
    checked(&[], Mode::Live).await.unwrap();
    issue_unkeyed(store, "PRED-KLICI-1").await;
    let fault = checked(&[], Mode::Live).await.unwrap_err();
    assert!(matches!(fault, KeyFault::NoKey { cards: 1 }), "{fault}");
    checked(&[("2026", 2)], Mode::Live).await.unwrap();
}

/// A missing key is logged once, however often buyers look at their orders.
#[test]
fn a_missing_key_is_told_once() {
    let told = Told(Mutex::default());
    let key = CodeKeyId::parse("2025").unwrap();
    let asked = [Some(&key), None, Some(&key), None].map(|key| told.is_first(key));
    assert_eq!(asked, [true, true, false, false]);
}

/// [B.12] A shop starts without a key that only used-up cards need. The key is reported, because a refund may put money on
/// them. Cards with a balance come first.
#[test]
fn a_key_for_used_up_cards_is_only_told() {
    let used = |with_balance, may_get_money| CodeKeyUse {
        key: CodeKeyId::parse("2025").ok(),
        cards: 9,
        with_balance,
        may_get_money,
    };
    let new = ring(&[("2026", 2)]);
    let fault = missing(&new, used(0, 2)).unwrap();
    assert!(matches!(fault, KeyFault::MissingForLater { cards: 2, .. }));
    assert!(!fault.stops(Mode::Live));
    assert!(fault.to_string().contains("gift-card disable"), "{fault}");
    let fault = missing(&new, used(1, 2)).unwrap();
    assert!(matches!(fault, KeyFault::Missing { cards: 1, .. }));
    assert!(fault.stops(Mode::Live) && !fault.stops(Mode::Test));
    assert!(missing(&new, used(0, 0)).is_none());
    assert!(missing(&ring(&[("2025", 1)]), used(1, 2)).is_none());
}

#[tokio::test]
async fn operators_see_which_keys_cards_need() {
    let (_folder, store) = open().await;
    let store = &*store;
    issue_unkeyed(store, "PRED-KLICI-1").await;
    for (text, keys) in [("STARY-KLIC-1", ("2024", 1)), ("NOVY-KLIC-1", ("2025", 2))] {
        assert!(
            issue(store, &ring(&[keys]), &code(text), terms(1))
                .await
                .unwrap()
        );
    }
    let rows = key_rows(store, &ring(&[("2026", 3), ("2025", 2)]), NOW).await;
    let rows: Vec<_> = rows
        .unwrap()
        .into_iter()
        .map(|row| (row.key.map(|key| key.to_string()), row.state, row.cards))
        .collect();
    let key = |id: &str| Some(id.to_owned());
    assert_eq!(
        rows,
        [
            (key("2026"), KeyState::Current, 0),
            (key("2025"), KeyState::Old, 1),
            (None, KeyState::NotNeeded, 1),
            (key("2024"), KeyState::Missing, 1),
        ]
    );
}

fn sold_card(digest: CodeDigest) -> GiftCard {
    GiftCard {
        id: GiftCardId(1),
        digest,
        last_characters: String::new(),
        currency: Currency::CZK,
        initial: MinorUnits::new(1),
        balance: MinorUnits::new(1),
        issued_at: NOW,
        expires_at: None,
        disabled_at: None,
        note: None,
        sold: Some(SoldUnit {
            order: OrderNumber(1001),
            line: LineId(1),
            unit: 0,
        }),
        awaits_payment: false,
        withheld: false,
        needs_confirmation: false,
    }
}

/// [B.12] A sold card's code is made again with the key that made it, and never shown if it is not the card's code.
#[test]
fn a_sold_code_is_made_again_with_its_key() {
    let sold = ring(&[("2025", 1)]).sell(&SECRET, LineId(1), 0).unwrap();
    let card = sold_card(sold.digest);
    let made = |keys: &[(&str, u8)], card: &GiftCard| ring(keys).code_of(card, &SECRET);
    let code = made(&[("2026", 2), ("2025", 1)], &card).unwrap();
    assert_eq!(code.last_characters(), sold.last_characters);
    assert_eq!(made(&[("2026", 2)], &card), None);
    assert_eq!(made(&[("2025", 3)], &card), None);
    let unkeyed = GiftCardCode::sold_unkeyed(&SECRET, LineId(1), 0);
    let before = sold_card(CodeDigest {
        key: None,
        digest: unkeyed.unkeyed_digest(),
    });
    assert_eq!(made(&[("2026", 2)], &before), Some(unkeyed.clone()));
    assert_ne!(code, unkeyed);
    let all = SoldCards::new(&ring(&[("2026", 2)]), &SECRET, vec![before, card.clone()]);
    assert_eq!((all.issued.len(), all.without_code.len()), (1, 1));
    for (keys, reason) in [(("2026", 2), "key 2025 is not"), (("2025", 3), "again")] {
        let why = ring(&[keys]).why_no_code(&all.without_code[0]);
        assert!(why.contains(reason), "{why}");
    }
    let by_hand = GiftCard { sold: None, ..card };
    assert_eq!(made(&[("2025", 1)], &by_hand), None);
    assert_eq!(ring(&[]).sell(&SECRET, LineId(1), 0), None);
}

/// [B.12] After a key is replaced, links of the old one still lead to their orders; without it they lead nowhere.
#[test]
fn links_are_made_with_every_configured_key() {
    let (old, both, new) = (
        ring(&[("2025", 1)]),
        ring(&[("2026", 2), ("2025", 1)]),
        ring(&[("2026", 2)]),
    );
    let id = CodeKeyId::parse("2025").unwrap();
    let link = |ring: &KeyRing| ring.link_secret(&id, LinkTo::OrderPage, AttemptKey(7), &SECRET);
    assert!(link(&old).is_some());
    assert_eq!(link(&old), link(&both));
    assert_eq!(link(&new), None);
    let (now, before) = (both.seal("token-1"), old.seal("token-1"));
    assert_eq!(now[1..], before);
    assert_eq!(now[..1], new.seal("token-1"));
}
