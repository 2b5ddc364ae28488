//! Kills the server at the fail points that a payment reaches whose card is saved in the shop's wallet, or which a saved card
//! pays.

use crate::audit::Records;
use crate::buyer::{Ended, PATIENCE, PAUSE, Purchase, ShopClient, address};
use crate::kills::variants;
use crate::points::{die_in_turn, in_shops};
use crate::setting::{LEDGER, WALLET, WALLET_SECRET};
use crate::shop::Shop;
use reqwest::StatusCode;
use reqwest::header::{COOKIE, ORIGIN};
use rusqlite::{Connection, OpenFlags};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use zkratka_attempts::fail_point;
use zkratka_commerce::hex;
use zkratka_commerce::time::Timestamp;
use zkratka_ids::Ids;
use zkratka_sandbox::gateway::RowKind;
use zkratka_store::clock::{Clock, SystemClock};
use zkratka_store::{AccountId, Accounts, SavedCard, SessionProof, Store};

/// The account of the buyer.
const JANA: AccountId = AccountId([7; 32]);

const APPROVE: &str = "4111111111111111";
const DECLINE: &str = "4000000000000002";
const WRONG_AMOUNT: &str = "4000000000009995";

/// The points from the gateway's authorisation on, until order and card are stored or given back.
const SAVING: [&str; 14] = [
    "before-authorise",
    "after-authorise",
    "before-storing-authorised",
    "after-storing-authorised",
    "before-capture",
    "after-capture",
    "before-storing-captured",
    "after-storing-captured",
    "before-void",
    "after-void",
    "after-storing-voiding",
    "before-storing-voided",
    "before-storing-failed",
    "after-storing-failed",
];

/// The same of a payment by a saved card, which nothing voids.
const PAYING: [&str; 8] = [
    "before-authorise",
    "after-authorise",
    "before-storing-authorised",
    "after-storing-authorised",
    "before-capture",
    "after-capture",
    "before-storing-captured",
    "after-storing-captured",
];

/// A typed card that leads to this point, and the buyer's outcome.
fn way_to(point: &str) -> (&'static str, Ended) {
    match point {
        "before-void" | "after-void" | "after-storing-voiding" | "before-storing-voided" => {
            (WRONG_AMOUNT, Ended::Failed)
        }
        "before-storing-failed" | "after-storing-failed" => (DECLINE, Ended::Failed),
        _ => (APPROVE, Ended::Ordered),
    }
}

/// [3.13] [B.03] A crash between the authorised payment and the saving of its card leaves one order, one charge and one saved
/// card, or none of them; the account's card is the only mandate that can be charged.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_card_is_saved_once_whatever_dies() {
    in_shops(&SAVING, async |points: Vec<&'static str>| {
        let mut shop = open().await;
        let mut purchases = Vec::new();
        for point in points {
            assert!(fail_point::ALL.contains(&point), "{point}");
            purchases.push(saves_at(&mut shop, point).await);
            let ordered = purchases.iter().any(|it| it.ended == Ended::Ordered);
            assert_eq!(mandates(&shop).await.len(), usize::from(ordered), "{point}");
        }
        agrees(&shop, &purchases).await;
    })
    .await;
}

/// [3.13] [B.03] The same for a payment by a saved card: it is charged once and stays saved.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_saved_card_pays_once_whatever_dies() {
    in_shops(&PAYING, async |points: Vec<&'static str>| {
        let mut shop = open().await;
        let mut purchases = vec![saves(&shop).await];
        let saved = settled(&shop).await;
        assert_eq!(saved.len(), 1);
        for point in points {
            purchases.push(pays_at(&mut shop, point, &saved[0]).await);
            assert_eq!(mandates(&shop).await, [&*saved[0].mandate], "{point}");
        }
        agrees(&shop, &purchases).await;
    })
    .await;
}

async fn open() -> Shop {
    Shop::open_with_file(WALLET_SECRET, WALLET).await
}

