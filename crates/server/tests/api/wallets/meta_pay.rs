//! Tests payments with containers of the emulated Meta Pay.

use super::amazon::{TOKEN_HEADER, asked, request};
use super::support::{DECLINED_CARD, GOOD_CARD, due, happened, ledger, paid_order, submitted};
use crate::support::{BOOK, MUG, STOREFRONT, Shop, billing, codes, fields};
use reqwest::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, ORIGIN};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use zkratka_commerce::order::OrderPayment;
use zkratka_commerce::payment::{PaymentMethod, Wallet};
use zkratka_sandbox::gateway::RowKind::{Authorised, Captured, Declined};
use zkratka_sandbox::meta_pay::MERCHANT_ID;

const CONTEXT: &str = "/wallets/config/meta_pay";
const ARGUMENT: &str = "payment.walletPaymentMethod.facebookPayWalletContent";
const NUMBER: &str = "basic-card-v1";
const TOKEN: &str = "ecom-token-v1";

/// A shop with these lines in `[wallets.meta_pay]`.
async fn open(lines: &str) -> Shop {
    let more = format!("\n[wallets.meta_pay]\nenabled = true\n{lines}\n");
    Shop::open_with(|text| text + &more).await
}

/// What binds a payment to the cart as it is now.
async fn context(shop: &Shop, cart: &Value) -> String {
    let (status, said) = asked(shop, CONTEXT, &json!({ "cart_id": cart["id"] })).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    let context = said["containerContext"].as_str();
    context.unwrap_or_else(|| panic!("{said}")).to_owned()
}

/// The emulated sheet's answer to an approval with this context, changed by the members of `changes`.
async fn sealed(shop: &Shop, context: &str, changes: &Value) -> (StatusCode, Value) {
    let mut approval = json!({
        "mode": "TEST",
        "partnerMerchantId": MERCHANT_ID,
        "containerContext": context,
        "amount": { "currency": "CZK", "value": 1 },
        "card": { "number": GOOD_CARD, "expirationMonth": 12, "expirationYear": 2034 },
    });
    for (name, value) in changes.as_object().unwrap() {
        approval[name] = value.clone();
    }
    let url = format!("{}/sandbox/meta-pay/containers", shop.server.base_url);
    let answer = shop.client.post(url).json(&approval).send().await.unwrap();
    (answer.status(), answer.json().await.unwrap())
}

/// The payment argument's content with a container for this context.
async fn approved(shop: &Shop, context: &str, changes: &Value) -> Value {
    let (status, container) = sealed(shop, context, changes).await;
    assert_eq!(status, StatusCode::OK, "{container}");
    json!({
        "mode": container["mode"],
        "containerId": container["container_id"],
        "containerData": container["container_data"],
        "billingAddress": billing(),
    })
}

/// A container for what the cart costs now.
async fn approved_for(shop: &Shop, cart: &Value, changes: &Value) -> Value {
    approved(shop, &context(shop, cart).await, changes).await
}

async fn bind(shop: &Shop, cart: &Value, content: &Value) -> Value {
    let method = json!({ "walletPaymentMethod": { "facebookPayWalletContent": content } });
    shop.pay(cart, due(cart), method).await
}

async fn bound(shop: &Shop, cart: &Value, content: &Value) {
    let payload = bind(shop, cart, content).await;
    assert_eq!(payload["userErrors"], json!([]));
}

/// The container is refused at its argument, without a reason.
async fn refused(shop: &Shop, cart: &Value, content: &Value, what: &str) {
    let errors = bind(shop, cart, content).await["userErrors"].clone();
    assert_eq!(codes(&errors), ["INVALID_PAYMENT"], "{what}");
    assert_eq!(fields(&errors), [ARGUMENT], "{what}");
}

/// Nothing was charged or ordered, and a right container still pays the cart.
async fn nothing_came_of_it(shop: &Shop, cart: &Value) {
    assert_ne!(submitted(shop, cart, "attempt-0").await, "SubmitSuccess");
    assert!(shop.orders().await.is_empty());
    assert_eq!(happened(shop), []);
    let content = approved_for(shop, cart, &json!({})).await;
    bound(shop, cart, &content).await;
    assert_eq!(submitted(shop, cart, "attempt-1").await, "SubmitSuccess");
    paid_order(shop).await;
}

