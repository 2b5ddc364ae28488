//! Tests that no unit is lost or created: after any sequence of events, available + reserved + sold is the initial
//! stock.

use crate::support::{
    NOW, asking, authorised, begin, bind, captured, card, declined, empty_cart, product,
    ready_cart, stored_cart, tracked,
};
use proptest::prelude::*;
use std::sync::Arc;
use zkratka_commerce::attempt::{Attempt, Reservation};
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::catalogue::{Product, Stock};
use zkratka_commerce::ids::{AttemptKey, CartKey, VariantId};
use zkratka_commerce::payment::PaymentMethod;
use zkratka_store::{BeginOutcome, OrderPage, Store};

const INITIAL: [i64; 2] = [12, 3];
const CARTS: u64 = 6;

/// An event in the shop. Carts are numbered from 0, attempts in the order in which they began.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// Fills a cart, if it is new or open, and binds a payment.
    Fill {
        cart: u64,
        quantities: [u32; 2],
        card: bool,
    },
    Submit {
        cart: u64,
    },
    Ask {
        attempt: usize,
    },
    Authorise {
        attempt: usize,
    },
    Capture {
        attempt: usize,
    },
    Decline {
        attempt: usize,
    },
    /// A step from a server that read the attempt when it began.
    Late {
        attempt: usize,
        sold: bool,
    },
    Claim,
    Import,
    Expire,
}

pub(crate) fn events() -> impl Strategy<Value = Vec<Event>> {
    let cart = 0..CARTS;
    let attempt = 0..8_usize;
    let event = prop_oneof![
        4 => (cart.clone(), [0..5_u32, 0..3_u32], any::<bool>())
            .prop_map(|(cart, quantities, card)| Event::Fill { cart, quantities, card }),
        6 => cart.prop_map(|cart| Event::Submit { cart }),
        1 => attempt.clone().prop_map(|attempt| Event::Ask { attempt }),
        3 => attempt.clone().prop_map(|attempt| Event::Authorise { attempt }),
        1 => attempt.clone().prop_map(|attempt| Event::Capture { attempt }),
        3 => attempt.clone().prop_map(|attempt| Event::Decline { attempt }),
        2 => (attempt, any::<bool>()).prop_map(|(attempt, sold)| Event::Late { attempt, sold }),
        1 => Just(Event::Claim),
        1 => Just(Event::Import),
        1 => Just(Event::Expire),
    ];
    proptest::collection::vec(event, 1..40)
}

fn feed() -> Vec<Product> {
    vec![
        product("hrnek", &[("Modrá", 25_000, tracked(INITIAL[0]))]),
        product("miska", &[("Bílá", 32_000, tracked(INITIAL[1]))]),
    ]
}

const VARIANTS: [VariantId; 2] = [VariantId(1), VariantId(2)];

/// Applies the events, and counts the units after each one.
pub(crate) async fn holds(store: Arc<dyn Store>, events: Vec<Event>) {
    store.import(feed()).await.unwrap();
    let mut begun = Vec::new();
    for event in events {
        happen(&*store, &mut begun, event.clone()).await;
        let counted = count(&*store, &begun).await;
        assert_eq!(counted, INITIAL, "after {event:?}");
    }
}

async fn happen(store: &dyn Store, begun: &mut Vec<Attempt>, event: Event) {
    let step = match event {
        Event::Fill {
            cart,
            quantities,
            card: by_card,
        } => {
            let method = if by_card {
                card()
            } else {
                PaymentMethod::CashOnDelivery
            };
            return refill(store, cart, quantities, method).await;
        }
        Event::Submit { cart } => return submit(store, begun, cart).await,
        Event::Claim => {
            let due = NOW.plus(50_000);
            store.claim_due(due, due.plus(10_000), 2).await.unwrap();
            return;
        }
        Event::Import => {
            let counts = store.import(feed()).await.unwrap();
            assert_eq!(counts.products_unchanged, 2);
            return;
        }
        Event::Expire => {
            store.expire_carts(NOW).await.unwrap();
            return;
        }
        Event::Ask { attempt } => latest(store, begun, attempt).await.map(|now| asking(&now)),
        Event::Authorise { attempt } => latest(store, begun, attempt)
            .await
            .map(|now| authorised(&now)),
        Event::Capture { attempt } => latest(store, begun, attempt)
            .await
            .map(|now| captured(&now)),
        Event::Decline { attempt } => latest(store, begun, attempt)
            .await
            .map(|now| declined(&now)),
        Event::Late { attempt, sold } => begun.get(attempt).map(|then| {
            if sold {
                authorised(then)
            } else {
                declined(then)
            }
        }),
    };
    if let Some(step) = step {
        // The store refuses steps that contradict its state; the count proves that they change nothing.
        let _ = store.advance(step).await;
    }
}

async fn latest(store: &dyn Store, begun: &[Attempt], attempt: usize) -> Option<Attempt> {
    store.attempt(begun.get(attempt)?.key).await.unwrap()
}

fn key(cart: u64) -> u64 {
    cart + 1
}

async fn refill(store: &dyn Store, cart: u64, quantities: [u32; 2], method: PaymentMethod) {
    let contents: Vec<_> = VARIANTS
        .into_iter()
        .zip(quantities)
        .filter(|&(_, quantity)| quantity > 0)
        .collect();
    match store.cart(CartKey(key(cart))).await.unwrap() {
        None => {
            ready_cart(store, key(cart), &contents, method).await;
        }
        Some(open) if open.status == CartStatus::Open => {
            let mut changed = Cart {
                revision: open.revision + 1,
                ..open
            };
            crate::support::fill(&mut changed, &contents);
            bind(store, &mut changed, method).await;
            store.replace_cart(&changed).await.unwrap();
        }
        Some(_) => {}
    }
}

async fn submit(store: &dyn Store, begun: &mut Vec<Attempt>, cart: u64) {
    let next = begun.len() as u64 + 1;
    if let BeginOutcome::New(attempt) = begin(store, &empty_cart(key(cart)), next).await {
        assert_eq!(attempt.key, AttemptKey(next));
        let stored = stored_cart(store, attempt.cart).await;
        assert_ne!(stored.status, CartStatus::Open);
        begun.push(*attempt);
    }
}

/// The units of each variant: available, reserved by attempts, and sold by orders.
async fn count(store: &dyn Store, begun: &[Attempt]) -> [i64; 2] {
    let mut units = [0, 0];
    let catalogue = store.catalogue().await.unwrap();
    for (index, variant) in VARIANTS.into_iter().enumerate() {
        if let Stock::Tracked { available, .. } = catalogue.variant(variant).unwrap().1.stock {
            assert!(available >= 0, "{variant:?} was oversold");
            units[index] += available;
        }
    }
    for attempt in begun {
        let now = store.attempt(attempt.key).await.unwrap();
        if let Some(held) = now.filter(|now| now.reservation == Reservation::Held) {
            add(&mut units, &held.snapshot);
        }
    }
    let page = OrderPage {
        before: None,
        limit: 1000,
    };
    for record in store.orders(page).await.unwrap() {
        add(&mut units, &record.order.snapshot);
    }
    units
}

fn add(units: &mut [i64; 2], snapshot: &zkratka_commerce::order::OrderSnapshot) {
    for line in &snapshot.lines {
        for (index, variant) in VARIANTS.into_iter().enumerate() {
            if line.variant == variant {
                units[index] += i64::from(line.quantity);
            }
        }
    }
}
