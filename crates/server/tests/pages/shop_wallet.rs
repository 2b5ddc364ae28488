//! The shop's own wallet on pages: its button, and the face of a recognised buyer.

use super::support::{Page, Shop};
use reqwest::header::COOKIE;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use zkratka_sign_in::{DEVICE_MS, mint};
use zkratka_store::{AccountId, EntryId, NewDevice, SavedCard};

const WALLET: &str = "[mail]\nenabled = true\n[shop_wallet]\nenabled = true\nname = \"Sojka\"\n";
const STOREFRONT: &str = "https://www.obchod.example";
const BESIDE: &str = "[wallets.google_pay]\nenabled = true\n";
const AUTHORIZE: &str = "/services/login_with_shop/authorize";
const IN_FRAME: [(&str, &str); 2] = [("sec-fetch-dest", "iframe"), ("sec-fetch-mode", "navigate")];

/// The names of the wallets in a tag's attribute.
fn names(tag: &str, attribute: &str) -> Vec<String> {
    let value = tag.split_once(&format!(" {attribute}=\"")).expect("it").1;
    let value = value.split_once('"').expect("its end").0;
    let value = value.replace("&quot;", "\"");
    let config: Value = serde_json::from_str(&value).expect("JSON");
    let one = [config.clone()];
    let all = config.as_array().map_or(&one[..], Vec::as_slice);
    all.iter()
        .map(|it| it["name"].as_str().expect("a name").to_owned())
        .collect()
}

/// A browser that the wallet knows: its cookie.
async fn known_browser(shop: &Shop, card: Option<(&str, &str)>) -> String {
    let app = shop.server.app();
    let accounts = app.store.accounts();
    let now = app.clock.now();
    let minted = mint(&app.ids);
    let mut id = [7; 32];
    id[..16].copy_from_slice(&minted.ticket.id.0);
    let email = format!(
        "buyer-{}@example.com",
        u32::from(id[0]) * 256 + u32::from(id[1])
    );
    let account = accounts.open_account(AccountId(id), &email, now).await;
    let account = account.expect("an account").id;
    let device = NewDevice {
        ticket: minted.ticket,
        account,
        label: "Prohlížeč".to_owned(),
        now,
        expires_at: now.plus(DEVICE_MS),
    };
    accounts.add_device(device).await.expect("a device");
    if let Some((network, last_four)) = card {
        let saved = SavedCard {
            id: EntryId(app.ids.secret().0),
            account,
            gateway: "sandbox".to_owned(),
            mandate: "mandate".to_owned(),
            network: network.to_owned(),
            last_four: last_four.to_owned(),
            expires: None,
            used_at: now,
        };
        assert!(accounts.add_card(&saved).await.expect("a card"));
    }
    format!("wallet-device={}", minted.cookie)
}

async fn asked(shop: &Shop, query: &str, headers: &[(&str, &str)]) -> Page {
    let mut request = shop
        .shopper()
        .request(Method::GET, &format!("{AUTHORIZE}?{query}"));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    Page::read(request.send().await.expect("an answer")).await
}

fn for_page(shop: &Shop) -> String {
    format!("target_origin={}&flow=default", shop.server.base_url)
}

/// [2.14] The wallet stands after the wallets that few browsers support; where it knows the browser it is offered first.
#[tokio::test]
async fn a_known_browser_is_offered_the_wallet_first() {
    let shop = Shop::open_with(&format!("{WALLET}{BESIDE}")).await;
    let mut shopper = shop.shopper();
    let product = shopper.get("/products/hrnek").await;
    let tag = product.between("<accelerated-checkout", ">");
    assert_eq!(names(tag, "recommended"), ["google_pay"]);
    assert_eq!(names(tag, "fallback"), ["shop_pay"]);
    // Google Pay pays for nothing that is not shipped.
    let book = shopper.get("/products/kniha").await;
    let tag = book.between("<accelerated-checkout", ">");
    assert_eq!(names(tag, "recommended"), ["shop_pay"]);
    shopper.cookie = Some(known_browser(&shop, None).await);
    let product = shopper.get("/products/hrnek").await;
    let tag = product.between("<accelerated-checkout", ">");
    assert_eq!(names(tag, "recommended"), ["shop_pay"]);
    assert_eq!(names(tag, "fallback"), ["google_pay"]);
    let cart = shopper.get("/cart").await;
    let tag = cart.between("<accelerated-checkout-cart", ">");
    assert_eq!(names(tag, "wallet-configs"), ["shop_pay", "google_pay"]);
    // Other origins read this snippet, so it is the same for everybody.
    let path = "/snippet/accelerated-checkout?product=hrnek";
    let snippet = shopper.get(path).await;
    let tag = snippet.between("<accelerated-checkout", ">");
    assert_eq!(names(tag, "recommended"), ["google_pay"]);
}

