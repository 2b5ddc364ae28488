//! Tests the form for discount codes on the cart's page.

use super::support::{Shop, Shopper};
use reqwest::StatusCode;

async fn with_mug(shop: &Shop) -> Shopper<'_> {
    let mut shopper = shop.shopper();
    let mug = shop.variant("smaltovany-hrnek", 0).to_string();
    let added = shopper.post("/cart/add", &[("id", &mug)]).await;
    assert_eq!(added.leads_to(), "/cart");
    shopper
}

/// [3.03] The amount of the discount is on the cart's page, as long as the code is.
#[tokio::test]
async fn a_code_lowers_the_price_and_can_be_removed() {
    let shop = Shop::open_demo().await;
    let mut shopper = with_mug(&shop).await;
    let used = shopper
        .post("/cart/discount", &[("code", " sojka100 ")])
        .await;
    assert_eq!(
        used.leads_to(),
        "/cart?notice=code_applied#slevove-kody",
        "the place of the codes"
    );
    let cart = shopper.get(used.leads_to()).await;
    cart.says("Slevový kód jsme uplatnili.");
    cart.says("data-code=\"sojka100\"");
    cart.says("Sleva (SOJKA100)");
    let removed = shopper
        .post("/cart/discount", &[("remove", "SOJKA100")])
        .await;
    assert_eq!(removed.leads_to(), "/cart#slevove-kody");
    shopper.get("/cart").await.says_nothing_of("data-code=");
}

#[tokio::test]
async fn a_wrong_code_says_why_and_stays_to_be_corrected() {
    let shop = Shop::open_demo().await;
    let mut shopper = with_mug(&shop).await;
    for (typed, reason) in [
        ("SOJKA1OO", "Slevový kód SOJKA1OO neznáme."),
        ("   ", "Napište prosím slevový kód."),
        ("<b>", "Slevový kód &lt;b&gt; neznáme."),
    ] {
        let page = shopper.post("/cart/discount", &[("code", typed)]).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{typed}");
        page.says(&format!("role=\"alert\">{reason}</p>"));
        page.says("aria-invalid=\"true\"");
    }
    let page = shopper
        .post("/cart/discount", &[("code", "SOJKA1OO")])
        .await;
    page.says("name=\"code\" value=\"SOJKA1OO\"");
    let long = "x".repeat(10_000);
    let page = shopper.post("/cart/discount", &[("code", &long)]).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    page.says_nothing_of(&"x".repeat(61));
    shopper.get("/cart").await.says_nothing_of("data-code=");
}

/// [3.03] A code whose condition is not met stays, because more goods may meet it.
#[tokio::test]
async fn a_code_for_more_goods_waits_for_them() {
    let shop = Shop::open_demo().await;
    let mut shopper = with_mug(&shop).await;
    let page = shopper.post("/cart/discount", &[("code", "LETO10")]).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    page.says("(teď se neuplatní)");
    let mug = shop.variant("smaltovany-hrnek", 0).to_string();
    shopper
        .post("/cart/add", &[("id", &mug), ("quantity", "3")])
        .await;
    let cart = shopper.get("/cart").await;
    cart.says("Sleva (LETO10)");
    cart.says_nothing_of("(teď se neuplatní)");
}

/// Guesses at the form and through the cart API share one rate limiter.
#[tokio::test]
async fn many_wrong_codes_make_a_guesser_wait() {
    let shop = Shop::open_demo().await;
    let mut shopper = with_mug(&shop).await;
    let mut tried = 0;
    let refused = loop {
        let code = format!("HADANI{tried}");
        let page = shopper.post("/cart/discount", &[("code", &code)]).await;
        if !page.text.contains(&format!("Slevový kód {code} neznáme.")) {
            break page;
        }
        tried += 1;
        assert!(tried < 100, "nobody stops a guesser");
    };
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let right = shopper
        .post("/cart/discount", &[("code", "SOJKA100")])
        .await;
    assert_eq!(right.status, StatusCode::UNPROCESSABLE_ENTITY);
    shopper.get("/cart").await.says_nothing_of("data-code=");
}

#[tokio::test]
async fn without_a_cart_there_is_nothing_to_discount() {
    let shop = Shop::open_demo().await;
    let mut shopper = shop.shopper();
    let page = shopper
        .post("/cart/discount", &[("code", "SOJKA100")])
        .await;
    assert_eq!(page.leads_to(), "/cart");
    let page = shopper.get("/cart/discount").await;
    assert_eq!(page.leads_to(), "/cart");
}
