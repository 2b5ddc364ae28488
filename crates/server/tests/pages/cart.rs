//! Tests the cart's forms without scripts.

use super::support::{Page, Shop};
use reqwest::StatusCode;

#[tokio::test]
async fn a_shopper_fills_changes_and_empties_the_cart() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let mug = shop.variant("hrnek", 0).to_string();
    shopper.get("/cart").await.says("Košík je prázdný");

    let added = shopper
        .post(
            "/cart/add",
            &[
                ("id", &mug),
                ("quantity", "2"),
                ("properties[Věnování]", "Mámě"),
                ("properties[Mašle]", ""),
            ],
        )
        .await;
    assert_eq!(added.leads_to(), "/cart");
    let cart = shopper.get("/cart").await;
    cart.says("data-count=\"2\"");
    cart.says("Hrnek &lt;smaltovaný&gt;: 2\u{a0}581\u{a0}Kč [Věnování=Mámě]");
    cart.says_nothing_of("Mašle");

    let line = cart.between("data-id=\"", "\"").to_owned();
    let changed = shopper
        .post("/cart/change", &[("id", &line), ("quantity", "3")])
        .await;
    assert_eq!(changed.leads_to(), "/cart");
    shopper.get("/").await.says("data-count=\"3\"");

    shopper
        .post("/cart/change", &[("id", &line), ("quantity", "0")])
        .await;
    shopper.get("/cart").await.says("Košík je prázdný");
}

#[tokio::test]
async fn equal_lines_are_one_line() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let mug = shop.variant("hrnek", 0).to_string();
    for _twice in 0..2 {
        shopper.post("/cart/add", &[("id", &mug)]).await;
    }
    let cart = shopper.get("/cart").await;
    assert_eq!(cart.text.matches("class=\"line\"").count(), 1);
    cart.says("data-quantity=\"2\"");
}

/// The cookie contains the cart's bearer secret.
#[tokio::test]
async fn the_cookie_is_kept_from_scripts_and_other_sites() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let mug = shop.variant("hrnek", 0).to_string();
    let added = shopper.post("/cart/add", &[("id", &mug)]).await;
    let cookie = added.header("set-cookie");
    assert!(cookie.starts_with("cart=Z"), "{cookie}");
    for attribute in [
        "; HttpOnly",
        "; SameSite=Lax",
        "; Path=/",
        "; Max-Age=2592000",
    ] {
        assert!(cookie.contains(attribute), "{cookie}");
    }
    // The token without the secret gives no access.
    let token = cookie.split("%3F").next().expect("the token");
    shopper.cookie = Some(format!("{token}%3Fkey%3D{}", "0".repeat(32)));
    shopper.get("/cart").await.says("Košík je prázdný");
}

#[tokio::test]
async fn more_than_there_is_cannot_be_put_into_the_cart() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let blanket = shop.variant("posledni", 0).to_string();
    let added = shopper
        .post("/cart/add", &[("id", &blanket), ("quantity", "5")])
        .await;
    assert_eq!(added.leads_to(), "/cart?notice=not_enough_stock");
    let cart = shopper.get("/cart?notice=not_enough_stock").await;
    cart.says("data-quantity=\"1\" data-max=\"1\"");
    cart.says("<p role=\"alert\">Tolik kusů už nemáme.");
}

#[tokio::test]
async fn a_quantity_that_is_none_is_said_and_changes_nothing() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let mug = shop.variant("hrnek", 0).to_string();
    for quantity in [
        "0",
        "-1",
        "2147483648",
        "1.5",
        "hodně",
        "99999999999999999999",
    ] {
        let page = shopper
            .post("/cart/add", &[("id", &mug), ("quantity", quantity)])
            .await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{quantity}");
        page.says("Zadejte platný počet kusů.");
        page.says("<a href=\"/products/hrnek\">Zpět</a>");
    }
    shopper.post("/cart/add", &[("id", &mug)]).await;
    for quantity in ["-1", "2147483648", "x", ""] {
        let page = shopper
            .post("/cart/change", &[("id", "1"), ("quantity", quantity)])
            .await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{quantity}");
        page.says("Zadejte platný počet kusů.");
        page.says("data-quantity=\"1\"");
    }
}

#[tokio::test]
async fn what_is_not_sold_is_said() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let secret = shop.variant("tajne", 0).to_string();
    for id in ["0", "x", "999999", &secret] {
        let page = shopper.post("/cart/add", &[("id", id)]).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{id}");
        page.says("Toto zboží už neprodáváme.");
    }
}