/// [2.30] The checkout has no button of the wallet: it is a part of the checkout.
#[tokio::test]
async fn the_checkout_has_no_button_that_leads_to_itself() {
    let shop = Shop::open_with(&format!("{WALLET}{BESIDE}")).await;
    let mut shopper = shop.shopper();
    let id = shop.variant("hrnek", 0).to_string();
    shopper.post("/cart/add", &[("id", &id)]).await;
    let answer = shopper.post("/cart/checkout", &[]).await;
    let page = shopper.get(answer.leads_to()).await;
    let tag = page.between("<checkout-wallet-button", ">");
    assert_eq!(names(tag, "wallet-config"), ["google_pay"]);
    page.says_nothing_of("shop_pay");
}

/// [2.30] [2.14] Without scripts a button of the product's form and a link in the cart lead to the wallet in the checkout.
#[tokio::test]
async fn without_scripts_a_form_leads_to_the_wallet() {
    let shop = Shop::open_with(WALLET).await;
    let mut shopper = shop.shopper();
    let product = shopper.get("/products/hrnek").await;
    let button = product.between("name=\"payment\"", "</button>");
    assert!(
        button.contains("value=\"shop_pay\"") && button.ends_with("Koupit přes Sojka"),
        "{button}"
    );
    let id = shop.variant("hrnek", 0).to_string();
    let wanted = [
        ("id", id.as_str()),
        ("quantity", "1"),
        ("payment", "shop_pay"),
    ];
    let answer = shopper.post("/checkout/buy-it-now", &wanted).await;
    let to = answer.leads_to();
    assert!(
        to.ends_with(
            "&storefront_wallet=true&payment=shop_pay&redirect_source=direct_checkout_product"
        ),
        "{to}"
    );
    for other in ["", "paypal", "shop_pay&x=1"] {
        let wanted = [("id", id.as_str()), ("payment", other)];
        let answer = shopper.post("/checkout/buy-it-now", &wanted).await;
        assert!(
            answer.leads_to().ends_with("&storefront_wallet=true"),
            "{other}"
        );
    }
    let empty = shop.shopper().get("/cart").await;
    empty.says_nothing_of("direct_checkout_cart");
    shopper.post("/cart/add", &[("id", &id)]).await;
    let cart = shopper.get("/cart").await;
    let link = cart.between("<noscript><a", "</a>").replace("&amp;", "&");
    assert!(
        link.contains(
            "&storefront_wallet=true&payment=shop_pay&redirect_source=direct_checkout_cart\""
        ),
        "{link}"
    );

    let plain = Shop::open().await;
    let mut shopper = plain.shopper();
    let id = plain.variant("hrnek", 0).to_string();
    shopper
        .get("/products/hrnek")
        .await
        .says_nothing_of("name=\"payment\"");
    let wanted = [("id", id.as_str()), ("payment", "shop_pay")];
    let answer = shopper.post("/checkout/buy-it-now", &wanted).await;
    assert!(answer.leads_to().ends_with("&storefront_wallet=true"));
}

