//! Tests what the checkout learns of an account.

use super::browser::{Browser, JANA, PETR, save_address, save_card};
use crate::support::Shop;
use reqwest::StatusCode;
use serde_json::{Value, json};

const MUG: &str = "smaltovany-hrnek";

/// Begins a checkout, and returns its address.
async fn checkout_of(browser: &mut Browser<'_>, shop: &Shop, product: &str) -> String {
    let variant = shop.variant(product, 0).to_string();
    let goods = [("id", variant.as_str())];
    let bought = browser.post("/checkout/buy-it-now", &goods).await;
    bought.leads_to().to_owned()
}

/// The address at which the checkout asks for what is saved.
fn account_of(checkout: &str) -> String {
    checkout.replacen("?key=", "/account?key=", 1)
}

/// [4.06] [7.16] The checkout's page says whether the browser is recognised; of a buyer who is signed in it says nothing.
#[tokio::test]
async fn the_page_says_whether_the_browser_is_recognised() {
    let shop = Shop::open_demo().await;
    let mut browser = Browser::new(&shop);
    let checkout = checkout_of(&mut browser, &shop, MUG).await;
    let data = browser.get(&checkout).await.checkout_data();
    let unknown = json!({ "name": "Sojka", "state": "unknown", "card": null });
    assert_eq!(data["shopWallet"], unknown);
    browser.sign_in(JANA).await;
    save_card(&shop, JANA, "4242").await;
    let page = browser.get(&checkout).await;
    let signed_in = json!({ "name": "Sojka", "state": "signed_in", "card": null });
    assert_eq!(page.checkout_data()["shopWallet"], signed_in);
    page.says_nothing_of("4242");
    page.says_nothing_of(JANA);
    browser.jar.remove("wallet-session");
    let data = browser.get(&checkout).await.checkout_data();
    assert_eq!(data["shopWallet"]["state"], "recognised");
    assert_eq!(data["shopWallet"]["card"]["lastFour"], "4242");
    let without = format!("{checkout}&skip_shop_pay=true");
    let data = browser.get(&without).await.checkout_data();
    assert_eq!(data["shopWallet"], Value::Null);

    let silent = Shop::open().await;
    let mut browser = Browser::new(&silent);
    let checkout = checkout_of(&mut browser, &silent, "hrnek").await;
    let data = browser.get(&checkout).await.checkout_data();
    assert_eq!(data["shopWallet"], Value::Null);
    let asked = browser.get(&account_of(&checkout)).await;
    assert_eq!(asked.status, StatusCode::NOT_FOUND);
}

/// [2.30] Without scripts the way to sign in leads back to the payment that the buyer chose, and then says that it is done.
#[tokio::test]
async fn without_scripts_the_sign_in_leads_back() {
    let shop = Shop::open_demo().await;
    let mut browser = Browser::new(&shop);
    let checkout = checkout_of(&mut browser, &shop, MUG).await;
    let link = |page: &str| {
        let (_, link) = page.split_once("<a href=\"/account?").expect("a link");
        let query = link
            .split('"')
            .next()
            .expect("a query")
            .replace("&amp;", "&");
        let mut pairs = url::form_urlencoded::parse(query.as_bytes());
        pairs.find_map(|(name, value)| (name == "return_to").then(|| value.into_owned()))
    };
    // The storefront's own flag is not the checkout's address.
    let path = checkout.split('&').next().expect("an address");
    let path = path.trim_start_matches(&shop.server.base_url).to_owned();
    let plain = browser.get(&checkout).await;
    assert_eq!(link(&plain.text).as_ref(), Some(&path));
    let chosen = format!("{path}&payment=shop_pay");
    let page = browser.get(&chosen).await;
    assert_eq!(link(&page.text).as_ref(), Some(&chosen));

    browser.sign_in(JANA).await;
    let page = browser.get(&chosen).await;
    page.says("Jste přihlášeni ke <a href=\"/account\">");
    page.says_nothing_of("Přihlásit se ke svému účtu");
}

/// [7.16] A buyer who is signed in gets what is saved, in the members of the API's input.
#[tokio::test]
async fn a_signed_in_buyer_gets_what_is_saved() {
    let shop = Shop::open_demo().await;
    let mut browser = Browser::new(&shop);
    let checkout = checkout_of(&mut browser, &shop, MUG).await;
    let asked = browser.get(&account_of(&checkout)).await;
    assert_eq!(asked.status, StatusCode::UNAUTHORIZED);
    browser.sign_in(JANA).await;
    save_card(&shop, JANA, "4242").await;
    save_address(&shop, JANA, "Dlouhá 12").await;
    let saved = browser.json(&account_of(&checkout)).await;
    let address = json!({
        "id": "08".repeat(16), "firstName": "Jana", "lastName": null, "company": null,
        "address1": "Dlouhá 12", "address2": null, "city": "Brno", "zip": "602 00",
        "province": null, "country": "CZ", "phone": null, "line": saved["addresses"][0]["line"],
    });
    let card = json!({
        "id": "07".repeat(16), "network": "visa", "lastFour": "4242", "expires": "2031-04",
    });
    let expected = json!({
        "email": JANA, "addresses": [address], "cards": [card], "hasPasskey": false,
    });
    assert_eq!(saved, expected);
    let line = saved["addresses"][0]["line"].as_str().unwrap_or_default();
    assert!(line.starts_with("Jana, Dlouhá 12, 602 00 Brno"), "{line}");
    assert!(
        !saved.to_string().contains("mandate"),
        "it could be charged"
    );
    let page = browser.get(&account_of(&checkout)).await;
    assert_eq!(page.header("cache-control"), "no-store");
    assert_eq!(page.header("cross-origin-resource-policy"), "same-origin");
}

/// [7.16] An account never reaches another's cart: a cart's link gives nobody its buyer's account, and the cart stays as it is.
#[tokio::test]
async fn an_account_reaches_no_other_cart() {
    let shop = Shop::open_demo().await;
    let mut jana = Browser::new(&shop);
    jana.sign_in(JANA).await;
    save_address(&shop, JANA, "Dlouhá 12").await;
    let checkout = checkout_of(&mut jana, &shop, MUG).await;
    jana.json(&account_of(&checkout)).await;

    let mut petr = Browser::new(&shop);
    let asked = petr.get(&account_of(&checkout)).await;
    assert_eq!(asked.status, StatusCode::UNAUTHORIZED);
    petr.sign_in(PETR).await;
    let own = petr.json(&account_of(&checkout)).await;
    assert_eq!(
        (&own["email"], &own["addresses"]),
        (&json!(PETR), &json!([]))
    );
    let data = petr.get(&checkout).await;
    data.says_nothing_of("Dlouhá");
    data.says_nothing_of(JANA);
    let key = checkout.split_once("?key=").expect("a key").1;
    let address = account_of(&checkout);
    let keyless = address.replace(&format!("?key={key}"), "");
    let forged = address.replace(key, &"0".repeat(32));
    for wrong in [keyless, forged] {
        let asked = petr.get(&wrong).await;
        assert_eq!(asked.status, StatusCode::NOT_FOUND, "{wrong}");
    }
}
