//! Tests the captcha: when the configuration demands it, both ways to solve it, and that a solution is valid for one
//! attempt only.

use crate::attempts::{decide, ended};
use crate::support::{BOOK, EBOOK, Guarded, HandClock, Hold, Shop, codes};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;
use tempfile::NamedTempFile;

/// A card that the emulated gateway declines.
const DECLINED_CARD: &str = "4000000000000002";
const GOOD_CARD: &str = "4111111111111111";
const CHALLENGED_CARD: &str = "4000000000003220";

const SUBMIT: &str = "mutation ($cartId: ID!, $attemptToken: String!, $captcha: CaptchaSolutionInput) {
  cartSubmitForCompletion(cartId: $cartId, attemptToken: $attemptToken, captcha: $captcha) {
    result {
      __typename
      ... on SubmitSuccess { attemptId redirectUrl }
      ... on SubmitFailed { checkoutUrl captcha { challenge difficulty question } errors { code message } }
    }
    userErrors { code field message }
  }
}";

/// Time that a person needs to type an answer, in milliseconds.
const TYPING: i64 = 2_000;

/// Opens a shop with these lines in its captcha section.
async fn open(lines: &str) -> Shop {
    let (_secret, section) = section(lines);
    Shop::open_with(|text| text + &section).await
}

/// Servers that can share a store need a secret to share.
pub(crate) fn section(lines: &str) -> (NamedTempFile, String) {
    let mut secret = NamedTempFile::new().unwrap();
    secret.write_all(b"spolecne-tajemstvi-serveru").unwrap();
    let path = secret.path().display();
    let section = format!("\n[captcha]\ndifficulty = 6\nsecret_file = \"{path}\"\n{lines}\n");
    (secret, section)
}

pub(crate) async fn submit(shop: &Shop, cart: &Value, token: &str, captcha: Value) -> Value {
    let variables = json!({ "cartId": cart["id"], "attemptToken": token, "captcha": captcha });
    let answer = shop.run(SUBMIT, variables).await;
    answer.field("cartSubmitForCompletion")["result"].clone()
}

/// The challenge in the response to a refused submit.
pub(crate) fn demanded(result: &Value) -> Value {
    assert_eq!(result["__typename"], "SubmitFailed", "{result}");
    assert_eq!(codes(&result["errors"]), ["CAPTCHA_COMPLETION_REQUIRED"]);
    assert!(
        result["checkoutUrl"]
            .as_str()
            .unwrap()
            .contains("/checkout/")
    );
    result["captcha"].clone()
}

/// A solution by proof of work, as a browser finds it.
pub(crate) fn worked(captcha: &Value) -> Value {
    let (challenge, difficulty) = (
        &captcha["challenge"],
        captcha["difficulty"].as_u64().unwrap(),
    );
    let fits = |number: &u64| {
        let digest = Sha256::digest(format!("{}:{number}", challenge.as_str().unwrap()));
        let head = u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]);
        u64::from(head.leading_zeros()) >= difficulty
    };
    let found = (0..1_000_000).find(fits).unwrap();
    json!({ "challenge": challenge, "work": found.to_string() })
}

/// A solution by answering the question, as a person does.
fn answered(captcha: &Value) -> Value {
    let words = [
        "", "", "dvě", "tři", "čtyři", "pět", "šest", "sedm", "osm", "devět",
    ];
    let question = captcha["question"].as_str().unwrap();
    let named = |word: &str| words.iter().position(|known| *known == word);
    let sentence = question.split('?').next().unwrap();
    let sum: usize = sentence.split(' ').filter_map(named).sum();
    json!({ "challenge": captcha["challenge"], "answer": sum.to_string() })
}

/// An e-book with a bank transfer bound.
async fn cart(shop: &Shop) -> Value {
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    shop.pay_on_delivery(&cart).await;
    cart
}

/// [8.03] A solution by work or by answer is valid for one attempt, and for no other token or cart.
#[tokio::test]
async fn a_solution_lets_one_attempt_through() {
    let clock = HandClock::new();
    let (_secret, section) = section("demand = \"always\"");
    let shop = Shop::open_at(clock.clone(), |text| text + &section).await;
    for solve in [worked, answered] {
        let (first, second) = (cart(&shop).await, cart(&shop).await);
        let captcha = demanded(&submit(&shop, &first, "pokus-00000001", json!(null)).await);
        let solution = solve(&captcha);
        clock.advance(TYPING);
        demanded(&submit(&shop, &first, "pokus-00000002", solution.clone()).await);
        demanded(&submit(&shop, &second, "pokus-00000001", solution.clone()).await);
        let token = format!("pokus-{}", first["id"]);
        let captcha = demanded(&submit(&shop, &first, &token, json!(null)).await);
        let solution = solve(&captcha);
        clock.advance(TYPING);
        let accepted = submit(&shop, &first, &token, solution.clone()).await;
        assert_eq!(accepted["__typename"], "SubmitSuccess", "{accepted}");
        // A repeated submit of the same attempt needs no other captcha.
        let again = submit(&shop, &first, &token, json!(null)).await;
        assert_eq!(again, accepted);
    }
    assert_eq!(shop.orders().await.len(), 2);
}

