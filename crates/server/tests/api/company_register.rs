//! Tests of `POST /checkout/company`: a company's name and address for its number.

use crate::support::{HandClock, Shop};
use reqwest::{RequestBuilder, StatusCode};
use serde_json::{Value, json};
use zkratka_commerce::company::CompanyId;

fn with_register(config: &str) -> String {
    let shop = "country = \"CZ\"\ncompany_fields = \"optional\"";
    let asking = config.replace("country = \"CZ\"", shop);
    asking + "[company_register]\nenabled = true\ndeadline_ms = 200\n"
}

/// A request that is not sent yet, without the headers of browsers.
fn bare(shop: &Shop, number: &str) -> RequestBuilder {
    let url = format!("{}/checkout/company", shop.server.base_url);
    shop.client.post(url).json(&json!({ "companyId": number }))
}

async fn ask(shop: &Shop, number: &str) -> (StatusCode, Value) {
    let request = bare(shop, number).header("Sec-Fetch-Site", "same-origin");
    let response = request.send().await.unwrap();
    (response.status(), response.json().await.unwrap_or_default())
}

/// [8.03] The checkout's page gets a company for its number, and is told if there is none.
#[tokio::test]
async fn a_company_is_filled_in_by_its_number() {
    let shop = Shop::open_with(|config| with_register(&config)).await;
    let (status, answer) = ask(&shop, "123 45 679").await;
    assert_eq!(status, StatusCode::OK);
    let expected = json!({
        "name": "Lněná dílna s.r.o.",
        "vatId": "CZ12345679",
        "seat": { "address1": "Plátenická 1522/53a", "city": "Jihlava", "zip": "586 01" },
    });
    assert_eq!(answer["company"], expected);
    let unknown = ask(&shop, "00006947").await;
    assert_eq!(unknown, (StatusCode::OK, json!({ "company": null })));
    let response = bare(&shop, "12345679").header("Sec-Fetch-Site", "same-origin");
    let response = response.send().await.unwrap();
    assert_eq!(response.headers()["cache-control"], "no-store");
}

/// [8.03] A register that fails, or is late, is an error of this answer alone.
#[tokio::test]
async fn a_failing_register_is_told() {
    let shop = Shop::open_with(|config| with_register(&config)).await;
    for number in ["00000019", "00000027", "00000035", "00000043"] {
        let (status, _) = ask(&shop, number).await;
        assert_eq!(status, StatusCode::BAD_GATEWAY, "{number}");
    }
}

/// Nobody reaches the register through the shop but its own pages, with right numbers, and not too often.
#[tokio::test]
async fn others_get_nothing_from_the_register() {
    let shop = Shop::open_with(|config| with_register(&config)).await;
    for (header, value) in [
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Site", "none"),
        ("Origin", "https://jiny-obchod.example"),
        ("Accept", "application/json"),
    ] {
        let response = bare(&shop, "12345679").header(header, value).send().await;
        let status = response.unwrap().status();
        assert_eq!(status, StatusCode::FORBIDDEN, "{header}: {value}");
    }
    for number in ["12345678", "1234567", "../12345679", ""] {
        let (status, _) = ask(&shop, number).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{number}");
    }
    let mut statuses = Vec::new();
    for _ in 0..30 {
        statuses.push(ask(&shop, "12345679").await.0);
    }
    assert!(statuses.contains(&StatusCode::OK));
    assert_eq!(statuses.last(), Some(&StatusCode::TOO_MANY_REQUESTS));
}

/// [8.03] When the whole server has asked as much as it may, a buyer is told when to ask again.
#[tokio::test]
async fn a_server_that_asks_no_more_says_when() {
    let trusting = "[server]\ntrusted_proxies = [\"127.0.0.1\"]";
    let change = |config: String| with_register(&config.replace("[server]", trusting));
    let shop = Shop::open_at(HandClock::new(), change).await;
    let mut numbers = (1_000_000..).filter_map(with_check_digit);
    let mut ask_by = async |client: usize| {
        let number = numbers.next().unwrap();
        let asked = bare(&shop, &number).header("Sec-Fetch-Site", "same-origin");
        let from = format!("198.51.100.{}", client / 10);
        asked.header("X-Forwarded-For", from).send().await.unwrap()
    };
    for client in 0..60 {
        assert_eq!(ask_by(client).await.status(), StatusCode::OK, "{client}");
    }
    let refused = ask_by(60).await;
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(refused.headers()["retry-after"], "1");
}

/// A company number that begins with these seven digits, if there is one.
fn with_check_digit(start: u32) -> Option<String> {
    (0..10)
        .map(|last| format!("{start}{last}"))
        .find(|number| CompanyId::parse(number).is_some())
}

/// Without `[company_register]` there is nothing to ask.
#[tokio::test]
async fn a_shop_without_a_register_has_no_such_page() {
    let shop = Shop::open().await;
    let (status, _) = ask(&shop, "12345679").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}
