//! Tests buy-it-now without scripts: the product form's own POST.

use super::support::{Page, Shop};
use reqwest::{Method, StatusCode};
use zkratka_commerce::catalogue::Product;
use zkratka_texts::{CHECKOUT_TEXT, CHECKOUT_TITLE, OUT_OF_STOCK};

const BUY: &str = "/checkout/buy-it-now";

/// [1.04] A click creates a cart from the product form and leads to its checkout.
/// [2.30] The redirect has `storefront_wallet=true`.
#[tokio::test]
async fn the_product_form_builds_a_cart_and_leads_to_its_checkout() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let mug = shop.variant("hrnek", 0).to_string();
    let answer = shopper.post(BUY, &[("id", &mug), ("quantity", "2")]).await;
    let address = answer.leads_to().to_owned();
    assert!(address.starts_with(&shop.url("/checkout/Z")), "{address}");
    assert!(address.ends_with("&storefront_wallet=true"), "{address}");

    let data = shopper.get(&address).await.checkout_data();
    let query = "query ($id: ID!) { cart(id: $id) { totalQuantity lines(first: 10) { nodes { quantity } } cost { subtotalAmount { amount } } } }";
    let cart = shopper
        .api(query, serde_json::json!({ "id": data["cartId"] }))
        .await;
    assert_eq!(cart["cart"]["totalQuantity"], 2);
    assert_eq!(cart["cart"]["cost"]["subtotalAmount"]["amount"], "2581.00");
}

/// [3.08] The form's line-item properties are in the cart; empty ones are not.
#[tokio::test]
async fn line_item_properties_come_along() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let mug = shop.variant("hrnek", 0).to_string();
    let fields = [
        ("id", mug.as_str()),
        ("properties[Věnování]", "Mámě"),
        ("properties[Mašle]", ""),
    ];
    let answer = shopper.post(BUY, &fields).await;
    let data = shopper.get(answer.leads_to()).await.checkout_data();
    let query = "query ($id: ID!) { cart(id: $id) { lines(first: 10) { nodes { attributes { key value } } } } }";
    let cart = shopper
        .api(query, serde_json::json!({ "id": data["cartId"] }))
        .await;
    let attributes = &cart["cart"]["lines"]["nodes"][0]["attributes"];
    assert_eq!(
        *attributes,
        serde_json::json!([{ "key": "Věnování", "value": "Mámě" }])
    );
}

/// Buy-it-now does not change the shopper's own cart.
#[tokio::test]
async fn buying_at_once_leaves_the_cart_alone() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let (mug, book) = (shop.variant("hrnek", 0), shop.variant("kniha", 0));
    shopper
        .post("/cart/add", &[("id", &book.to_string())])
        .await;
    let answer = shopper.post(BUY, &[("id", &mug.to_string())]).await;
    assert_eq!(answer.header("set-cookie"), "");
    let cart = shopper.get("/cart").await;
    cart.says("E-kniha");
    cart.says_nothing_of("Hrnek");
}

/// [4.04] An unrecoverable fault shows the generic dialog, and takes precedence over other faults.
/// [8.01] Its texts are exactly those of the specification.
/// [5.02] An invalid quantity or variant is unrecoverable.
/// [5.20] A variant id that is not a positive number creates no line.
#[tokio::test]
async fn an_unrecoverable_fault_shows_the_checkout_dialog_as_a_page() {
    assert_eq!(CHECKOUT_TITLE, "Transakce se nezdařila");
    assert_eq!(
        CHECKOUT_TEXT,
        "Pokladna není aktuálně k dispozici kvůli technickým problémům. Zkuste to prosím za několik minut znovu."
    );
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let mug = shop.variant("hrnek", 0).to_string();
    // The product is also sold out, but this outcome takes precedence.
    let sold_out = shop.variant("vyprodano", 0).to_string();
    for fields in [
        vec![("id", mug.as_str()), ("quantity", "0")],
        vec![("id", &mug), ("quantity", "-1")],
        vec![("id", &mug), ("quantity", "2147483648")],
        vec![("id", &sold_out), ("quantity", "0")],
        vec![("id", "0")],
        vec![("id", "tricko")],
        vec![("id", "999999")],
        vec![],
        vec![("id", &mug), ("selling_plan", "5")],
    ] {
        let page = shopper.post(BUY, &fields).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{fields:?}");
        page.says(&format!("<h1>{CHECKOUT_TITLE}</h1>"));
        page.says(&format!("<p role=\"alert\">{CHECKOUT_TEXT}</p>"));
    }
}

