//! Tests the cart API of theme scripts: JSON at `/cart.js`, `/cart/add`, `/cart/change`, `/cart/update` and
//! `/cart/clear`.

use super::support::{Page, Shop, Shopper};
use reqwest::header::{ACCEPT, CONTENT_TYPE, ORIGIN, SET_COOKIE};
use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};

/// Sends a script's request, and stores the cookie that the server sets.
async fn send(shopper: &mut Shopper<'_>, request: RequestBuilder) -> Page {
    let origin = shopper.shop.server.base_url.clone();
    let response = request.header(ORIGIN, origin).send().await.expect("answer");
    if let Some(cookie) = response.headers().get(SET_COOKIE) {
        let cookie = cookie.to_str().expect("text");
        shopper.cookie = cookie.split(';').next().map(str::to_owned);
    }
    Page::read(response).await
}

async fn post(shopper: &mut Shopper<'_>, path: &str, body: Value) -> Page {
    let request = shopper.request(Method::POST, path).json(&body);
    send(shopper, request).await
}

fn parsed(page: &Page) -> Value {
    assert!(
        page.header("content-type").starts_with("application/json"),
        "{}",
        page.text
    );
    assert_eq!(page.header("cache-control"), "no-store");
    serde_json::from_str(&page.text).expect("JSON")
}

async fn cart(shopper: &Shopper<'_>) -> Value {
    let page = shopper.get("/cart.js").await;
    assert_eq!(page.status, StatusCode::OK);
    parsed(&page)
}

/// [2.02] The watched changes work at the root and under a locale, with and without `.js`.
/// [2.28] Their paths are on this origin.
#[tokio::test]
async fn every_watched_address_changes_the_cart() {
    let shop = Shop::open().await;
    let mug = shop.variant("hrnek", 0);
    for prefix in ["", "/cs", "/cs-cz"] {
        for ending in ["", ".js", ".json"] {
            let mut shopper = shop.shopper();
            let path = |change: &str| format!("{prefix}/cart/{change}{ending}");
            let body = json!({"id": mug, "quantity": 2});
            let added = post(&mut shopper, &path("add"), body).await;
            assert_eq!(parsed(&added)["quantity"], 2, "{prefix}{ending}");

            let body = json!({"line": 1, "quantity": 3});
            let changed = post(&mut shopper, &path("change"), body).await;
            assert_eq!(parsed(&changed)["item_count"], 3);

            let body = json!({"updates": {(mug.to_string()): 4}});
            let updated = post(&mut shopper, &path("update"), body).await;
            assert_eq!(parsed(&updated)["item_count"], 4);

            if !ending.is_empty() {
                let read = shopper.get(&format!("{prefix}/cart{ending}")).await;
                assert_eq!(parsed(&read)["item_count"], 4);
            }
            let cleared = post(&mut shopper, &path("clear"), json!({})).await;
            assert_eq!(parsed(&cleared)["items"], json!([]));
        }
    }
    let mut shopper = shop.shopper();
    let elsewhere = post(&mut shopper, "/jinde/cart/add.js", json!({"id": mug})).await;
    assert_eq!(elsewhere.status, StatusCode::NOT_FOUND);
}