/// The same cart with so many of its only line.
async fn with_quantity(shop: &Shop, cart: &Value, quantity: u32) -> Value {
    let line = shop.read(&cart["id"]).await["lines"]["nodes"][0]["id"].clone();
    let lines = json!([{ "id": line, "quantity": quantity }]);
    let variables = json!({ "cartId": cart["id"], "lines": lines });
    let payload = shop.mutate("cartLinesUpdate", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    payload["cart"].clone()
}

/// [1.03] [B.02] [B.03] A card's number and a network's token each pay one order once, and stock and ledger agree with it.
#[tokio::test]
async fn a_container_pays_one_order_once() {
    for kind in [NUMBER, TOKEN] {
        let shop = open("").await;
        let cart = shop.ready_cart(&[(MUG, 0, 1)]).await;
        let content = approved_for(&shop, &cart, &json!({ "containerType": kind })).await;
        bound(&shop, &cart, &content).await;
        let result = submitted(&shop, &cart, "attempt-1").await;
        assert_eq!(result, "SubmitSuccess", "{kind}");
        let order = paid_order(&shop).await;
        let method = &order.snapshot.payment;
        let by =
            |wallet| matches!(method, PaymentMethod::Wallet { wallet: by, .. } if *by == wallet);
        assert!(by(Wallet::MetaPay), "{method:?}");
        let OrderPayment::Captured { card } = &order.payment else {
            panic!("its money is taken");
        };
        assert_eq!(card.last_four, "1111");
        assert_eq!(happened(&shop), [Authorised, Captured]);
        for row in ledger(&shop) {
            assert_eq!(row.amount.decimal(), due(&cart));
            assert_eq!(row.amount.minor, order.snapshot.total);
        }
        assert_eq!(shop.left(MUG, 0).await, Some(1));
    }
}

/// [B.03] A container for another sum does not pay, also if the cart cost that sum when the sheet was approved, and it pays
/// once the cart costs it again.
#[tokio::test]
async fn a_container_for_another_sum_is_refused() {
    let shop = open("").await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let one = approved_for(&shop, &cart, &json!({})).await;
    let dearer = with_quantity(&shop, &cart, 2).await;
    assert_ne!(due(&cart), due(&dearer));
    refused(&shop, &dearer, &one, "approved for less").await;
    let two = approved_for(&shop, &dearer, &json!({})).await;
    let cart = with_quantity(&shop, &cart, 1).await;
    refused(&shop, &cart, &two, "approved for more").await;
    // What the buyer writes beside the container decides nothing.
    let method = json!({ "walletPaymentMethod": { "facebookPayWalletContent": two } });
    let lied = shop.pay(&cart, due(&dearer), method).await;
    assert_eq!(fields(&lied["userErrors"]), ["payment.amount"]);
    bound(&shop, &cart, &one).await;
    assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
    assert_eq!(
        paid_order(&shop).await.snapshot.total,
        ledger(&shop)[0].amount.minor
    );
}

/// [B.03] A container of another cart does not pay, although that cart costs the same.
#[tokio::test]
async fn a_container_for_another_cart_is_refused() {
    let shop = open("").await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let other = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    assert_eq!(due(&cart), due(&other));
    let content = approved_for(&shop, &other, &json!({})).await;
    refused(&shop, &cart, &content, "another cart's").await;
    for context in ["x", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"] {
        let content = approved(&shop, context, &json!({})).await;
        refused(&shop, &cart, &content, context).await;
    }
    nothing_came_of_it(&shop, &cart).await;
}

/// [B.02] [B.03] A container of another mode, merchant or root, a changed or old one, and one of a type that the shop does not
/// accept are refused.
#[tokio::test]
async fn a_wrong_container_is_refused() {
    let shop = open("supported_containers = [\"basic-card-v1\"]").await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    for flaw in ["stale", "tampered", "foreign_root", "other_merchant"] {
        let content = approved_for(&shop, &cart, &json!({ "flaw": flaw })).await;
        refused(&shop, &cart, &content, flaw).await;
    }
    let token = approved_for(&shop, &cart, &json!({ "containerType": TOKEN })).await;
    refused(&shop, &cart, &token, "another type").await;
    let right = approved_for(&shop, &cart, &json!({})).await;
    for (member, value) in [
        ("mode", "LIVE"),
        ("mode", ""),
        ("containerId", ""),
        ("containerData", ""),
        ("containerData", "a.b.c"),
    ] {
        let mut content = right.clone();
        content[member] = json!(value);
        refused(&shop, &cart, &content, member).await;
    }
    nothing_came_of_it(&shop, &cart).await;
}

/// [B.03] Each container is for one merchant, and each merchant has keys of its own or shares the emulation's.
#[tokio::test]
async fn a_container_for_another_merchant_is_refused() {
    let own = open("merchant_id = \"104000000000001\"").await;
    let cart = own.ready_cart(&[(BOOK, 0, 1)]).await;
    let given = context(&own, &cart).await;
    let merchant = json!({ "partnerMerchantId": "104000000000001" });
    let (status, said) = sealed(&own, &given, &json!({})).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "{said}");
    let (status, _) = sealed(&own, &given, &json!({ "mode": "LIVE" })).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    // The emulation of another shop seals for its own merchant, to the same key.
    let other = open("").await;
    let content = approved(&other, &given, &json!({})).await;
    refused(&own, &cart, &content, "another merchant's").await;
    let content = approved(&own, &given, &merchant).await;
    bound(&own, &cart, &content).await;
}