/// [8.03] A missing, malformed or wrong solution is refused, and leaves the cart unchanged.
#[tokio::test]
async fn what_is_no_solution_makes_no_order() {
    let shop = open("demand = \"always\"").await;
    let cart = cart(&shop).await;
    let token = "pokus-00000001";
    let captcha = demanded(&submit(&shop, &cart, token, json!(null)).await);
    let challenge = &captcha["challenge"];
    for wrong in [
        json!({ "challenge": challenge }),
        json!({ "challenge": challenge, "answer": "1000" }),
        json!({ "challenge": challenge, "work": "" }),
        json!({ "challenge": "", "work": "1" }),
        json!({ "challenge": "\u{0}.\u{0}", "answer": "\u{1f600}" }),
    ] {
        demanded(&submit(&shop, &cart, token, wrong).await);
    }
    assert_eq!(shop.orders().await.len(), 0);
    let accepted = submit(&shop, &cart, token, worked(&captcha)).await;
    assert_eq!(accepted["__typename"], "SubmitSuccess");
}

/// [8.03] [4.07] The server demands a captcha after many failed payments, and not before.
#[tokio::test]
async fn failed_payments_bring_a_captcha() {
    let shop = open("demand = \"suspicious\"\nfailures = 2").await;
    for (attempt, expected) in [
        (1, "PAYMENTS_CREDIT_CARD_GENERIC"),
        (2, "PAYMENTS_CREDIT_CARD_GENERIC"),
    ] {
        let cart = shop.ready_cart(&[(EBOOK, 0, 1)]).await;
        shop.pay_by_card(&cart, DECLINED_CARD).await;
        let result = submit(
            &shop,
            &cart,
            &format!("pokus-0000000{attempt}"),
            json!(null),
        )
        .await;
        assert_eq!(codes(&result["errors"]), [expected], "{result}");
        assert_eq!(result["captcha"], json!(null));
    }
    let cart = shop.ready_cart(&[(EBOOK, 0, 1)]).await;
    shop.pay_by_card(&cart, GOOD_CARD).await;
    let captcha = demanded(&submit(&shop, &cart, "pokus-00000003", json!(null)).await);
    let accepted = submit(&shop, &cart, "pokus-00000003", worked(&captcha)).await;
    assert_eq!(accepted["__typename"], "SubmitSuccess");
}

/// Submits two carts whose card asks for a challenge, answers each as `end` does, and submits a third cart.
async fn after_two_challenges<E>(shop: &Shop, end: impl Fn(Value) -> E) -> Value
where
    E: Future<Output = ()>,
{
    for token in ["pokus-00000001", "pokus-00000002"] {
        let cart = shop.ready_cart(&[(EBOOK, 0, 1)]).await;
        shop.pay_by_card(&cart, CHALLENGED_CARD).await;
        let begun = submit(shop, &cart, token, json!(null)).await;
        assert_eq!(begun["__typename"], "SubmitSuccess", "{begun}");
        end(begun["attemptId"].clone()).await;
    }
    let cart = shop.ready_cart(&[(EBOOK, 0, 1)]).await;
    shop.pay_by_card(&cart, GOOD_CARD).await;
    submit(shop, &cart, "pokus-00000003", json!(null)).await
}

