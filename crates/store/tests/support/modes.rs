//! Orders and gift cards of either mode.

use super::{NOW, begin_on, product, ready_cart, rules, tracked};
use std::sync::Arc;
use zkratka_commerce::gift_card::{CodeDigest, GiftCardId};
use zkratka_commerce::ids::VariantId;
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::order::Mode;
use zkratka_commerce::payment::PaymentMethod;
use zkratka_commerce::pricing::Question;
use zkratka_store::{BeginAttempt, BeginOutcome, NewGiftCard, Store};

const DIGEST: &str = "digest";

/// Makes an order of this mode.
pub(crate) async fn order_of(store: &dyn Store, key: u64, mode: Mode) {
    let mug = product("hrnek", &[("Modrá", 25_000, tracked(9))]);
    store.import(vec![mug]).await.unwrap();
    let on_delivery = PaymentMethod::CashOnDelivery;
    let cart = ready_cart(store, key, &[(VariantId(1), 1)], on_delivery).await;
    let begin = BeginAttempt {
        mode,
        ..begin_on(cart.key, 100 + key)
    };
    let outcome = store.begin_attempt(begin, Arc::new(rules())).await.unwrap();
    assert!(matches!(outcome, BeginOutcome::New(_)), "{outcome:?}");
}

fn new_card(digest: &str, other_digests: &[&str]) -> NewGiftCard {
    NewGiftCard {
        digest: CodeDigest {
            key: None,
            digest: digest.into(),
        },
        other_digests: other_digests.iter().map(|&other| other.into()).collect(),
        last_characters: "2026".into(),
        amount: Money::new(MinorUnits::new(50_000), Currency::CZK),
        issued_at: NOW,
        expires_at: None,
        note: None,
    }
}

/// A gift card that was issued.
pub(crate) struct IssuedCard(GiftCardId);

/// Issues a card that pays.
pub(crate) async fn usable_card(store: &dyn Store) -> IssuedCard {
    let card = new_card(DIGEST, &[]);
    assert!(store.issue_gift_card(card).await.unwrap());
    IssuedCard(store.gift_cards(1).await.unwrap()[0].id)
}

impl IssuedCard {
    /// Whether its code leads to it.
    pub(crate) async fn is_found(&self, store: &dyn Store) -> bool {
        store.gift_card(&[DIGEST.into()]).await.unwrap().is_some()
    }

    /// Whether a card with its code can be issued with another key.
    pub(crate) async fn is_issued_again(&self, store: &dyn Store) -> bool {
        let again = new_card("of another key", &[DIGEST]);
        store.issue_gift_card(again).await.unwrap()
    }

    /// Whether a cart that already holds it can pay with it.
    pub(crate) async fn has_money(&self, store: &dyn Store) -> bool {
        let question = Question {
            codes: Vec::new(),
            buyers: Vec::new(),
            gift_cards: vec![self.0],
            attempt: None,
        };
        let facts = store.facts(question, NOW).await.unwrap();
        facts.gift_cards.contains_key(&self.0)
    }
}