/// [3.13] [B.03] A container pays once: neither its own cart nor an approval of the same sum can use it again.
#[tokio::test]
async fn a_container_is_used_up() {
    let shop = open("").await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let refused_card =
        json!({ "number": DECLINED_CARD, "expirationMonth": 12, "expirationYear": 2034 });
    let declined = approved_for(&shop, &cart, &json!({ "card": refused_card })).await;
    bound(&shop, &cart, &declined).await;
    bound(&shop, &cart, &declined).await;
    assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitFailed");
    refused(&shop, &cart, &declined, "used").await;
    let mut renamed = declined.clone();
    renamed["containerId"] = json!("another");
    refused(&shop, &cart, &renamed, "renamed").await;
    let next = approved_for(&shop, &cart, &json!({})).await;
    bound(&shop, &cart, &next).await;
    assert_eq!(submitted(&shop, &cart, "attempt-2").await, "SubmitSuccess");
    paid_order(&shop).await;
    assert_eq!(happened(&shop), [Declined, Authorised, Captured]);
    assert!(!codes(&bind(&shop, &cart, &next).await["userErrors"]).is_empty());
}

/// [3.16] [B.03] The context follows what the cart costs, and no other cart or shop has it.
#[tokio::test]
async fn a_context_follows_the_cart() {
    let shop = open("").await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let first = context(&shop, &cart).await;
    assert_eq!(context(&shop, &cart).await, first);
    with_quantity(&shop, &cart, 2).await;
    assert_ne!(context(&shop, &cart).await, first);
    with_quantity(&shop, &cart, 1).await;
    assert_eq!(context(&shop, &cart).await, first);
    let note = json!({ "cartId": cart["id"], "note": "Zvonek nefunguje." });
    shop.mutate("cartNoteUpdate", note).await;
    assert_eq!(context(&shop, &cart).await, first);
    let other = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    assert_ne!(context(&shop, &other).await, first);
}

/// [3.16] [6.02] Each reason without a context has its code. Allowed storefronts read every answer, and nothing caches one.
#[tokio::test]
async fn a_context_is_given_for_a_cart_alone() {
    let shop = open("").await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let empty = shop.cart(&[]).await;
    let id = |cart: &Value| json!({ "cart_id": cart["id"] });
    for (body, status, code) in [
        (json!({}), 400, "malformed_request"),
        (json!({ "cart_id": "gid://x" }), 200, "cart_not_found"),
        (id(&empty), 200, "payment_method_not_applicable"),
    ] {
        let (answered, said) = asked(&shop, CONTEXT, &body).await;
        assert_eq!(said, json!({ "error": code }), "{body}");
        assert_eq!(answered.as_u16(), status, "{body}");
    }
    let ask = |token: &str| {
        let url = format!("{}{CONTEXT}", shop.server.base_url);
        let sent = shop.client.post(url).header(TOKEN_HEADER, token);
        sent.header(ORIGIN, STOREFRONT).json(&id(&cart))
    };
    let without = ask("another").send().await.unwrap();
    assert_eq!(without.status(), StatusCode::UNAUTHORIZED);
    let given = request(&shop, Method::POST, CONTEXT).header(ORIGIN, STOREFRONT);
    let given = given.json(&id(&cart)).send().await.unwrap();
    assert_eq!(given.headers()[ACCESS_CONTROL_ALLOW_ORIGIN], STOREFRONT);
    assert_eq!(given.headers()[CACHE_CONTROL], "no-store");
    let off = Shop::open().await;
    let (status, said) = asked(&off, CONTEXT, &id(&cart)).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert_eq!(said, json!({ "error": "payment_method_not_supported" }));
}