/// Compares orders, money, cards and mandates.
async fn agrees(shop: &Shop, purchases: &[Purchase]) {
    let books = Records::close(shop, purchases).await;
    books.audit(purchases).await;
    let ordered = purchases.iter().filter(|it| it.ended == Ended::Ordered);
    let ordered = ordered.count();
    assert_eq!(books.orders(), ordered);
    assert_eq!(books.rows(RowKind::Captured), ordered);
    let saved = mandates(shop).await;
    assert_eq!(chargeable(shop), saved, "mandates beside the account's");
}

/// The mandates in force at the gateway.
fn chargeable(shop: &Shop) -> Vec<String> {
    const IN_FORCE: &str = "SELECT id FROM mandates
        WHERE id NOT IN (SELECT id FROM ended_mandates)
            AND EXISTS (SELECT 1 FROM ledger WHERE ledger.reference = mandates.reference AND kind = 'authorised')
            AND NOT EXISTS (SELECT 1 FROM ledger WHERE ledger.reference = mandates.reference AND kind = 'voided')";
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
    let ledger = Connection::open_with_flags(shop.path(LEDGER), flags).expect("the ledger");
    ledger.busy_timeout(PATIENCE).expect("set");
    let mut found = ledger.prepare(IN_FORCE).expect("its tables");
    let found = found.query_map([], |row| row.get(0)).expect("readable");
    found.map(|id| id.expect("text")).collect()
}

/// The mandates of the account's cards.
async fn mandates(shop: &Shop) -> Vec<String> {
    let store = shop.store().await;
    let cards = store.accounts().cards_of(JANA).await.expect("readable");
    cards.into_iter().map(|card| card.mandate).collect()
}

/// Waits until every order is saved and every replaced mandate has ended; returns the account's cards.
async fn settled(shop: &Shop) -> Vec<SavedCard> {
    let store = shop.store().await;
    let accounts = store.accounts();
    release_claims(accounts).await;
    let until = Instant::now() + PATIENCE;
    loop {
        let saves = accounts.pending_saves(100).await.expect("readable");
        let ends = accounts.unconfirmed_mandate_ends(100).await;
        let ends = ends.expect("readable");
        if saves.is_empty() && ends.is_empty() {
            return accounts.cards_of(JANA).await.expect("readable");
        }
        assert!(
            Instant::now() < until,
            "left: {saves:?}, {} mandates\n{}",
            ends.len(),
            shop.log()
        );
        tokio::time::sleep(PAUSE).await;
    }
}

/// What a dead server has claimed belongs to it for two minutes. This is what these minutes do; a server that lives may have
/// claimed it too, and saves nothing twice.
async fn release_claims(accounts: Accounts<'_>) {
    const LONG_AGO: Timestamp = Timestamp(1);
    for save in accounts.pending_saves(100).await.expect("readable") {
        let released = accounts.put_off_save(save.order, LONG_AGO).await;
        released.expect("writable");
    }
    let ends = accounts.unconfirmed_mandate_ends(100).await;
    for end in ends.expect("readable") {
        let released = accounts.put_off_mandate_end(&end.mandate, LONG_AGO).await;
        released.expect("writable");
    }
}

/// A cookie with which the buyer is signed in.
async fn signed_in(shop: &Shop) -> String {
    let store: Arc<dyn Store> = shop.store().await;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let (ids, now) = (Ids::new(Arc::clone(&clock)), clock.now());
    let accounts = store.accounts();
    let account = accounts.open_account(JANA, "jana@example.cz", now).await;
    let account = account.expect("an account").id;
    let proof = SessionProof::Code;
    let signed = zkratka_sign_in::sign_in(accounts, &ids, account, proof, None, "Firefox", now);
    let cookie = signed.await.expect("a session").session_cookie;
    format!("wallet-session={cookie}")
}