#[tokio::test]
async fn the_cart_leads_to_its_checkout() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    assert_eq!(
        shopper.post("/cart/checkout", &[]).await.leads_to(),
        "/cart"
    );
    let mug = shop.variant("hrnek", 0).to_string();
    shopper.post("/cart/add", &[("id", &mug)]).await;
    let answer = shopper.post("/cart/checkout", &[]).await;
    let address = answer.leads_to();
    assert!(address.starts_with(&shop.url("/checkout/Z")), "{address}");
    let data = shopper.get(address).await.checkout_data();
    assert_eq!(data["checkoutUrl"], address);
}

#[tokio::test]
async fn a_theme_that_posts_multipart_forms_works_too() {
    let shop = Shop::open().await;
    let shopper = shop.shopper();
    let mug = shop.variant("hrnek", 0);
    let body =
        format!("--x\r\nContent-Disposition: form-data; name=\"id\"\r\n\r\n{mug}\r\n--x--\r\n");
    let answer = shopper
        .request(reqwest::Method::POST, "/cart/add")
        .header("content-type", "multipart/form-data; boundary=x")
        .header("sec-fetch-site", "same-origin")
        .body(body)
        .send()
        .await
        .expect("an answer");
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
}

/// Whatever is wrong with the body, the page says in Czech what to do, and the cart stays unchanged.
#[tokio::test]
async fn a_multipart_form_that_cannot_be_read_is_refused_on_a_czech_page() {
    const NOT_WHOLE: &str = "Odkaz nebo formulář není úplný.";
    const TOO_LARGE: &str = "Odeslaný formulář je příliš velký.";
    const TYPE: &str = "multipart/form-data; boundary=x";
    let shop = Shop::open().await;
    let shopper = shop.shopper();
    let mug = shop.variant("hrnek", 0).to_string();
    let part = |name: &str, value: &[u8]| {
        let head = format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n");
        [head.as_bytes(), value, b"\r\n"].concat()
    };
    let id = part("id", mug.as_bytes());
    let whole = |parts: &[&[u8]]| [&id, &parts.concat(), &b"--x--\r\n"[..]].concat();
    let many = |count: usize| part("unknown", b"1").repeat(count);
    let large = b"x".repeat(5_000_000);
    let too_many = whole(&[&many(1_000)]);
    let cases = [
        ("cut off", TYPE, id.clone(), 400, NOT_WHOLE),
        (
            "no boundary",
            "multipart/form-data",
            whole(&[]),
            400,
            NOT_WHOLE,
        ),
        (
            "another boundary",
            "multipart/form-data; boundary=y",
            whole(&[]),
            400,
            NOT_WHOLE,
        ),
        (
            "a part without headers",
            TYPE,
            whole(&[b"--x\r\nid"]),
            400,
            NOT_WHOLE,
        ),
        (
            "headers that do not end",
            TYPE,
            whole(&[b"--x\r\nContent-Disposition"]),
            400,
            NOT_WHOLE,
        ),
        ("nothing", TYPE, Vec::new(), 400, NOT_WHOLE),
        (
            "not UTF-8",
            TYPE,
            whole(&[&part("properties[A]", &[0xff])]),
            400,
            NOT_WHOLE,
        ),
        ("too many parts", TYPE, too_many, 400, NOT_WHOLE),
        (
            "a part too large",
            TYPE,
            whole(&[&part("properties[A]", &large)]),
            413,
            TOO_LARGE,
        ),
        (
            "a file too large",
            TYPE,
            whole(&[&part("a\"; filename=\"b", &large)]),
            413,
            TOO_LARGE,
        ),
    ];
    for (what, kind, body, status, text) in cases {
        let request = shopper
            .request(reqwest::Method::POST, "/cart/add")
            .header("content-type", kind)
            .header("sec-fetch-site", "same-origin")
            .body(body);
        let page = Page::read(request.send().await.expect("an answer")).await;
        assert_eq!(page.status.as_u16(), status, "{what}");
        page.says("<html lang=\"cs\">");
        page.says(text);
    }
    shopper.get("/cart").await.says("Košík je prázdný");
    let most = shopper
        .request(reqwest::Method::POST, "/cart/add")
        .header("content-type", TYPE)
        .header("sec-fetch-site", "same-origin")
        .body(whole(&[&many(999)]));
    let most = most.send().await.expect("an answer");
    assert_eq!(most.status(), StatusCode::SEE_OTHER);
}
