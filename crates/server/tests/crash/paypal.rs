//! Kills the server once at each fail point that a PayPal payment reaches, and between the buyer's steps before the
//! attempt. The emulated PayPal runs in the same process, so it dies too.

use crate::audit::Records;
use crate::buyer::{Ended, PATIENCE, PAUSE, Purchase, ShopClient, Unanswered, address};
use crate::kills::variants;
use crate::points::{die_in_turn, dies, in_shops};
use crate::process::POINT;
use crate::setting::{MONTHLY, PAYPAL, PAYPAL_LEDGER, TRIAL};
use crate::shop::Shop;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use zkratka_attempts::fail_point;
use zkratka_commerce::cart::CartStatus;
use zkratka_ids::gid;
use zkratka_sandbox::gateway::RowKind;
use zkratka_sandbox::paypal::stored_accounts;
use zkratka_store::{AttemptStep, StepCommit, StepOutcome};

const PAYER: &str = "JANANOVAKOVA1";

/// Fail points that such a payment does not reach: an account has no challenge, and PayPal authorises only the approved
/// amount, so nothing is voided.
const NEVER: [&str; 4] = ["requires-action", "void", "voiding", "voided"];

/// The fail points between an agreement and the charge by it.
const AGREED: [&str; 11] = [
    "before-authorise",
    "after-authorise",
    "before-query",
    "after-query",
    "before-storing-authorised",
    "after-storing-authorised",
    "before-capture",
    "after-capture",
    "before-giving-back",
    "after-giving-back",
    "before-storing-failed",
];

/// What the buyer gives in the popup.
#[derive(Clone, Copy, Debug)]
enum Approval {
    Order,
    Agreement,
    /// An agreement with nothing due.
    Free,
}

impl Approval {
    /// Its path at the emulated PayPal.
    const fn place(self) -> &'static str {
        match self {
            Self::Order => "orders",
            Self::Agreement | Self::Free => "agreements",
        }
    }
}

/// The emulated PayPal's scenario that leads to this point, and the buyer's outcome.
fn way_to(point: &str, given: Approval) -> (&'static str, Ended) {
    let declined = match given {
        Approval::Free => "keep_refused",
        Approval::Order | Approval::Agreement => "decline",
    };
    match point {
        "before-giving-back"
        | "after-giving-back"
        | "before-storing-failed"
        | "after-storing-failed" => (declined, Ended::Failed),
        "before-storing-needs-review" | "after-storing-needs-review" => {
            ("capture_refused", Ended::Ordered)
        }
        _ => ("approve", Ended::Ordered),
    }
}

/// Where servers must die first, one after the other, so that the next one reaches this point.
fn deaths_before(point: &str) -> &'static [&'static str] {
    match point {
        "after-claim" => &["after-begin"],
        // An attempt begins as authorising. The server stores that state again before it repeats the request.
        "before-storing-authorising" | "after-storing-authorising" => &["before-authorise"],
        // The server queries PayPal after two calls without a response.
        "before-query" | "after-query" => &["before-authorise", "before-authorise"],
        _ => &[],
    }
}

/// [7.09] [B.03] [B.08] A crash between any two steps of a payment from an account leaves one order, authorised and
/// captured once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_is_charged_once_whatever_dies() {
    let happens = |point: &&&str| !NEVER.iter().any(|never| point.ends_with(never));
    let points: Vec<&str> = fail_point::ALL.iter().filter(happens).copied().collect();
    assert_eq!(points.len(), fail_point::ALL.len() - 2 * NEVER.len());
    die_in_shops(&points, Approval::Order).await;
}

/// [7.09] [B.03] The same for a stored account: its agreement is exchanged once, and the account is charged once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kept_account_is_charged_once_whatever_dies() {
    assert!(AGREED.iter().all(|point| fail_point::ALL.contains(point)));
    die_in_shops(&AGREED, Approval::Agreement).await;
}

/// [5.15] [7.09] [B.03] The same if nothing is due: the account is stored once, and nothing else happens.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_is_kept_once_for_nothing_whatever_dies() {
    die_in_shops(&AGREED, Approval::Free).await;
}

