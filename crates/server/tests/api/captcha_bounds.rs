//! Bounds on orders without a payment in a shop with a captcha. The shop demands the captcha before it refuses, so that other
//! people's orders shut no buyer out. The bounds apply to orders that cost nothing, too.

use crate::captcha::{demanded, section, submit, worked};
use crate::manual_bounds::{accepted, bind, cart, come_from, refused, stranger};
use crate::support::{GIFT, SHIRT, Shop, billing, codes};
use serde_json::{Value, json};
use tempfile::NamedTempFile;
use zkratka_commerce::catalogue::Stock;

/// Nobody's behaviour is suspicious here: only the bounds demand a captcha.
const NO_SUSPICION: &str = "demand = \"suspicious\"\nsubmits = 0\nfailures = 1000";

async fn open(manual: &str) -> (Shop, NamedTempFile) {
    let (secret, section) = section(NO_SUSPICION);
    let shop = Shop::open_with(|text| format!("{text}{section}[payments.manual]\n{manual}")).await;
    shop.reimport(SHIRT, |shirt| {
        shirt.variants[0].stock = Stock::Tracked {
            available: 1_000,
            oversell: false,
        };
    })
    .await;
    (shop, secret)
}

/// A shirt by transfer, for somebody with this contact.
async fn transfer(shop: &Shop, contact: &(String, String)) -> Value {
    let cart = cart(shop, 1, contact).await;
    let bound = bind(shop, &cart, "bank_transfer").await;
    assert_eq!(bound["userErrors"], json!([]), "{bound}");
    cart
}

/// So many samples, for somebody with this contact; returns the cart and the errors of its payment.
async fn samples(shop: &Shop, units: i64, (email, phone): &(String, String)) -> (Value, Value) {
    let cart = shop.cart(&[(GIFT, 0, units)]).await;
    let identity = json!({ "email": email, "phone": phone, "countryCode": "CZ" });
    let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
    let cart = shop.mutate("cartBuyerIdentityUpdate", variables).await["cart"].clone();
    let method = json!({ "freePaymentMethod": { "billingAddress": billing() } });
    let bound = shop.pay(&cart, "0.00", method).await;
    (cart, bound["userErrors"].clone())
}

fn token(cart: &Value) -> String {
    format!("token-{}", cart["id"])
}

/// Submits without a captcha.
async fn simply(shop: &Shop, cart: &Value) -> Value {
    submit(shop, cart, &token(cart), json!(null)).await
}

/// Solves the captcha that must be demanded, and submits again.
async fn solved(shop: &Shop, cart: &Value) -> Value {
    let before = shop.orders().await.len();
    let captcha = demanded(&simply(shop, cart).await);
    assert_eq!(shop.orders().await.len(), before, "nothing is ordered yet");
    submit(shop, cart, &token(cart), worked(&captcha)).await
}

/// [B.12] Three unpaid orders with somebody's contact do not keep that person from transfer and dobirka; the bound that
/// still refuses is much higher.
#[tokio::test]
async fn orders_of_others_shut_nobody_out() {
    let manual = "orders_per_contact = 3\norders_per_contact_with_captcha = 5\n";
    let (mut shop, _secret) = open(manual).await;
    let jana = stranger(0);
    for last in 10..13 {
        come_from(&mut shop, last);
        accepted(&simply(&shop, &transfer(&shop, &jana).await).await);
    }
    come_from(&mut shop, 20);
    for _ in 0..2 {
        accepted(&solved(&shop, &transfer(&shop, &jana).await).await);
    }
    let sixth = transfer(&shop, &jana).await;
    refused(&simply(&shop, &sixth).await);
    assert_eq!(shop.orders().await.len(), 5);
    accepted(&simply(&shop, &transfer(&shop, &stranger(1)).await).await);
}

/// [B.12] Buyers behind one address are not refused for what others behind it have ordered. The higher bound holds.
#[tokio::test]
async fn buyers_behind_one_address_solve_a_captcha() {
    let manual = "orders_per_address = 2\norders_per_address_with_captcha = 4\n";
    let (mut shop, _secret) = open(manual).await;
    for number in 0..2 {
        accepted(&simply(&shop, &transfer(&shop, &stranger(number)).await).await);
    }
    for number in 2..4 {
        let cart = transfer(&shop, &stranger(number)).await;
        accepted(&solved(&shop, &cart).await);
        // The answer to a repeated submission needs no other captcha.
        accepted(&simply(&shop, &cart).await);
    }
    refused(&simply(&shop, &transfer(&shop, &stranger(4)).await).await);
    come_from(&mut shop, 2);
    accepted(&simply(&shop, &transfer(&shop, &stranger(5)).await).await);
}

