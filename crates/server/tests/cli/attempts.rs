//! Tests the commands for attempts in review: list, show, and release after a person has checked the gateway.

use super::support::{CONFIG, Folder};
use serde_json::{Value, json};
use std::sync::Arc;
use zkratka_attempts::{gateway_key, public_id};
use zkratka_commerce::address::Address;
use zkratka_commerce::attempt::{
    Attempt, AttemptState, Reservation, ReviewReason, SoldGiftCard, gift_card_units,
};
use zkratka_commerce::cart::{BoundPayment, BuyerIdentity, Cart, CartLine, SelectedDelivery};
use zkratka_commerce::gift_card::NoSoldCodes;
use zkratka_commerce::gift_card::{CodeDigest, GiftCardCode};
use zkratka_commerce::ids::{AttemptKey, CartKey, LineId, Secret, VariantId};
use zkratka_commerce::money::{MinorUnits, Money};
use zkratka_commerce::order::{Mode, OrderPayment, TimelineEntry};
use zkratka_commerce::payment::{CardSummary, PaymentMethod};
use zkratka_commerce::pricing::{Facts, price};
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::time::Timestamp;
use zkratka_config::Config;
use zkratka_store::{
    AttemptStep, BeginAttempt, BeginOutcome, CartCheck, ManualOrderCheck, StepCommit, StepOutcome,
    Store,
};

const NOW: Timestamp = Timestamp(1_760_000_000_000);
const FEED: &str = "Handle,Title,Variant Price,Variant Inventory Tracker,Variant Inventory Qty\nhrnek,Hrnek,289.50,shopify,9\n";

/// A shop's folder with nine mugs.
struct Shop {
    folder: Folder,
    rules: Arc<ShopRules>,
    store: Arc<dyn Store>,
}

impl Shop {
    async fn open() -> Self {
        Self::selling(FEED).await
    }

    async fn selling(feed: &str) -> Self {
        let folder = Folder::with(CONFIG);
        let feed = folder.write("feed.csv", feed);
        let feed = feed.to_str().expect("a path");
        folder.run(&["import", feed]).ended_with(0);
        let config = Config::load(&folder.path("zkratka.toml")).expect("a configuration");
        let store = zkratka_store::open(&config.store.place, config.server.mode).await;
        Self {
            folder,
            rules: Arc::new(config.rules.clone()),
            store: store.expect("a store"),
        }
    }

    /// Begins an attempt of a card payment for two mugs.
    async fn begun(&self, key: u64) -> Attempt {
        let mut cart = Cart::new(CartKey(key), Secret([1; 16]), Secret([2; 16]), NOW);
        cart.lines = vec![CartLine {
            id: LineId(1),
            variant: VariantId(1),
            quantity: 2,
            attributes: Vec::new(),
            selling_plan: None,
            parent: None,
        }];
        cart.buyer = BuyerIdentity {
            email: Some("jana@example.cz".to_owned()),
            phone: None,
            country: Some("CZ".to_owned()),
        };
        cart.delivery_address = Some(address());
        cart.selected_delivery = SelectedDelivery::whole("ppl");
        let catalogue = self.store.catalogue().await.expect("a catalogue");
        let total = price(&cart, &catalogue, &self.rules, &Facts::default()).total;
        cart.payment = Some(BoundPayment {
            amount: Money::new(total, self.rules.currency),
            on_top: MinorUnits::ZERO,
            method: PaymentMethod::Card {
                session: "ses_1".to_owned(),
            },
            revision: cart.revision,
        });
        self.store.insert_cart(&cart).await.expect("stored");
        let request = BeginAttempt {
            cart: CartKey(key),
            token: format!("token-{key}"),
            sealed_tokens: Vec::new(),
            attempt: AttemptKey(key),
            token_secret: Secret([7; 16]),
            secret: Secret([8; 16]),
            check: CartCheck::any(),
            manual: ManualOrderCheck::unbounded(),
            now: NOW,
            key_expires_at: NOW.plus(1000),
            due_at: NOW.plus(1000),
            mode: Mode::Test,
            start: None,
        };
        let begun = self.store.begin_attempt(request, Arc::clone(&self.rules));
        match begun.await {
            Ok(BeginOutcome::New(attempt)) => *attempt,
            other => panic!("no new attempt: {other:?}"),
        }
    }

    async fn step(&self, attempt: Attempt, commit: StepCommit, event: &str) -> Attempt {
        let version = attempt.version + 1;
        let step = AttemptStep {
            attempt: Attempt { version, ..attempt },
            commit,
            timeline: vec![TimelineEntry {
                at: NOW.plus(5000),
                event: event.to_owned(),
                detail: String::new(),
            }],
        };
        match self.store.advance(step).await {
            Ok(StepOutcome::Stored(attempt)) => *attempt,
            other => panic!("no step: {other:?}"),
        }
    }