/// A cart whose card is to be saved.
async fn wishing_cart(shop: &Shop, number: &str) -> Purchase {
    let door = ShopClient::of(shop);
    let goods = variants(shop).await;
    let Ok(Some(purchase)) = door.cart(&goods[1].1, 1).await else {
        panic!("no cart")
    };
    let Ok(session) = door.session(number).await else {
        panic!("no session")
    };
    let method =
        json!({ "directPaymentMethod": { "sessionId": session, "billingAddress": address() } });
    assert_eq!(door.bind_method(&purchase, method).await.ok(), Some(true));
    let wish = json!({ "save": true, "session": session });
    let (status, answer) = door.asks_account(shop, &purchase, "save", &wish).await;
    assert_eq!(status, StatusCode::NO_CONTENT, "{answer}");
    purchase
}

/// Buys, and has the card saved.
async fn saves(shop: &Shop) -> Purchase {
    let mut purchase = wishing_cart(shop, APPROVE).await;
    let long = Duration::from_mins(1);
    let door = ShopClient::of(shop);
    let ended = door.submit(&purchase, "token-saves", None, long).await;
    assert_eq!(ended.ok(), Some(Ended::Ordered), "{}", shop.log());
    purchase.ended = Ended::Ordered;
    purchase
}

/// The same, while servers die at this point.
async fn saves_at(shop: &mut Shop, point: &'static str) -> Purchase {
    let (number, expected) = way_to(point);
    let purchase = wishing_cart(shop, number).await;
    dies_at(shop, point, purchase, expected).await
}

/// Buys by the saved card, while a server dies at this point.
async fn pays_at(shop: &mut Shop, point: &'static str, saved: &SavedCard) -> Purchase {
    let door = ShopClient::of(shop);
    let goods = variants(shop).await;
    let Ok(Some(purchase)) = door.cart(&goods[1].1, 1).await else {
        panic!("{point}: no cart")
    };
    let chosen = json!({ "address": null, "card": hex::encode(&saved.id.0) });
    let (status, answer) = door.asks_account(shop, &purchase, "pay", &chosen).await;
    assert_eq!(status, StatusCode::OK, "{point}: {answer}");
    let content = json!({ "billingAddress": address(), "sessionToken": answer["sessionToken"] });
    let method = json!({ "walletPaymentMethod": { "shopPayWalletContent": content } });
    let bound = door.bind_method(&purchase, method).await.ok();
    assert_eq!(bound, Some(true), "{point}\n{}", shop.log());
    dies_at(shop, point, purchase, Ended::Ordered).await
}

/// Submits the cart while a server dies at this point, and waits until nothing is left to save or end.
async fn dies_at(
    shop: &mut Shop,
    point: &'static str,
    mut purchase: Purchase,
    expected: Ended,
) -> Purchase {
    let started = Instant::now();
    let (door, asked) = (ShopClient::of(shop), purchase.clone());
    let buyer = async move {
        let (token, long) = (format!("token-{point}"), Duration::from_mins(3));
        door.submit(&asked, &token, None, long).await.ok()
    };
    let ended = die_in_turn(shop, &[point], buyer).await;
    assert_eq!(ended, Some(expected), "{point}\n{}", shop.log());
    purchase.ended = expected;
    let settling = [purchase.clone()];
    Records::close(shop, &settling).await;
    settled(shop).await;
    println!("{point}: {expected:?} after {:?}", started.elapsed());
    purchase
}

impl ShopClient {
    /// Posts for the cart's buyer, who is signed in, as the checkout does.
    async fn asks_account(
        &self,
        shop: &Shop,
        purchase: &Purchase,
        path: &str,
        body: &Value,
    ) -> (StatusCode, Value) {
        let reference = purchase.cart.trim_start_matches("gid://shopify/Cart/");
        let (token, key) = reference.split_once('?').expect("the cart's key");
        let origin = self.origin();
        let url = format!("{origin}/checkout/{token}/account/{path}?{key}");
        let request = self.http.post(url).header(ORIGIN, origin);
        let request = request.header(COOKIE, signed_in(shop).await).json(body);
        let answer = request.send().await.expect("an answer");
        let status = answer.status();
        (status, answer.json().await.unwrap_or_default())
    }
}