/// [7.16] [2.28] A frame of a recognised browser shows the network and the last four digits; every other answer is the one for strangers, of
/// the same length.
#[tokio::test]
async fn only_a_frame_shows_the_card() {
    let shop = Shop::open_with(WALLET).await;
    let cookie = known_browser(&shop, Some(("visa", "4242"))).await;
    let query = for_page(&shop);
    let cookie_header = (COOKIE.as_str(), cookie.as_str());
    let gzip = ("accept-encoding", "gzip");
    let with = |more: &[(&'static str, &'static str)]| {
        let more = more.iter().map(|&(name, value)| (name, value));
        std::iter::once(cookie_header)
            .chain(more)
            .collect::<Vec<_>>()
    };
    let face = asked(&shop, &query, &with(&[IN_FRAME[0], IN_FRAME[1], gzip])).await;
    assert_eq!(face.status, StatusCode::OK);
    face.says("•• 4242");
    face.says("<svg");
    assert_eq!(face.text.len(), 2048);
    assert_eq!(face.header("content-encoding"), "");
    let stranger = asked(&shop, &query, &IN_FRAME).await;
    stranger.says_nothing_of("4242");
    assert_eq!(stranger.text.len(), face.text.len());
    for headers in [
        &[][..],
        &[("sec-fetch-dest", "empty"), ("sec-fetch-mode", "cors")],
        &[
            ("sec-fetch-dest", "document"),
            ("sec-fetch-mode", "navigate"),
        ],
        &[("sec-fetch-dest", "iframe")],
        &[("sec-fetch-mode", "navigate")],
        &[("sec-fetch-dest", "script"), ("sec-fetch-mode", "no-cors")],
        &[("sec-fetch-dest", "object"), ("sec-fetch-mode", "navigate")],
    ] {
        let answer = asked(&shop, &query, &with(headers)).await;
        assert_eq!(answer.text, stranger.text, "{headers:?}");
    }
    // A card-less account has nothing to show, and a wrong secret is a stranger.
    let without_card = known_browser(&shop, None).await;
    let wrong = format!("{}0", &cookie[..cookie.len() - 1]);
    let wrong = if wrong == cookie {
        format!("{}1", &cookie[..cookie.len() - 1])
    } else {
        wrong
    };
    for cookie in [
        without_card.as_str(),
        wrong.as_str(),
        "wallet-device=",
        "wallet-device=ě",
    ] {
        let mut headers = IN_FRAME.to_vec();
        headers.push((COOKIE.as_str(), cookie));
        let answer = asked(&shop, &query, &headers).await;
        assert_eq!(answer.text, stranger.text, "{} letters", cookie.len());
    }
}

/// [7.16] The face is opaque, for one page alone, and no cache, search engine or other site keeps it.
#[tokio::test]
async fn a_face_is_for_one_page() {
    let shop = Shop::open_beside_with(STOREFRONT, WALLET).await;
    let own = shop.server.base_url.clone();
    for target in [own.as_str(), STOREFRONT] {
        let query = format!("target_origin={target}&flow=default");
        let face = asked(&shop, &query, &IN_FRAME).await;
        assert_eq!(face.status, StatusCode::OK, "{target}");
        let policy = face.header("content-security-policy");
        assert!(
            policy.contains(&format!("frame-ancestors {target};")),
            "{policy}"
        );
        assert!(policy.ends_with("; sandbox allow-scripts"), "{policy}");
        face.says(&format!("data-to=\"{target}\""));
        assert_eq!(face.header("cache-control"), "no-store");
        assert_eq!(face.header("referrer-policy"), "no-referrer");
        assert_eq!(face.header("x-robots-tag"), "noindex");
        assert_eq!(face.header("cross-origin-resource-policy"), "same-site");
        for name in ["Cookie", "Sec-Fetch-Dest", "Sec-Fetch-Mode"] {
            assert!(
                face.header("vary").contains(name),
                "{}",
                face.header("vary")
            );
        }
    }
    let other_name = own.replace("127.0.0.1", "localhost");
    for target in [
        "",
        "https://jinde.example",
        "http://www.obchod.example",
        "https://www.obchod.example/",
        "https://www.obchod.example:443",
        "https://www.obchod.example.jinde.example",
        "https://WWW.obchod.example",
        "null",
        "*",
        "https://www.obchod.example https://jinde.example",
        other_name.as_str(),
    ] {
        let query: String = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("target_origin", target)
            .append_pair("flow", "default")
            .finish();
        let answer = asked(&shop, &query, &IN_FRAME).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{target}");
        let policy = answer.header("content-security-policy");
        assert!(
            policy.contains("frame-ancestors 'none'"),
            "{target}: {policy}"
        );
        answer.says_nothing_of("postMessage");
    }
    for query in [
        "",
        "flow=default",
        &format!("target_origin={own}&flow=authorize"),
    ] {
        let answer = asked(&shop, query, &IN_FRAME).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{query}");
    }
    let robots = shop.shopper().get("/robots.txt").await;
    robots.says("Disallow: /services/");
    let framed = shop.shopper().get("/account").await;
    let policy = framed.header("content-security-policy");
    assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    let plain = Shop::open().await;
    let answer = asked(&plain, &for_page(&plain), &IN_FRAME).await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
}