    /// Stores an attempt whose gateway never answered.
    async fn unknown(&self, key: u64) -> Attempt {
        let attempt = review(self.begun(key).await, ReviewReason::OutcomeUnknown, None);
        self.step(attempt, StepCommit::Nothing, "needs_review")
            .await
    }

    /// Stores an attempt whose order was made and whose capture was refused.
    async fn ordered(&self, key: u64) -> Attempt {
        let sold = Attempt {
            reservation: Reservation::Sold,
            ..self.begun(key).await
        };
        let card = CardSummary {
            network: "visa".to_owned(),
            last_four: "1111".to_owned(),
            mandate: None,
            expires: None,
        };
        // As a version without keys sold them.
        let secret = sold.secret.clone().expect("a secret");
        let cards = gift_card_units(&sold.snapshot).map(|unit| {
            let code = GiftCardCode::sold_unkeyed(&secret, unit.line, unit.unit);
            SoldGiftCard {
                unit,
                last_characters: code.last_characters().to_owned(),
                digest: CodeDigest {
                    key: None,
                    digest: code.unkeyed_digest(),
                },
            }
        });
        let order = StepCommit::MakeOrder {
            mode: Mode::Test,
            payment: OrderPayment::Authorised { card },
            cards: cards.collect(),
        };
        let sold = self.step(sold, order, "authorised").await;
        let sold = review(sold, ReviewReason::CaptureRefused, Some("pay-1"));
        let commit = StepCommit::UpdateOrderPayment(OrderPayment::NeedsReview);
        self.step(sold, commit, "needs_review").await
    }

    async fn left(&self) -> Option<u64> {
        let catalogue = self.store.catalogue().await.expect("a catalogue");
        let (_, mug) = catalogue.variant(VariantId(1)).expect("the mug");
        mug.stock.left()
    }

    fn listed(&self) -> Value {
        let listed = self.folder.run(&["attempts", "--json"]).ended_with(0);
        serde_json::from_str(&listed.out).expect("JSON")
    }
}

fn address() -> Address {
    let text = |text: &str| Some(text.to_owned());
    Address {
        first_name: text("Jana"),
        last_name: text("Nováková"),
        address1: text("Dlouhá 12"),
        city: text("Praha 1"),
        zip: text("110 00"),
        country: text("CZ"),
        phone: text("+420601123456"),
        ..Address::default()
    }
}

fn review(attempt: Attempt, reason: ReviewReason, reference: Option<&str>) -> Attempt {
    Attempt {
        state: AttemptState::NeedsReview {
            reason,
            reference: reference.map(ToOwned::to_owned),
        },
        due_at: None,
        ..attempt
    }
}

/// [B.03] An attempt in review is listed and shown with its amount, its reason and its key at the gateway.
#[tokio::test]
async fn attempts_in_review_are_listed_and_shown() {
    let shop = Shop::open().await;
    shop.folder
        .run(&["attempts"])
        .ended_with(0)
        .said("No attempt needs a person.");
    shop.begun(10).await;
    let unknown = shop.unknown(11).await;
    shop.ordered(12).await;

    let listed = shop.listed();
    assert_eq!(listed.as_array().map(Vec::len), Some(2), "{listed:#}");
    assert_eq!(
        listed[0],
        json!({
            "key": "11", "gatewayKey": gateway_key(&unknown), "createdAt": "2025-10-09T08:53:20Z",
            "state": "needs_review", "reason": "outcome_unknown", "amount": "668.00", "currency": "CZK",
            "gatewayReference": null, "beingLetGo": [], "cartClosed": true, "order": null,
        })
    );
    assert_eq!(listed[1]["reason"], "capture_refused");
    assert_eq!(listed[1]["order"], 1001);

    let lines = shop.folder.run(&["attempts"]).ended_with(0);
    assert!(!lines.out.contains("jana@"), "{}", lines.out);
    lines
        .said("668\u{a0}Kč")
        .said("the gateway never said whether it holds money")
        .said("order 1001");
    let one = shop.folder.run(&["attempts", "--limit", "1"]).ended_with(0);
    assert_eq!(one.out.lines().count(), 1);

    for name in [
        "11".to_owned(),
        public_id(&unknown, &NoSoldCodes),
        gateway_key(&unknown),
    ] {
        shop.folder
            .run(&["attempts", "show", &name])
            .ended_with(0)
            .said("State: needs_review")
            .said("Amount: 668\u{a0}Kč")
            .said(&format!("Gateway key: {}", gateway_key(&unknown)))
            .said("Gateway reference: none known")
            .said("Buyer: jana@example.cz")
            .said("Timeline");
    }
    let shown = shop.folder.run(&["attempts", "show", "12", "--json"]);
    let shown: Value = serde_json::from_str(&shown.ended_with(0).out).expect("JSON");
    assert_eq!(shown["gatewayReference"], "pay-1");
    let events = shown["timeline"].as_array().expect("a list").iter();
    let events: Vec<_> = events.map(|entry| &entry["event"]).collect();
    assert_eq!(events, ["reserved", "authorised", "needs_review"]);
}