/// A child line can name its parent by the variant in the same request or by the line's key; removing the parent
/// removes the child.
#[tokio::test]
async fn a_line_stands_below_another() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let (mug, shirt) = (shop.variant("hrnek", 0), shop.variant("tricko", 0));
    let file = shop.variant("kniha", 0);
    let body =
        json!({ "items": [{ "id": file, "parent_id": mug }, { "id": mug }, { "id": shirt }] });
    let added = post(&mut shopper, "/cart/add.js", body).await;
    assert_eq!(added.status, StatusCode::OK, "{}", added.text);
    let first = &parsed(&added)["items"][0];
    assert_eq!(
        (&first["id"], &first["quantity"]),
        (&json!(file), &json!(1))
    );
    let filled = cart(&shopper).await;
    let above = &filled["items"][0];
    assert_eq!(above["parent_relationship"], Value::Null);
    let below = |cart: &Value, place: usize| {
        let line = &cart["items"][place];
        assert_eq!(line["id"], file);
        line["parent_relationship"]["parent_key"].clone()
    };
    assert_eq!(below(&filled, 1), above["key"]);
    let key = &filled["items"][2]["key"];
    let body = json!({ "id": file, "parent_line_key": key });
    post(&mut shopper, "/cart/add.js", body).await;
    assert_eq!(below(&cart(&shopper).await, 3), *key);
    let number = key.as_str().and_then(|key| key.split_once(':')).unwrap().1;
    // This cart has a line with that number, but with other merchandise, so the key must come from another cart.
    let stale = json!(format!("{mug}:{number}"));
    for nowhere in [stale, json!("1:99"), json!("nic")] {
        let body = json!({ "id": file, "parent_line_key": nowhere });
        let refused = post(&mut shopper, "/cart/add.js", body).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        let text = "Položka, ke které tato patří, v košíku není.";
        assert_eq!(parsed(&refused)["description"], text);
    }
    let body = json!({ "line": 1, "quantity": 0 });
    let left = parsed(&post(&mut shopper, "/cart/change.js", body).await);
    assert_eq!(left["items"].as_array().map(Vec::len), Some(2));
    assert_eq!(below(&left, 1), *key);
}

/// A variant's number means its line without a parent before one with a parent.
#[tokio::test]
async fn a_variant_means_its_own_line_first() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let (mug, file) = (shop.variant("hrnek", 0), shop.variant("kniha", 0));
    let body =
        json!({ "items": [{ "id": mug }, { "id": file, "parent_id": mug }, { "id": file }] });
    post(&mut shopper, "/cart/add.js", body).await;
    let pieces = |cart: &Value| -> Vec<i64> {
        let lines = cart["items"].as_array().unwrap().iter();
        lines
            .map(|line| line["quantity"].as_i64().unwrap())
            .collect()
    };
    let body = json!({ "id": file, "quantity": 3 });
    let changed = parsed(&post(&mut shopper, "/cart/change.js", body).await);
    assert_eq!(pieces(&changed), [1, 1, 3]);
    let body = json!({ "updates": { file.to_string(): 2 } });
    let changed = parsed(&post(&mut shopper, "/cart/update.js", body).await);
    assert_eq!(pieces(&changed), [1, 1, 2]);
    let body = json!({ "id": file, "quantity": 0 });
    let changed = parsed(&post(&mut shopper, "/cart/change.js", body).await);
    assert_eq!(pieces(&changed), [1, 1]);
}

/// Equal lines with different child lines stay separate; the response has the line that the addition changed.
#[tokio::test]
async fn an_addition_is_answered_by_the_line_that_it_went_into() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let (mug, file) = (shop.variant("hrnek", 0), shop.variant("kniha", 0));
    let alone = json!({ "id": mug });
    let together = json!({ "items": [{ "id": mug }, { "id": file, "parent_id": mug }] });
    let mut pieces = async |body: &Value| {
        let added = parsed(&post(&mut shopper, "/cart/add.js", body.clone()).await);
        let line = added.get("items").map_or(&added, |items| &items[0]).clone();
        (line["key"].clone(), line["quantity"].clone())
    };
    let (engraved, one) = pieces(&together).await;
    let (plain, first) = pieces(&alone).await;
    assert_ne!(engraved, plain);
    assert_eq!((one, first), (json!(1), json!(1)));
    assert_eq!(pieces(&alone).await, (plain, json!(2)));
    assert_eq!(pieces(&together).await, (engraved, json!(2)));
}