/// [7.09] [B.03] PayPal stores an account, and the server dies before it gets the response. When the next server
/// resumes the attempt, the time for the payment is over. The account is released, even if further servers die while
/// they give the attempt up.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_of_an_attempt_that_time_gives_up_is_given_back() {
    let mut shop = Shop::open_with(PAYPAL).await;
    let goods = variants(&shop).await;
    let door = ShopClient::of(&shop);
    let cart = door.planned_cart(&goods[1].1, MONTHLY).await;
    let Ok(Some(mut purchase)) = cart else {
        panic!("no cart")
    };
    let bound = door.bind_account(&purchase, Approval::Agreement, "answer_lost");
    assert_eq!(bound.await.ok(), Some(true), "{}", shop.log());
    shop.kill_server();
    shop.spawn_server(&[(POINT, "after-authorise")]);
    let asked = purchase.clone();
    let buyer = tokio::spawn(async move {
        let long = Duration::from_mins(3);
        door.submit(&asked, "token-jedna", None, long).await.ok()
    });
    dies(&mut shop, "after-authorise").await;
    assert_eq!(accounts(&shop), 1, "kept, and charged nothing");
    grow_old(&shop, &purchase).await;
    for (point, left) in [("before-giving-back", 1), ("after-giving-back", 0)] {
        shop.spawn_server(&[(POINT, point)]);
        dies(&mut shop, point).await;
        assert_eq!(accounts(&shop), left, "{point}");
    }
    shop.start_server(&[]).await;
    assert_eq!(
        buyer.await.expect("a buyer"),
        Some(Ended::Failed),
        "{}",
        shop.log()
    );
    purchase.ended = Ended::Failed;
    let purchases = [purchase];
    let books = Records::close(&shop, &purchases).await;
    books.audit(&purchases).await;
    assert_eq!((books.orders(), books.rows(RowKind::Authorised)), (0, 0));
    books.accounts_agree(&shop);
    assert_eq!(accounts(&shop), 0);
}

/// How many accounts PayPal stores.
fn accounts(shop: &Shop) -> usize {
    let kept = stored_accounts(&shop.path(PAYPAL_LEDGER));
    kept.expect("PayPal's accounts").len()
}

/// Sets the attempt's start back by half an hour, so that nothing may be authorised for it any more. PayPal still has the
/// stored account.
async fn grow_old(shop: &Shop, purchase: &Purchase) {
    const HALF_AN_HOUR: i64 = 30 * 60 * 1_000;
    let store = shop.store().await;
    let (token, _) = gid::parse_cart(&purchase.cart).expect("a cart's id");
    let cart = store.cart(token.key).await.expect("readable");
    let CartStatus::Completing { attempt } = cart.expect("the cart").status else {
        panic!("no attempt is under way")
    };
    let attempt = store.attempt(attempt).await.expect("readable");
    let mut attempt = attempt.expect("the attempt");
    attempt.created_at = attempt.created_at.plus(-HALF_AN_HOUR);
    attempt.key_expires_at = attempt.key_expires_at.plus(-HALF_AN_HOUR);
    attempt.due_at = Some(attempt.created_at);
    attempt.version += 1;
    let step = AttemptStep {
        attempt,
        commit: StepCommit::Nothing,
        timeline: Vec::new(),
    };
    let stored = store.advance(step).await.expect("writable");
    assert!(matches!(stored, StepOutcome::Stored(_)), "{stored:?}");
}

/// Kills a server at each of these points, in several shops at once.
async fn die_in_shops(points: &[&'static str], given: Approval) {
    in_shops(points, |points| die_at_each(points, given)).await;
}

async fn die_at_each(points: Vec<&'static str>, given: Approval) {
    let mut shop = Shop::open_with(PAYPAL).await;
    let goods = variants(&shop).await;
    let mut purchases = Vec::new();
    for point in points {
        let started = Instant::now();
        let purchase = die_at(&mut shop, point, &goods[1].1, given).await;
        println!(
            "PayPal, {given:?}, {point}: {:?} after {:?}",
            purchase.ended,
            started.elapsed()
        );
        purchases.push(purchase);
    }
    let books = Records::close(&shop, &purchases).await;
    books.audit(&purchases).await;
    let told = purchases.iter().filter(|it| it.ended == Ended::Ordered);
    assert_eq!(books.orders(), told.count());
    let held = match given {
        Approval::Free => 0,
        Approval::Order | Approval::Agreement => books.orders(),
    };
    assert_eq!(books.rows(RowKind::Authorised), held);
    books.accounts_agree(&shop);
}

async fn die_at(shop: &mut Shop, point: &'static str, variant: &str, given: Approval) -> Purchase {
    let (scenario, expected) = way_to(point, given);
    let door = ShopClient::of(shop);
    let cart = match given {
        Approval::Order => door.cart(variant, 1).await,
        Approval::Agreement => door.planned_cart(variant, MONTHLY).await,
        Approval::Free => door.planned_cart(variant, TRIAL).await,
    };
    let Ok(Some(mut purchase)) = cart else {
        panic!("{point}: no cart")
    };
    assert_eq!(purchase.shown == 0, matches!(given, Approval::Free));
    let Ok(true) = door.bind_account(&purchase, given, scenario).await else {
        panic!("{point}: not bound\n{}", shop.log())
    };
    // The buyer repeats the request with the same token across all crashes.
    let (asked, token) = (purchase.clone(), format!("token-{point}"));
    let buyer = async move {
        let long = Duration::from_mins(3);
        door.submit(&asked, &token, None, long).await.ok()
    };
    let deaths = [deaths_before(point), &[point]].concat();
    let ended = die_in_turn(shop, &deaths, buyer).await;
    assert_eq!(ended, Some(expected), "{point}\n{}", shop.log());
    purchase.ended = expected;
    purchase
}

/// [4.19] [7.09] [B.03] A crash between any two of the buyer's own steps loses nothing that was done before.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deaths_between_the_buyers_steps_are_survived() {
    let mut shop = Shop::open_with(PAYPAL).await;
    let goods = variants(&shop).await;
    let door = ShopClient::of(&shop);
    let Ok(Some(mut purchase)) = door.cart(&goods[1].1, 2).await else {
        panic!("no cart")
    };
    let again = async |shop: &mut Shop| {
        shop.kill_server();
        shop.start_server(&[]).await;
    };
    again(&mut shop).await;
    let Ok(token) = door.account_token(&purchase, Approval::Order).await else {
        panic!("no order")
    };
    again(&mut shop).await;
    let repeated = door.account_token(&purchase, Approval::Order).await.ok();
    assert_eq!(
        repeated.as_ref(),
        Some(&token),
        "the same order, not a second one"
    );
    assert!(
        door.approve(&token, Approval::Order, "approve")
            .await
            .is_ok()
    );
    again(&mut shop).await;
    assert_eq!(
        door.payer(&purchase, &token).await.ok(),
        Some(PAYER.to_owned())
    );
    again(&mut shop).await;
    assert_eq!(door.bind_order(&purchase, &token).await.ok(), Some(true));
    again(&mut shop).await;
    let long = Duration::from_mins(1);
    let ended = door.submit(&purchase, "token-jedna", None, long).await.ok();
    assert_eq!(ended, Some(Ended::Ordered), "{}", shop.log());
    purchase.ended = Ended::Ordered;
    let purchases = [purchase];
    let books = Records::close(&shop, &purchases).await;
    books.audit(&purchases).await;
    let moved = [RowKind::Authorised, RowKind::Captured].map(|kind| books.rows(kind));
    assert_eq!((books.orders(), moved), (1, [1, 1]));
}