/// [B.03] After checking the gateway, a person releases stock and cart, once.
#[tokio::test]
async fn what_holds_nothing_is_released_once() {
    let shop = Shop::open().await;
    let unknown = shop.unknown(11).await;
    assert_eq!(shop.left().await, Some(7));

    shop.folder
        .run(&["attempts", "release", "11"])
        .ended_with(2)
        .complained("--confirm-nothing-held");
    assert_eq!(shop.left().await, Some(7));

    let release = ["attempts", "release", "11", "--confirm-nothing-held"];
    shop.folder
        .run(&release)
        .ended_with(0)
        .said("Attempt 11 is released");
    assert_eq!(shop.left().await, Some(9));
    let cart = shop.store.cart(unknown.cart).await.expect("read");
    assert!(cart.is_some_and(|cart| cart.is_open() && cart.payment.is_none()));
    assert_eq!(shop.listed(), json!([]));
    shop.folder
        .run(&["attempts", "show", "11"])
        .ended_with(0)
        .said("State: failed")
        .said("released_by_operator");

    shop.folder
        .run(&release)
        .ended_with(1)
        .complained("it does not need a person; it is failed");
    assert_eq!(shop.left().await, Some(9));
}

/// [B.03] An attempt that is not in review or does not exist cannot be released.
#[tokio::test]
async fn nothing_else_is_released() {
    let shop = Shop::open().await;
    let live = shop.begun(10).await;
    shop.ordered(12).await;
    let mut forged = live;
    forged.token_secret = Secret([8; 16]);
    for (name, code, reason) in [
        ("10", 1, "it does not need a person; it is reserved"),
        ("12", 1, "it has made order 1001"),
        ("13", 1, "there is no attempt 13"),
        (
            public_id(&forged, &NoSoldCodes).as_str(),
            1,
            "there is no attempt",
        ),
        ("hrnek", 2, "neither the key of an attempt"),
    ] {
        shop.folder
            .run(&["attempts", "release", name, "--confirm-nothing-held"])
            .ended_with(code)
            .complained(reason);
    }
    assert_eq!(shop.left().await, Some(5));
}

/// Gift cards of an order whose capture was refused are unpaid. A late success makes them usable.
#[tokio::test(flavor = "multi_thread")]
async fn gift_cards_are_unpaid_until_the_capture() {
    let shop =
        Shop::selling("Handle,Title,Variant Price,Gift Card\npoukaz,Poukaz,500,true\n").await;
    let states = || {
        let words = ["gift-card", "list", "--json"];
        let ran = shop.folder.run(&words).ended_with(0);
        let listed: Value = serde_json::from_str(&ran.out).expect("JSON");
        [0, 1].map(|place: usize| listed[place]["state"].clone())
    };
    let refused = shop.ordered(1).await;
    assert_eq!(states(), ["unpaid", "unpaid"]);
    let card = CardSummary {
        network: "visa".to_owned(),
        last_four: "1111".to_owned(),
        mandate: None,
        expires: None,
    };
    let commit = StepCommit::UpdateOrderPayment(OrderPayment::Captured { card });
    shop.step(refused, commit, "captured").await;
    assert_eq!(states(), ["usable", "usable"]);
}

/// [B.12] Cards that a version without keys has sold keep their codes.
#[tokio::test(flavor = "multi_thread")]
async fn codes_from_before_there_were_keys_are_shown() {
    let shop =
        Shop::selling("Handle,Title,Variant Price,Gift Card\npoukaz,Poukaz,500,true\n").await;
    let refused = shop.ordered(1).await;
    let secret = refused.secret.clone().expect("a secret");
    let card = CardSummary {
        network: "visa".to_owned(),
        last_four: "1111".to_owned(),
        mandate: None,
        expires: None,
    };
    let commit = StepCommit::UpdateOrderPayment(OrderPayment::Captured { card });
    shop.step(refused, commit, "captured").await;
    let words = ["gift-card", "sold", "1001", "--json"];
    let ran = shop.folder.run(&words).ended_with(0);
    let told: Value = serde_json::from_str(&ran.out).expect("JSON");
    for (place, unit) in [(0, 0), (1, 1)] {
        let code = GiftCardCode::sold_unkeyed(&secret, LineId(1), unit);
        let card: &Value = &told["giftCards"][place];
        assert_eq!(card["code"], code.in_groups());
        assert_eq!(card["amount"], "500.00");
    }
}