#[tokio::test]
async fn the_cart_says_everything_that_themes_read() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let empty = cart(&shopper).await;
    assert_eq!(
        (&empty["token"], &empty["item_count"]),
        (&json!(""), &json!(0))
    );

    let mug = shop.variant("hrnek", 0);
    let shirt = shop.variant("tricko", 0);
    let body = json!({"items": [
        {"id": mug, "quantity": 2, "properties": {"Věnování": "Mámě", "Mašle": ""}},
        {"id": shirt.to_string(), "quantity": "1"},
    ]});
    let added = post(&mut shopper, "/cart/add.js", body).await;
    assert_eq!(parsed(&added)["items"].as_array().map(Vec::len), Some(2));

    let mut other = shop.shopper();
    let body = json!({"items": [{"id": mug}]});
    let added = post(&mut other, "/cart/add.js", body).await;
    assert_eq!(parsed(&added)["items"][0]["id"], mug, "a list of one");
    let body = json!({"note": "Zvoňte dvakrát", "attributes": {"dárek": "ano", "nic": ""}});
    post(&mut shopper, "/cart/update.js", body).await;

    let cart = cart(&shopper).await;
    let expected = [
        ("/note", json!("Zvoňte dvakrát")),
        ("/attributes", json!({"dárek": "ano"})),
        ("/item_count", json!(3)),
        ("/total_price", json!(2 * 129_050 + 45_000)),
        ("/original_total_price", json!(2 * 129_050 + 45_000)),
        ("/items_subtotal_price", json!(2 * 129_050 + 45_000)),
        ("/total_discount", json!(0)),
        ("/total_weight", json!(800)),
        ("/requires_shipping", json!(true)),
        ("/currency", json!("CZK")),
        ("/items/0/id", json!(mug)),
        ("/items/0/variant_id", json!(mug)),
        ("/items/0/title", json!("Hrnek <smaltovaný>")),
        ("/items/0/quantity", json!(2)),
        ("/items/0/price", json!(129_050)),
        ("/items/0/final_price", json!(129_050)),
        ("/items/0/line_price", json!(258_100)),
        ("/items/0/final_line_price", json!(258_100)),
        ("/items/0/sku", json!("HR-1")),
        ("/items/0/handle", json!("hrnek")),
        ("/items/0/url", json!("/products/hrnek")),
        ("/items/0/requires_shipping", json!(true)),
        ("/items/0/variant_title", json!(null)),
        ("/items/0/properties", json!({"Věnování": "Mámě"})),
        ("/items/1/title", json!("Tričko - S / Modrá")),
        ("/items/1/product_title", json!("Tričko")),
        ("/items/1/variant_title", json!("S / Modrá")),
        ("/items/1/variant_options", json!(["S", "Modrá"])),
    ];
    for (path, value) in expected {
        assert_eq!(cart.pointer(path), Some(&value), "{path}");
    }
    let token = cart["token"].as_str().expect("a token");
    let id = format!("gid://shopify/Cart/{token}");
    let query = "query($id: ID!) { cart(id: $id) { totalQuantity } }";
    let answer = shopper.api(query, json!({ "id": id })).await;
    assert_eq!(answer["cart"]["totalQuantity"], 3);
}

#[tokio::test]
async fn a_line_is_named_by_place_key_or_variant() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let mug = shop.variant("hrnek", 0);
    let book = shop.variant("kniha", 0);
    let body = json!({"items": [{"id": mug}, {"id": book}]});
    post(&mut shopper, "/cart/add.js", body).await;
    let key = cart(&shopper).await["items"][1]["key"].clone();
    for (name, body) in [
        ("place", json!({"line": 2, "quantity": 5})),
        ("key", json!({"id": key, "quantity": 6})),
        ("variant", json!({"id": book, "quantity": 7})),
        ("text", json!({"id": book.to_string(), "quantity": "8"})),
    ] {
        let wanted: i64 = body["quantity"]
            .to_string()
            .replace('"', "")
            .parse()
            .unwrap();
        let changed = parsed(&post(&mut shopper, "/cart/change.js", body).await);
        assert_eq!(changed["items"][1]["quantity"], wanted, "{name}");
        assert_eq!(changed["items"][0]["quantity"], 1, "{name}");
    }
    let updated = post(&mut shopper, "/cart/update.js", json!({"updates": [0, 2]})).await;
    let updated = parsed(&updated);
    assert_eq!(updated["items"][0]["id"], book);
    assert_eq!(
        (&updated["item_count"], &updated["requires_shipping"]),
        (&json!(2), &json!(false))
    );
    let properties = json!({"line": 1, "properties": {"Věnování": "Tátovi"}});
    let changed = parsed(&post(&mut shopper, "/cart/change.js", properties).await);
    assert_eq!(changed["items"][0]["properties"]["Věnování"], "Tátovi");
    assert_eq!(changed["items"][0]["quantity"], 2);
}

