//! Tests the intake of browsers' reports, and the headers that name it.

use super::support::{Page, Shop};
use reqwest::header::{CONTENT_TYPE, RETRY_AFTER};
use reqwest::{Method, StatusCode};
use serde_json::json;
use zkratka_admission::Priority;

const REPORTS: &str = "application/reports+json";

async fn report(shop: &Shop, kind: &str, body: impl Into<String>) -> Page {
    let shopper = shop.shopper();
    let request = shopper.request(Method::POST, "/reports");
    let request = request.header(CONTENT_TYPE, kind).body(body.into());
    Page::read(request.send().await.expect("an answer")).await
}

fn violation() -> String {
    let body = json!({ "effectiveDirective": "script-src-elem", "blockedURL": "https://evil.example/x.js" });
    json!([{ "type": "csp-violation", "body": body }]).to_string()
}

/// Every page names the intake, in the form of each kind of browser.
#[tokio::test]
async fn browsers_know_where_to_report() {
    let shop = Shop::open_demo().await;
    for path in ["/", "/cart", "/nic"] {
        let page = shop.shopper().get(path).await;
        assert_eq!(page.header("reporting-endpoints"), "pages=\"/reports\"");
        let policy = page.header("content-security-policy");
        assert!(
            policy.ends_with("; report-uri /reports; report-to pages"),
            "{policy}"
        );
    }
    let file = shop.shopper().get("/robots.txt").await;
    assert_eq!(file.header("reporting-endpoints"), "");
}

/// Browsers refuse scripts without a hash where no page needs one: without wallets' scripts, with the shop's own theme.
#[tokio::test]
async fn scripts_without_a_hash_are_refused_where_none_are_needed() {
    const POLICY: &str = "blocked-destinations=(script), endpoints=(pages)";
    const GOOGLE_PAY: &str = "[wallets.google_pay]\nenabled = true\n";
    let headers = async |shop: &Shop| {
        let page = shop.shopper().get("/").await;
        ["integrity-policy", "integrity-policy-report-only"].map(|it| page.header(it).to_owned())
    };
    let own_theme = Shop::open().await;
    assert_eq!(headers(&own_theme).await, ["", POLICY]);
    let with_wallet = Shop::open_with(GOOGLE_PAY).await;
    assert_eq!(headers(&with_wallet).await, ["", ""]);
    let built_in = Shop::open_demo_without_wallets().await;
    assert_eq!(headers(&built_in).await, [POLICY, ""]);
}

#[tokio::test]
async fn the_intake_takes_reports_and_nothing_else() {
    let shop = Shop::open().await;
    let taken = report(&shop, REPORTS, violation()).await;
    assert_eq!((taken.status, &*taken.text), (StatusCode::NO_CONTENT, ""));
    let large = format!("[{}]", " ".repeat(16 * 1024));
    for (kind, body, status) in [
        (REPORTS, "{}".to_owned(), StatusCode::BAD_REQUEST),
        (
            "text/plain",
            violation(),
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ),
        (REPORTS, large, StatusCode::PAYLOAD_TOO_LARGE),
    ] {
        let answer = report(&shop, kind, body).await;
        assert_eq!(answer.status, status, "{kind}");
        assert!(answer.text.lines().count() <= 1, "{}", answer.text);
    }
    let read = shop.shopper().get("/reports").await;
    assert_eq!(read.status, StatusCode::METHOD_NOT_ALLOWED);
}

/// A flood of reports from one address is refused, and takes no place from shoppers.
#[tokio::test]
async fn a_flood_of_reports_costs_shoppers_nothing() {
    let shop = Shop::open().await;
    let mut statuses = Vec::new();
    for _ in 0..25 {
        statuses.push(report(&shop, REPORTS, violation()).await.status);
    }
    let refused = statuses
        .iter()
        .filter(|status| **status == StatusCode::TOO_MANY_REQUESTS);
    assert!(refused.count() >= 3, "{statuses:?}");
    assert_eq!(shop.shopper().get("/").await.status, StatusCode::OK);
}

/// With most of the gate's places taken, the server still serves pages and refuses reports.
#[tokio::test]
async fn reports_wait_behind_every_shopper() {
    let shop = Shop::open().await;
    let app = shop.server.app();
    let places = app.config.limits.requests / 4;
    let admit = |_| {
        app.admission
            .work
            .enter_if_room(Priority::Browsing)
            .expect("room")
    };
    let held: Vec<_> = (0..places).map(admit).collect();
    let answer = report(&shop, REPORTS, violation()).await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(answer.headers.contains_key(RETRY_AFTER));
    assert_eq!(shop.shopper().get("/").await.status, StatusCode::OK);
    drop(held);
    let answer = report(&shop, REPORTS, violation()).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
}