impl ShopClient {
    /// Approves at PayPal and binds the result; returns whether it was bound.
    async fn bind_account(
        &self,
        purchase: &Purchase,
        given: Approval,
        scenario: &str,
    ) -> Result<bool, Unanswered> {
        let token = self.account_token(purchase, given).await?;
        self.approve(&token, given, scenario).await?;
        self.bind_order(purchase, &token).await
    }

    /// The token of the cart's order or agreement at PayPal.
    async fn account_token(
        &self,
        purchase: &Purchase,
        given: Approval,
    ) -> Result<String, Unanswered> {
        let agreement = matches!(given, Approval::Agreement | Approval::Free);
        let variables = json!({ "cartId": purchase.cart, "agreement": agreement });
        let answer = self.run(TOKEN, &variables).await?;
        let token = answer["paypalTokenCreate"]["token"].as_str();
        Ok(token.ok_or(Unanswered)?.to_owned())
    }

    /// Approves as the buyer does in the popup.
    async fn approve(
        &self,
        token: &str,
        given: Approval,
        scenario: &str,
    ) -> Result<(), Unanswered> {
        let body = json!({ "buyer": "jana", "scenario": scenario });
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            let (origin, place) = (self.origin(), given.place());
            let url = format!("{origin}/sandbox/paypal/{place}/{token}/approve");
            let sent = self.http.post(url).json(&body).send().await;
            if sent.is_ok_and(|answer| answer.status().is_success()) {
                return Ok(());
            }
            tokio::time::sleep(PAUSE).await;
        }
        Err(Unanswered)
    }

    /// The id of the payer who approved.
    async fn payer(&self, purchase: &Purchase, token: &str) -> Result<String, Unanswered> {
        let variables = json!({ "cartId": purchase.cart, "token": token });
        let answer = self.run(DETAILS, &variables).await?;
        let payer = answer["paypalBuyerDetailsFetch"]["details"]["payerId"].as_str();
        Ok(payer.ok_or(Unanswered)?.to_owned())
    }

    async fn bind_order(&self, purchase: &Purchase, token: &str) -> Result<bool, Unanswered> {
        let content: Value = json!({
            "billingAddress": address(), "email": "jana@example.cz", "payerId": PAYER, "token": token,
            "expiresAt": "2099-01-01T00:00:00Z", "acceptedSubscriptionTerms": false,
            "vaultingAgreement": false,
        });
        let method = json!({ "walletPaymentMethod": { "paypalWalletContent": content } });
        self.bind_method(purchase, method).await
    }
}

const TOKEN: &str = "mutation ($cartId: ID!, $agreement: Boolean!) {
  paypalTokenCreate(cartId: $cartId, billingAgreement: $agreement) { token userErrors { code } }
}";

const DETAILS: &str = "mutation ($cartId: ID!, $token: String!) {
  paypalBuyerDetailsFetch(cartId: $cartId, token: $token) { details { payerId } userErrors { code } }
}";
