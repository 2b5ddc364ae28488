//! A shop with Google Pay, and tokens as the emulated sheet returns them.

use crate::support::{Shop, billing, codes, fields};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use zkratka_commerce::order::{Order, OrderPayment};
use zkratka_sandbox::gateway::{LedgerRow, RowKind, read_ledger};
use zkratka_store::clock::Clock;

/// Configuration with which the gateway decrypts tokens.
pub(super) const BY_GATEWAY: &str = "tokenization = \"gateway\"";
/// The shop decrypts tokens, or the gateway does.
pub(super) const BOTH: [&str; 2] = ["", BY_GATEWAY];

pub(crate) const GOOD_CARD: &str = "4111111111111111";
pub(super) const DECLINED_CARD: &str = "4000000000000002";

/// The path of a token's argument.
pub(super) const ARGUMENT: &str = "payment.walletPaymentMethod.googlePayWalletContent";

/// A shop with these lines in `[wallets.google_pay]`.
pub(super) async fn open(lines: &str) -> Shop {
    let more = format!("\n[wallets.google_pay]\nenabled = true\n{lines}\n");
    Shop::open_with(|text| text + &more).await
}

/// The same shop with another clock.
pub(super) async fn open_at(clock: Arc<dyn Clock>, lines: &str) -> Shop {
    let more = format!("\n[wallets.google_pay]\nenabled = true\n{lines}\n");
    Shop::open_at(clock, |text| text + &more).await
}

/// The request that this shop's sheet makes for a token.
pub(super) fn request(shop: &Shop, number: &str) -> Value {
    let google_pay = shop.server.app().wallets.google_pay.as_ref().unwrap();
    let now = shop.server.app().clock.now();
    let params = google_pay
        .wallet_params(&shop.server.base_url, now)
        .unwrap();
    let data = &params["paymentData"];
    json!({
        "tokenizationSpecification": data["allowedPaymentMethods"][0]["tokenizationSpecification"],
        "merchantInfo": { "merchantId": data["merchantInfo"]["merchantId"] },
        "card": { "number": number, "expirationMonth": 12, "expirationYear": 2034, "authMethod": "PAN_ONLY" },
    })
}

/// The emulated Google Pay's token for a request.
pub(super) async fn ask(shop: &Shop, request: &Value) -> Value {
    let url = format!("{}/sandbox/google-pay/tokens", shop.server.base_url);
    let answer = shop.client.post(url).json(request).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let answer: Value = answer.json().await.unwrap();
    serde_json::from_str(answer["token"].as_str().unwrap()).unwrap()
}

/// A token for this shop, with this card.
pub(crate) async fn token(shop: &Shop, number: &str) -> Value {
    ask(shop, &request(shop, number)).await
}

/// A token as a payment argument's content.
pub(super) fn content(token: &Value) -> Value {
    let mut content = token.clone();
    content["billingAddress"] = billing();
    json!({ "walletPaymentMethod": { "googlePayWalletContent": content } })
}

/// A cart's total as a decimal.
pub(super) fn due(cart: &Value) -> &str {
    cart["cost"]["totalAmount"]["amount"].as_str().unwrap()
}

/// Binds a token for the amount due; returns the payload.
pub(super) async fn bind(shop: &Shop, cart: &Value, token: &Value) -> Value {
    shop.pay(cart, due(cart), content(token)).await
}

/// Binds a token and asserts that it is accepted.
pub(crate) async fn bound(shop: &Shop, cart: &Value, token: &Value) {
    let payload = bind(shop, cart, token).await;
    assert_eq!(payload["userErrors"], json!([]));
}

/// Asserts that the token is refused at its argument, without a reason.
pub(super) async fn refused(shop: &Shop, cart: &Value, token: &Value, what: &str) {
    let payload = bind(shop, cart, token).await;
    let errors = &payload["userErrors"];
    assert_eq!(codes(errors), ["INVALID_PAYMENT"], "{what}");
    assert_eq!(fields(errors), [ARGUMENT], "{what}");
}

/// Submits; returns the type of the result.
pub(super) async fn submitted(shop: &Shop, cart: &Value, attempt: &str) -> String {
    let payload = shop.submit(cart, attempt).await;
    payload["result"]["__typename"].as_str().unwrap().to_owned()
}

/// The gateway's ledger.
pub(super) fn ledger(shop: &Shop) -> Vec<LedgerRow> {
    read_ledger(&shop.server.app().config.payments.sandbox.ledger).unwrap()
}

/// The kinds of the ledger's rows.
pub(super) fn happened(shop: &Shop) -> Vec<RowKind> {
    ledger(shop).iter().map(|row| row.kind).collect()
}

/// Waits until the shop's only order is paid, and returns it.
pub(crate) async fn paid_order(shop: &Shop) -> Order {
    for _ in 0..2_400 {
        let mut orders = shop.orders().await;
        assert_eq!(orders.len(), 1);
        let order = orders.remove(0);
        if matches!(order.payment, OrderPayment::Captured { .. }) {
            return order;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the money is not taken");
}
