//! Tests the captcha: when the configuration demands it, both ways to solve it, and that a solution is valid for one
//! attempt only.

use crate::support::{BOOK, EBOOK, Shop, codes};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::io::Write;
use tempfile::NamedTempFile;

/// A card that the emulated gateway declines.
const DECLINED_CARD: &str = "4000000000000002";
const GOOD_CARD: &str = "4111111111111111";

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

/// Opens a shop with these lines in its captcha section. Servers that can share a store need a
/// shared secret.
async fn open(lines: &str) -> Shop {
    let mut secret = NamedTempFile::new().unwrap();
    secret.write_all(b"spolecne-tajemstvi-serveru").unwrap();
    let path = secret.path().display();
    let section = format!("\n[captcha]\ndifficulty = 6\nsecret_file = \"{path}\"\n{lines}\n");
    Shop::open_with(|text| text + &section).await
}

async fn submit(shop: &Shop, cart: &Value, token: &str, captcha: Value) -> Value {
    let variables = json!({ "cartId": cart["id"], "attemptToken": token, "captcha": captcha });
    let answer = shop.run(SUBMIT, variables).await;
    answer.field("cartSubmitForCompletion")["result"].clone()
}

/// The challenge in the response to a refused submit.
fn demanded(result: &Value) -> Value {
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
fn worked(captcha: &Value) -> Value {
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
    let shop = open("demand = \"always\"").await;
    for solve in [worked, answered] {
        let (first, second) = (cart(&shop).await, cart(&shop).await);
        let captcha = demanded(&submit(&shop, &first, "pokus-00000001", json!(null)).await);
        let solution = solve(&captcha);
        demanded(&submit(&shop, &first, "pokus-00000002", solution.clone()).await);
        demanded(&submit(&shop, &second, "pokus-00000001", solution.clone()).await);
        let token = format!("pokus-{}", first["id"]);
        let captcha = demanded(&submit(&shop, &first, &token, json!(null)).await);
        let solution = solve(&captcha);
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