/// [7.16] The sign-in stands in frames of the one page that asks, which the shop knows. It holds forms and nothing that is signed in.
#[tokio::test]
async fn the_sign_in_stands_in_a_frame_of_one_page() {
    let shop = Shop::open_with(&format!("{WALLET}{BESIDE}")).await;
    let own = shop.server.base_url.clone();
    let login = asked(&shop, &format!("target_origin={own}&flow=login"), &IN_FRAME).await;
    assert_eq!(login.status, StatusCode::OK);
    let policy = login.header("content-security-policy");
    let rules: Vec<_> = policy.split("; ").collect();
    let ancestors = format!("frame-ancestors {own}");
    assert!(rules.contains(&ancestors.as_str()), "{policy}");
    for rule in [
        "default-src 'none'",
        "form-action 'self'",
        "trusted-types 'none'",
    ] {
        assert!(rules.contains(&rule), "{policy}");
    }
    assert!(!policy.contains("unsafe"), "{policy}");
    assert_eq!(login.header("cache-control"), "no-store");
    assert_eq!(login.header("referrer-policy"), "no-referrer");
    assert!(login.header("x-robots-tag").contains("noindex"));
    login.says(&format!("data-target=\"{own}\""));
    login.says("action=/account/code target=_top");
    login.says_nothing_of("/account/remove");
    let foreign = [
        ("sec-fetch-dest", "iframe"),
        ("sec-fetch-site", "cross-site"),
    ];
    let query = format!("target_origin={own}&flow=login");
    let foreign = asked(&shop, &query, &foreign).await;
    foreign.says("href=/account target=_blank");
    foreign.says_nothing_of("<form");
    for target in [
        "https://jinde.example",
        "null",
        "",
        "https://www.obchod.example.jinde.example",
    ] {
        let query: String = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("target_origin", target)
            .append_pair("flow", "login")
            .finish();
        let answer = asked(&shop, &query, &IN_FRAME).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{target}");
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    }
}

/// [2.30] [4.06] A wallet on another host has its own checkout: presses lead there, and from there pages of the shop lead back.
#[tokio::test]
async fn a_wallet_on_another_host_holds_together() {
    const THERE: &str = "http://ucet.obchod.localhost:8099";
    let shop = Shop::open_with(&format!("{WALLET}origin = \"{THERE}\"\n{BESIDE}")).await;
    let public = shop.server.base_url.clone();
    let mut shopper = shop.shopper();
    let id = shop.variant("hrnek", 0).to_string();
    let wanted = [("id", id.as_str()), ("payment", "shop_pay")];
    let answer = shopper.post("/checkout/buy-it-now", &wanted).await;
    let to = answer.leads_to().to_owned();
    assert!(to.starts_with(&format!("{THERE}/checkout/Z")), "{to}");
    let page = shopper.get("/products/hrnek").await;
    let policy = page.header("content-security-policy");
    let forms = policy
        .split("; ")
        .find(|rule| rule.starts_with("form-action"));
    assert!(
        forms.is_some_and(|it| it.ends_with(&format!(" {THERE}"))),
        "{policy}"
    );
    shopper.post("/cart/add", &[("id", &id)]).await;
    let cart = shopper.get("/cart").await;
    assert!(
        cart.between("<noscript><a", "</a>")
            .contains(&format!("href=\"{THERE}/checkout/Z"))
    );

    let there = |path: &str| {
        shop.shopper()
            .request(Method::GET, path)
            .header("host", "ucet.obchod.localhost:8099")
    };
    let checkout = to.strip_prefix(THERE).expect("a path");
    let checkout = Page::read(there(checkout).send().await.expect("an answer")).await;
    assert_eq!(checkout.status, StatusCode::OK);
    let data = checkout.checkout_data();
    assert_eq!(
        data["api"]["endpoint"],
        format!("{THERE}/api/unstable/graphql.json")
    );
    assert_eq!(data["cartUrl"], format!("{public}/cart"));
    for path in ["/", "/products/hrnek?variant=1", "/cart", "/search?q=a"] {
        let answer = Page::read(there(path).send().await.expect("an answer")).await;
        assert_eq!(answer.status, StatusCode::FOUND, "{path}");
        assert_eq!(answer.header("location"), format!("{public}{path}"));
    }
    for path in ["/account", "/robots.txt", "/healthz"] {
        let answer = Page::read(there(path).send().await.expect("an answer")).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
    }
}