/// An invalid request gets a Czech message and the status that themes expect, and changes nothing.
#[tokio::test]
async fn a_wrong_change_is_refused() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let mug = shop.variant("hrnek", 0);
    let secret = shop.variant("tajne", 0);
    let last = shop.variant("posledni", 0);
    let gone = shop.variant("vyprodano", 0);
    post(&mut shopper, "/cart/add.js", json!({"id": mug})).await;
    let before = cart(&shopper).await;
    let unsold = "Toto zboží už neprodáváme.";
    let number = "Zadejte platný počet kusů.";
    let no_line = "Tato položka už v košíku není.";
    let table = [
        ("add", json!({"id": 999_999}), 404, unsold),
        ("add", json!({"id": secret}), 404, unsold),
        ("add", json!({"quantity": 1}), 404, unsold),
        ("add", json!({"id": mug, "quantity": 0}), 422, number),
        ("add", json!({"id": mug, "quantity": 1.5}), 422, number),
        (
            "add",
            json!({"id": gone}),
            422,
            "Tato položka již není k dispozici.",
        ),
        (
            "add",
            json!({"id": last, "quantity": 2}),
            422,
            "Tolik kusů už nemáme. Zkontrolujte prosím množství.",
        ),
        (
            "add",
            json!({"items": [{"id": last}, {"id": 999_999}]}),
            404,
            unsold,
        ),
        ("change", json!({"line": 2, "quantity": 1}), 404, no_line),
        ("change", json!({"line": 0, "quantity": 1}), 404, no_line),
        ("change", json!({"id": last, "quantity": 1}), 404, no_line),
        ("change", json!({"line": 1, "quantity": -1}), 422, number),
        ("change", json!({"line": 1, "quantity": "x"}), 422, number),
        (
            "change",
            json!({"quantity": 1}),
            400,
            "Požadavek není úplný. Načtěte prosím stránku znovu.",
        ),
        (
            "change",
            json!({"line": 1}),
            400,
            "Požadavek není úplný. Načtěte prosím stránku znovu.",
        ),
        ("update", json!({"updates": [1, 1]}), 404, no_line),
        (
            "update",
            json!({"updates": {(gone.to_string()): 1}}),
            422,
            "Tato položka již není k dispozici.",
        ),
        (
            "update",
            json!({"note": "x".repeat(5001)}),
            422,
            "Poznámka je příliš dlouhá. Zkraťte ji prosím.",
        ),
    ];
    for (change, body, status, description) in table {
        let page = post(&mut shopper, &format!("/cart/{change}.js"), body.clone()).await;
        let answer = parsed(&page);
        assert_eq!(page.status.as_u16(), status, "{change} {body}");
        assert_eq!(answer["status"], status, "{change} {body}");
        assert_eq!(answer["description"], description, "{change} {body}");
        assert_eq!(answer["message"], "Košík se nepodařilo změnit");
    }
    assert_eq!(cart(&shopper).await, before);

    // A refused request without a cart creates no cart.
    let mut newcomer = shop.shopper();
    post(&mut newcomer, "/cart/add.js", json!({"id": gone})).await;
    assert_eq!(newcomer.cookie, None);
    let nothing = json!({"line": 1, "quantity": 1});
    let page = post(&mut newcomer, "/cart/change.js", nothing).await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    let cleared = post(&mut newcomer, "/cart/clear.js", json!({})).await;
    assert_eq!(cleared.status, StatusCode::OK);
}