/// [8.03] [4.07] A payment whose challenge the buyer gives up has failed, although its submit had not. One that waits or that
/// became an order has not.
#[tokio::test]
async fn challenges_that_fail_bring_a_captcha() {
    let lines = "demand = \"suspicious\"\nfailures = 2";
    let given_up = open(lines).await;
    let result = after_two_challenges(&given_up, async |id| {
        given_up.give_up(&id).await;
        ended(&given_up, &id).await;
    });
    demanded(&result.await);

    let waiting = open(lines).await;
    let result = after_two_challenges(&waiting, async |_id| {}).await;
    assert_eq!(result["__typename"], "SubmitSuccess", "{result}");

    // The buyers' browsers do not ask again: the gateway's notification makes the orders.
    let passed = open(lines).await;
    let result = after_two_challenges(&passed, async |id| {
        let attempt = passed.attempt(&id).await;
        let before = passed.orders().await.len();
        decide(&passed, &attempt["action"]["redirectUrl"], "confirm").await;
        for _ in 0..1_500 {
            if passed.orders().await.len() > before {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("no order was made");
    });
    assert_eq!(result.await["__typename"], "SubmitSuccess");
}

/// [8.03] The server also demands a captcha after many submits.
#[tokio::test]
async fn many_submits_bring_a_captcha() {
    let shop = open("demand = \"suspicious\"\nsubmits = 1\nfailures = 0").await;
    let first = cart(&shop).await;
    let accepted = submit(&shop, &first, "pokus-00000001", json!(null)).await;
    assert_eq!(accepted["__typename"], "SubmitSuccess");
    let second = cart(&shop).await;
    demanded(&submit(&shop, &second, "pokus-00000002", json!(null)).await);
}

/// [8.03] Payments that are tried out together are counted as they begin, not when they have failed.
#[tokio::test]
async fn submits_side_by_side_do_not_pass_uncounted() {
    let shop = open("demand = \"suspicious\"\nfailures = 1").await;
    let mut carts = Vec::new();
    for _ in 0..2 {
        let cart = shop.ready_cart(&[(EBOOK, 0, 1)]).await;
        shop.pay_by_card(&cart, DECLINED_CARD).await;
        carts.push(cart);
    }
    let (first, second) = tokio::join!(
        submit(&shop, &carts[0], "pokus-00000001", json!(null)),
        submit(&shop, &carts[1], "pokus-00000002", json!(null)),
    );
    let found = [first, second].map(|result| codes(&result["errors"]).join(" "));
    let kept_back = found
        .iter()
        .filter(|code| *code == "CAPTCHA_COMPLETION_REQUIRED");
    assert_eq!(kept_back.count(), 1, "{found:?}");
}

/// [8.03] An answer that comes sooner than a person can type it orders nothing.
#[tokio::test]
async fn an_answer_at_once_is_not_a_persons() {
    let clock = HandClock::new();
    let (_secret, section) = section("demand = \"always\"");
    let shop = Shop::open_at(clock.clone(), |text| text + &section).await;
    let cart = cart(&shop).await;
    let captcha = demanded(&submit(&shop, &cart, "pokus-00000001", json!(null)).await);
    let captcha = demanded(&submit(&shop, &cart, "pokus-00000001", answered(&captcha)).await);
    assert_eq!(shop.orders().await.len(), 0);
    clock.advance(TYPING);
    let accepted = submit(&shop, &cart, "pokus-00000001", answered(&captcha)).await;
    assert_eq!(accepted["__typename"], "SubmitSuccess");
}

/// [8.03] A submit beside a live attempt needs no captcha, since it begins nothing. If that attempt fails before it is the
/// other's turn, the captcha is demanded after all.
#[tokio::test]
async fn the_end_of_another_attempt_lets_nobody_through_unsolved() {
    let hold = Hold::of(Guarded::Begin);
    hold.open(true);
    let (_secret, section) = section("demand = \"always\"");
    let shop = Shop::open_guarded(|text| text + &section, hold.clone()).await;
    let shop = Arc::new(shop);
    let cart = shop.ready_cart(&[(EBOOK, 0, 1)]).await;
    shop.pay_by_card(&cart, CHALLENGED_CARD).await;
    let captcha = demanded(&submit(&shop, &cart, "pokus-00000001", json!(null)).await);
    let begun = submit(&shop, &cart, "pokus-00000001", worked(&captcha)).await;
    assert_eq!(begun["__typename"], "SubmitSuccess", "{begun}");
    hold.open(false);
    let beside = tokio::spawn({
        let (shop, cart) = (Arc::clone(&shop), cart.clone());
        async move { submit(&shop, &cart, "pokus-00000002", json!(null)).await }
    });
    hold.holds(1).await;
    let attempt = shop.attempt(&begun["attemptId"]).await;
    decide(&shop, &attempt["action"]["redirectUrl"], "reject").await;
    let attempt = ended(&shop, &begun["attemptId"]).await;
    assert_eq!(attempt["__typename"], "CartCompletionFailed");
    shop.pay_by_card(&cart, GOOD_CARD).await;
    hold.open(true);
    demanded(&beside.await.unwrap());
    assert_eq!(shop.orders().await.len(), 0);
}