/// [B.12] A captcha's solution counts for one order of one cart.
#[tokio::test]
async fn a_solution_passes_no_bound_twice() {
    let manual = "orders_per_address = 1\norders_per_address_with_captcha = 4\n";
    let (shop, _secret) = open(manual).await;
    accepted(&simply(&shop, &transfer(&shop, &stranger(0)).await).await);
    let first = transfer(&shop, &stranger(1)).await;
    let solution = worked(&demanded(&simply(&shop, &first).await));
    let second = transfer(&shop, &stranger(2)).await;
    demanded(&submit(&shop, &second, &token(&second), solution.clone()).await);
    demanded(&submit(&shop, &first, "another-token", solution.clone()).await);
    accepted(&submit(&shop, &first, &token(&first), solution).await);
}

/// [B.12] An order that costs nothing takes goods like one that nobody has paid: by contact, by address, and by quantity.
#[tokio::test]
async fn what_costs_nothing_is_bounded() {
    let manual = "orders_per_contact = 2\norders_per_contact_with_captcha = 3\norders_per_address = 4\norders_per_address_with_captcha = 5\n";
    let (shop, _secret) = open(manual).await;
    let (_, errors) = samples(&shop, 11, &stranger(0)).await;
    assert_eq!(codes(&errors), ["PAYMENT_METHOD_NOT_APPLICABLE"]);
    assert_eq!(
        errors[0]["message"],
        "Tolik kusů zdarma najednou objednat nelze. Snižte prosím počet, nebo nám napište a domluvíme se."
    );
    let sample = async |number: usize| {
        let (cart, errors) = samples(&shop, 10, &stranger(number)).await;
        assert_eq!(errors, json!([]));
        cart
    };
    for _ in 0..2 {
        accepted(&simply(&shop, &sample(0).await).await);
    }
    accepted(&solved(&shop, &sample(0).await).await);
    let fourth = simply(&shop, &sample(0).await).await;
    assert_eq!(codes(&fourth["errors"]), ["PAYMENTS_METHOD_UNAVAILABLE"]);
    assert_eq!(
        fourth["errors"][0]["message"],
        "V poslední době jste toho zdarma objednali už hodně. Zkuste to prosím zase za čas, nebo nám napište a domluvíme se."
    );
    accepted(&simply(&shop, &sample(1).await).await);
    accepted(&solved(&shop, &sample(2).await).await);
    let sixth = simply(&shop, &sample(3).await).await;
    assert_eq!(codes(&sixth["errors"]), ["PAYMENTS_METHOD_UNAVAILABLE"]);
    assert_eq!(shop.orders().await.len(), 5);
}

/// [B.12] In a shop without a captcha the lower bounds are final for what costs nothing, too. What gift cards pay is paid.
#[tokio::test]
async fn gift_cards_pay_as_often_as_they_can() {
    let section = "gift_cards = true\n[payments.manual]\norders_per_contact = 1";
    let shop = Shop::open_with(|text| {
        let text = text.replace(
            "bank_transfer = true",
            &format!("bank_transfer = true\n{section}"),
        );
        text + "\n[[gift_cards]]\ncode = \"DAREK-SOJKA-2026\"\namount = \"50000\"\n"
    })
    .await;
    for number in 0..3 {
        let cart = cart(&shop, 1, &stranger(0)).await;
        let variables = json!({ "cartId": cart["id"], "giftCardCodes": ["DAREK-SOJKA-2026"] });
        let paid = shop.mutate("cartGiftCardCodesAdd", variables).await;
        assert_eq!(paid["userErrors"], json!([]));
        let method = json!({ "freePaymentMethod": { "billingAddress": billing() } });
        let bound = shop.pay(&cart, "0.00", method).await;
        assert_eq!(bound["userErrors"], json!([]), "{bound}");
        let result = shop.submit(&cart, &format!("token-{number:08}")).await["result"].clone();
        accepted(&result);
    }
    let (first, _) = samples(&shop, 1, &stranger(0)).await;
    accepted(&shop.submit(&first, &token(&first)).await["result"]);
    let (second, _) = samples(&shop, 1, &stranger(0)).await;
    let result = shop.submit(&second, &token(&second)).await["result"].clone();
    assert_eq!(codes(&result["errors"]), ["PAYMENTS_METHOD_UNAVAILABLE"]);
}