/// [4.04] If nothing is left, the page shows the out-of-stock dialog.
/// [8.01] It has the specification's text; a dialog without a listed title has 'Transakce se nezdařila'.
/// [4.08] Out of stock means that every line has quantity 0.
#[tokio::test]
async fn a_sold_out_variant_shows_the_out_of_stock_dialog_as_a_page() {
    assert_eq!(OUT_OF_STOCK, "Tato položka již není k dispozici.");
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let medium = shop.variant("tricko", 1);
    let page = shopper.post(BUY, &[("id", &medium.to_string())]).await;
    assert_eq!(page.status, StatusCode::CONFLICT);
    page.says("<h1>Transakce se nezdařila</h1>");
    page.says(&format!("<p role=\"alert\">{OUT_OF_STOCK}</p>"));
    page.says(&format!(
        "<a href=\"/products/tricko?variant={medium}\">Zpět</a>"
    ));
}

/// [8.03] A bundle cannot be bought by itself, and the dialog names the missing components.
#[tokio::test]
async fn a_bundle_without_parts_is_told_as_a_page() {
    let shop = Shop::open().await;
    let app = shop.server.app();
    let mut mug = Product::clone(app.catalogue.current().product("hrnek").expect("a mug"));
    mug.variants[0].requires_components = true;
    app.store.import(vec![mug]).await.expect("an import");
    app.catalogue.refresh(&*app.store).await.expect("a refresh");
    let mug = shop.variant("hrnek", 0).to_string();
    let page = shop.shopper().post(BUY, &[("id", &mug)]).await;
    assert_eq!(page.status, StatusCode::CONFLICT);
    page.says("<h1>Transakce se nezdařila</h1>");
    page.says("Tuto sadu prodáváme jen s jejími částmi.");
}

#[tokio::test]
async fn the_way_back_leads_to_the_page_the_form_stood_on_if_it_is_known() {
    let shop = Shop::open().await;
    let shopper = shop.shopper();
    let own = shop.url("/products/tricko?variant=3&x=%22");
    for (referer, back) in [
        (own.as_str(), own.as_str()),
        ("https://evil.example/phish", "/products/vyprodano"),
        ("nonsense", "/products/vyprodano"),
    ] {
        let request = shopper
            .request(Method::POST, BUY)
            .header("referer", referer);
        let fields = format!("id={}", shop.variant("vyprodano", 0));
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        let answer = request.body(fields).send().await.expect("an answer");
        let page = Page::read(answer).await;
        page.says(&format!(
            "<a href=\"{}\">Zpět</a>",
            back.replace('&', "&amp;")
        ));
    }
}

/// [4.04] If fewer units are left than wanted, the click leads to the checkout.
/// [4.08] The warning means `not_enough_stock`.
/// [2.31] A flag in the URL says so, and the checkout's data contains it.
#[tokio::test]
async fn fewer_than_wanted_leads_to_the_checkout_with_a_flag() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let blanket = shop.variant("posledni", 0).to_string();
    let answer = shopper
        .post(BUY, &[("id", &blanket), ("quantity", "4")])
        .await;
    let address = answer.leads_to().to_owned();
    assert!(address.contains("&storefront_wallet=true"), "{address}");
    assert!(
        address.ends_with("&wallet_not_enough_stock=true"),
        "{address}"
    );
    let data = shopper.get(&address).await.checkout_data();
    assert_eq!(
        data["notices"],
        serde_json::json!(["wallet_not_enough_stock"])
    );
}

/// Browsers send cookies with the forms of other sites, too, so the server checks where a POST comes from.
#[tokio::test]
async fn only_the_shops_own_pages_may_post() {
    let shop = Shop::open().await;
    let shopper = shop.shopper();
    let mug = shop.variant("hrnek", 0);
    let own = shop.server.base_url.clone();
    let post = async |headers: &[(&str, &str)]| {
        let mut request = shopper
            .request(Method::POST, BUY)
            .header("content-type", "application/x-www-form-urlencoded");
        for &(name, value) in headers {
            request = request.header(name, value);
        }
        let request = request.body(format!("id={mug}"));
        request.send().await.expect("an answer").status()
    };
    for allowed in [
        &[("origin", own.as_str())][..],
        &[("sec-fetch-site", "same-origin"), ("origin", "null")],
        &[],
    ] {
        assert_eq!(post(allowed).await, StatusCode::SEE_OTHER, "{allowed:?}");
    }
    for refused in [
        &[("origin", "https://evil.example")][..],
        &[("origin", "null")],
        &[("sec-fetch-site", "cross-site")],
        &[
            ("sec-fetch-site", "cross-site"),
            ("origin", "https://evil.example"),
        ],
        &[
            ("sec-fetch-site", "same-site"),
            ("origin", "https://other.obchod.example"),
        ],
    ] {
        assert_eq!(post(refused).await, StatusCode::FORBIDDEN, "{refused:?}");
    }
}
