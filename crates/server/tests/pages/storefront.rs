//! Tests the home page, products, policies and the snippet.

use super::support::Shop;
use reqwest::StatusCode;

#[tokio::test]
async fn a_shopper_looks_around() {
    let shop = Shop::open().await;
    let shopper = shop.shopper();

    let home = shopper.get("/").await;
    assert_eq!(home.status, StatusCode::OK);
    home.says("Krámek &amp; &lt;syn&gt;");
    home.says("<a href=\"/products/hrnek\" data-available=\"true\" data-varies=\"false\">Hrnek &lt;smaltovaný&gt; 1\u{a0}290,50\u{a0}Kč");
    home.says("data-available=\"false\" data-varies=\"false\">Vyprodaná mísa");
    home.says_nothing_of("Tajné");

    let product = shopper.get("/products/hrnek").await;
    product.says("data-page=\"product\" data-path=\"/products/hrnek\" data-test=\"true\"");
    product.says("<h1>Hrnek &lt;smaltovaný&gt;</h1>");
    product.says("<div class=\"description\"><p>Na <b>kávu</b></p></div>");
}

#[tokio::test]
async fn nothing_is_loaded_from_elsewhere() {
    let shop = Shop::open().await;
    let home = shop.shopper().get("/").await;
    home.says_nothing_of("images.example");
    home.says("<img src=\"/theme/placeholder.svg\" alt=\"Tričko\">");
    home.says("<img src=\"/theme/products/hrnek.svg\" alt=\"Hrnek\">");
}

#[tokio::test]
async fn a_variant_is_chosen_by_its_number_else_the_first_that_can_be_had() {
    let shop = Shop::open().await;
    let shopper = shop.shopper();
    let (small, medium) = (shop.variant("tricko", 0), shop.variant("tricko", 1));

    let page = shopper.get("/products/tricko").await;
    page.says("Velikost: S, M");
    page.says("Barva: Modrá");
    page.says(&format!("name=\"id\" value=\"{small}\""));

    let page = shopper
        .get(&format!("/products/tricko?variant={medium}"))
        .await;
    page.says(&format!("name=\"id\" value=\"{medium}\""));
    page.says("name=\"add\" disabled");

    let page = shopper.get("/products/tricko?variant=x").await;
    page.says(&format!("name=\"id\" value=\"{small}\""));
}

/// [B.01] The server's HTML contains the button that the shopper sees.
/// [1.08] It says 'Koupit teď'.
/// [3.15] Token, country and currency are there, and the fallback is `buy_it_now` with empty `wallet_params`.
#[tokio::test]
async fn a_product_page_carries_the_button_as_it_will_be_seen() {
    let shop = Shop::open().await;
    let page = shop.shopper().get("/products/hrnek").await;
    let variant = shop.variant("hrnek", 0);
    // Dawn's style sheet requires the wrapper to be the button's next sibling.
    page.says("Přidat do košíku</button><div data-shopify=\"payment-button\" class=\"shopify-payment-button\">");
    let element = page.between("<accelerated-checkout", "</accelerated-checkout>");
    for part in [
        "recommended=\"{&quot;name&quot;:&quot;buy_it_now&quot;,&quot;wallet_params&quot;:{}}\"",
        "fallback=\"{&quot;name&quot;:&quot;buy_it_now&quot;,&quot;wallet_params&quot;:{}}\"",
        "access-token=\"token-obchodu\"",
        "buyer-country=\"CZ\"",
        "buyer-currency=\"CZK\"",
        "shop-id=\"77\"",
        "page-type=\"product\"",
        " requires-shipping",
        &format!(
            "variant-params=\"[{{&quot;id&quot;:{variant},&quot;requiresShipping&quot;:true}}]\""
        ),
        "Koupit teď",
    ] {
        assert!(element.contains(part), "no {part} in {element}");
    }
    // Attribute names in HTML are case-insensitive.
    let lower = element.to_lowercase();
    assert!(
        lower.contains("formaction=\"/checkout/buy-it-now\" formmethod=\"post\""),
        "{element}"
    );
    assert!(!element.contains(" disabled"), "{element}");
}

/// [4.03] A sold-out variant's button is disabled.
#[tokio::test]
async fn a_sold_out_products_button_comes_disabled() {
    let shop = Shop::open().await;
    let page = shop.shopper().get("/products/vyprodano").await;
    let element = page.between("<accelerated-checkout", ">");
    assert!(element.ends_with(" disabled"), "{element}");
    let button = page.between("<button type=\"submit\" class=\"shopify", ">");
    assert!(button.contains(" disabled"), "{button}");
}

#[tokio::test]
async fn the_snippet_can_be_had_alone() {
    let shop = Shop::open().await;
    let shopper = shop.shopper();
    let by_handle = shopper
        .get("/snippet/accelerated-checkout?product=kniha")
        .await;
    by_handle.says("<div data-shopify=\"payment-button\"");
    by_handle.says_nothing_of("requires-shipping");
    by_handle.says_nothing_of("<html");
    let variant = shop.variant("kniha", 0);
    let by_variant = shopper
        .get(&format!("/snippet/accelerated-checkout?variant={variant}"))
        .await;
    assert_eq!(by_handle.text, by_variant.text);
    assert_eq!(by_handle.header("access-control-allow-origin"), "*");
    for (path, status) in [
        ("?product=neni", StatusCode::NOT_FOUND),
        ("?product=tajne", StatusCode::NOT_FOUND),
        ("?variant=0", StatusCode::NOT_FOUND),
        ("?variant=x", StatusCode::BAD_REQUEST),
        ("", StatusCode::BAD_REQUEST),
    ] {
        let answer = shopper
            .get(&format!("/snippet/accelerated-checkout{path}"))
            .await;
        assert_eq!(answer.status, status, "{path}");
    }
}

#[tokio::test]
async fn policies_are_pages_and_what_is_not_there_is_not_found() {
    let shop = Shop::open().await;
    let shopper = shop.shopper();
    let policy = shopper.get("/policies/podminky").await;
    policy.says("<title>Podmínky · ");
    policy.says("<h1>Podmínky</h1><p>Platí &amp; basta.</p>");
    for path in [
        "/policies/neni",
        "/policies/..%2F..%2Fcatalogue",
        "/policies/podminky.html",
        "/products/neni",
        "/products/tajne",
        "/products/%00",
        "/nic",
    ] {
        let page = shopper.get(path).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{path}");
        page.says("<h1>Nenalezeno</h1>");
    }
}

/// [2.32] There is no client-side routing: every page is its own document.
/// [1.02] Every page is in Czech, whatever language the browser requests.
#[tokio::test]
async fn every_page_is_a_czech_document_whatever_the_browser_speaks() {
    let shop = Shop::open().await;
    let shopper = shop.shopper();
    for path in [
        "/",
        "/products/hrnek",
        "/cart",
        "/policies/podminky",
        "/nic",
    ] {
        let request = shopper.request(reqwest::Method::GET, path);
        let request = request.header("accept-language", "de, en;q=0.5");
        let page = request.send().await.expect("an answer");
        let text = page.text().await.expect("a text");
        assert!(
            text.starts_with("<!doctype html><html lang=\"cs\">"),
            "{path}"
        );
    }
}