/// [7.16] Pages may show the wallet's frame, also on another host.
#[tokio::test]
async fn pages_may_frame_the_wallet() {
    let there = "origin = \"http://ucet.obchod.localhost:8099\"\n";
    let shop = Shop::open_with(&format!("{WALLET}{there}")).await;
    let page = shop.shopper().get("/products/hrnek").await;
    let policy = page.header("content-security-policy");
    let frames = policy
        .split("; ")
        .find(|rule| rule.starts_with("frame-src"));
    assert!(
        frames.is_some_and(|it| it.contains(" http://ucet.obchod.localhost:8099")),
        "{policy}"
    );
}

async fn passkey(shop: &Shop, path: &str, cookie: &str, origin: &str, body: &Value) -> Page {
    let request = shop.shopper().request(Method::POST, path);
    let request = request
        .header("origin", origin)
        .header(COOKIE, cookie)
        .json(body);
    Page::read(request.send().await.expect("an answer")).await
}

/// [B.02] A sign-in names no passkey, so nobody learns whether an account has one; other sites may not begin it.
#[tokio::test]
async fn a_sign_in_names_no_passkey() {
    let shop = Shop::open_with(WALLET).await;
    let own = shop.server.base_url.clone();
    let options = "/account/passkey/options";
    let wanted = json!({ "for": "sign-in" });
    let first = passkey(&shop, options, "", &own, &wanted).await;
    assert_eq!(first.status, StatusCode::OK);
    assert_eq!(first.header("cache-control"), "no-store");
    let cookie = first.header("set-cookie");
    assert!(
        cookie.starts_with("wallet-passkey=") && cookie.contains("; HttpOnly; SameSite=Lax"),
        "{cookie}"
    );
    let answer: Value = serde_json::from_str(&first.text).expect("JSON");
    assert_eq!(answer["allowCredentials"], json!([]));
    assert_eq!(answer["rpId"], "127.0.0.1");
    assert_eq!(answer["userVerification"], "preferred");
    assert_eq!(answer["challenge"].as_str().map(str::len), Some(43));
    let second = passkey(&shop, options, "", &own, &wanted).await;
    assert_ne!(second.text, first.text, "each challenge is new");
    for (origin, body, status) in [
        ("https://jinde.example", &wanted, StatusCode::FORBIDDEN),
        ("null", &wanted, StatusCode::FORBIDDEN),
        (
            own.as_str(),
            &json!({ "for": "creation" }),
            StatusCode::UNAUTHORIZED,
        ),
        (
            own.as_str(),
            &json!({ "for": "payment" }),
            StatusCode::BAD_REQUEST,
        ),
        (own.as_str(), &json!([]), StatusCode::BAD_REQUEST),
    ] {
        let answer = passkey(&shop, options, "", origin, body).await;
        assert_eq!(answer.status, status, "{origin} {body}");
        assert_eq!(answer.header("set-cookie"), "", "{origin} {body}");
    }
    let plain = Shop::open().await;
    let answer = passkey(&plain, options, "", &plain.server.base_url, &wanted).await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
}