#[tokio::test]
async fn scripts_get_json_however_they_ask_and_forms_are_led_on() {
    let shop = Shop::open().await;
    let mug = shop.variant("hrnek", 0);
    let form = format!("id={mug}");
    let encoded = "application/x-www-form-urlencoded";
    let table = [
        ("/cart/add.js", None, true),
        (
            "/cart/add",
            Some((ACCEPT.as_str(), "application/json")),
            true,
        ),
        (
            "/cart/add",
            Some((ACCEPT.as_str(), "application/javascript")),
            true,
        ),
        (
            "/cart/add",
            Some(("x-requested-with", "XMLHttpRequest")),
            true,
        ),
        ("/cart/add", Some((ACCEPT.as_str(), "text/html,*/*")), false),
        ("/cart/add", None, false),
        ("/cs/cart/add", None, false),
    ];
    for (path, header, as_json) in table {
        let mut shopper = shop.shopper();
        let mut request = shopper.request(Method::POST, path);
        request = request.header(CONTENT_TYPE, encoded).body(form.clone());
        if let Some((name, value)) = header {
            request = request.header(name, value);
        }
        let page = send(&mut shopper, request).await;
        if as_json {
            assert_eq!(parsed(&page)["id"], mug, "{path} {header:?}");
        } else {
            assert_eq!(page.leads_to(), "/cart", "{path} {header:?}");
        }
        assert!(shopper.cookie.is_some(), "{path} {header:?}");
    }
    let mut shopper = shop.shopper();
    let body =
        format!("--x\r\nContent-Disposition: form-data; name=\"id\"\r\n\r\n{mug}\r\n--x--\r\n");
    let request = shopper.request(Method::POST, "/cart/add.js");
    let request = request.header(CONTENT_TYPE, "multipart/form-data; boundary=x");
    let page = send(&mut shopper, request.body(body)).await;
    assert_eq!(parsed(&page)["id"], mug);
}

/// The cart form of many themes works: quantities by line number, and a button that continues.
#[tokio::test]
async fn the_cart_form_of_other_themes_works() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let mug = shop.variant("hrnek", 0).to_string();
    shopper.post("/cart/add", &[("id", &mug)]).await;
    let updated = shopper.post("/cart", &[("updates[]", "3")]).await;
    assert_eq!(updated.leads_to(), "/cart");
    assert_eq!(cart(&shopper).await["item_count"], 3);
    let fields = [("updates[]", "2"), ("checkout", "")];
    let led = shopper.post("/cart", &fields).await;
    assert!(led.leads_to().starts_with(&shop.url("/checkout/Z")));
    assert_eq!(cart(&shopper).await["item_count"], 2);
}

#[tokio::test]
async fn other_sites_change_nothing() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let mug = shop.variant("hrnek", 0);
    post(&mut shopper, "/cart/add.js", json!({"id": mug})).await;
    for change in ["add", "change", "update", "clear"] {
        let request = shopper.request(Method::POST, &format!("/cart/{change}.js"));
        let request = request.header(ORIGIN, "https://jinde.example");
        let response = request
            .json(&json!({"id": mug, "quantity": 9}))
            .send()
            .await;
        let page = Page::read(response.expect("an answer")).await;
        assert_eq!(page.status, StatusCode::FORBIDDEN, "{change}");
        assert_eq!(parsed(&page)["status"], 403, "{change}");
    }
    assert_eq!(cart(&shopper).await["item_count"], 1);
    let page = shopper.get("/cart.js").await;
    assert_eq!(page.header("cross-origin-resource-policy"), "same-origin");
    assert_eq!(page.header("access-control-allow-origin"), "");
}

/// The server refuses a form with more fields than any theme has before it looks anything up, in any encoding.
#[tokio::test]
async fn a_flood_of_fields_is_refused() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let encoded = vec!["properties[a]=1"; 2000].join("&");
    let many: Vec<u8> = vec![1; 2000];
    let add = || shopper.request(Method::POST, "/cart/add.js");
    let requests = [
        add()
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(encoded),
        add().json(&json!({ "items": many })),
    ];
    for request in requests {
        let page = send(&mut shopper, request).await;
        assert_eq!(page.status, StatusCode::BAD_REQUEST);
    }
    assert_eq!(cart(&shopper).await["item_count"], 0);
}
