//! Tests of the carrier client over HTTP.

use super::*;
use axum::Router;
use axum::routing::post;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use zkratka_commerce::money::MinorUnits;

fn parcel(zip: &str) -> QuotedFor {
    QuotedFor {
        country: "CZ".to_owned(),
        zip: zip.to_owned(),
        grams: 1_500,
        value: MinorUnits::new(129_000),
    }
}

async fn serve(routes: Router, deadline: Duration) -> Carrier {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/rates", listener.local_addr().unwrap());
    let url: Url = url.parse().unwrap();
    tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
    let settings = CarrierSettings {
        url: None,
        deadline,
        quote_lifetime: Duration::from_mins(1),
        cached_quotes: 10,
        origin_country: "CZ".to_owned(),
        origin_zip: "58899".to_owned(),
    };
    Carrier::new(&url, &settings, Currency::CZK).unwrap()
}

/// Starts a carrier that always sends this answer and counts the requests.
async fn answering(answer: &'static str) -> (Carrier, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asked);
    let handler = async move || {
        counted.fetch_add(1, Ordering::Relaxed);
        answer
    };
    let routes = Router::new().route("/rates", post(handler));
    (serve(routes, Duration::from_secs(20)).await, asked)
}

/// [7.12] The emulated carrier understands the request, and the answer is cached until it expires.
#[tokio::test]
async fn prices_are_asked_for_and_remembered() {
    let carrier = serve(zkratka_sandbox::carrier::routes(), Duration::from_secs(20)).await;
    let brno = parcel("60200");
    let quotes = carrier.quotes(&brno, Timestamp(0)).await.unwrap();
    let prices: Vec<_> = quotes
        .iter()
        .map(|quote| (quote.service.as_str(), quote.price.get(), quote.until.0))
        .collect();
    // 69 + 2 × 8, and 12 for the value. Express costs 90 more, because the postal codes begin with different digits.
    assert_eq!(
        prices,
        [("ekonomy", 9_700, 60_000), ("expres", 18_700, 60_000)]
    );
    let (carrier, asked) =
        answering(r#"{"rates":[{"service":"e","price":"5","currency":"CZK"}]}"#).await;
    for (now, times) in [(0, 1), (59_999, 1), (60_000, 2)] {
        let quotes = carrier.quotes(&brno, Timestamp(now)).await.unwrap();
        assert_eq!(quotes[0].price, MinorUnits::new(500));
        assert_eq!(asked.load(Ordering::Relaxed), times, "at {now}");
    }
}

/// [7.12] Every failure of the carrier ends in an error.
#[tokio::test]
async fn a_carrier_in_trouble_gives_no_prices() {
    let sandbox = zkratka_sandbox::carrier::routes();
    let carrier = serve(sandbox, Duration::from_millis(100)).await;
    let ask = async |zip: &str| carrier.quotes(&parcel(zip), Timestamp(0)).await;
    assert_eq!(ask("99901").await, Err(NoRates::Timeout));
    let carrier = serve(zkratka_sandbox::carrier::routes(), Duration::from_secs(20)).await;
    let ask = async |zip: &str| carrier.quotes(&parcel(zip), Timestamp(0)).await;
    assert_eq!(ask("99902").await, Err(NoRates::Status(503)));
    assert_eq!(ask("99903").await, Ok(Vec::new()));
    assert!(matches!(ask("99904").await, Err(NoRates::Answer(_))));
    for answer in [
        "",
        "[]",
        r#"{"rates":[{"service":"e","price":"-5","currency":"CZK"}]}"#,
        r#"{"rates":[{"service":"e","price":"1e9","currency":"CZK"}]}"#,
        r#"{"rates":[{"service":"e","price":"92233720368547758.07","currency":"CZK"}]}"#,
        r#"{"rates":[{"service":"e","price":5,"currency":"CZK"}]}"#,
        r#"{"rates":[{"service":"e","currency":"CZK"}]}"#,
    ] {
        let (carrier, _) = answering(answer).await;
        let found = carrier.quotes(&parcel("60200"), Timestamp(0)).await;
        assert!(matches!(found, Err(NoRates::Answer(_))), "{answer}");
    }
}

/// [7.12] [8.03] A late answer serves the next request. Until it arrives, the carrier is not called again for the same
/// parcel.
#[tokio::test]
async fn a_late_answer_is_remembered() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asked);
    let late = Arc::new(Notify::new());
    let told = Arc::clone(&late);
    let handler = async move || {
        counted.fetch_add(1, Ordering::Relaxed);
        told.notified().await;
        r#"{"rates":[{"service":"e","price":"5","currency":"CZK"}]}"#
    };
    let routes = Router::new().route("/rates", post(handler));
    let carrier = serve(routes, Duration::from_millis(50)).await;
    let ask = async || carrier.quotes(&parcel("60200"), Timestamp(0)).await;
    assert_eq!(ask().await, Err(NoRates::Timeout));
    assert_eq!(ask().await, Err(NoRates::Timeout));
    late.notify_one();
    let mut found = ask().await;
    for _more in 0..100 {
        found = ask().await;
        if found.is_ok() {
            break;
        }
    }
    assert_eq!(found.unwrap()[0].price, MinorUnits::new(500));
    assert_eq!(asked.load(Ordering::Relaxed), 1);
}

/// [7.12] Unanswered calls for some parcels block requests for others no longer than the deadline.
#[tokio::test]
async fn silence_about_some_parcels_keeps_nobody_out() {
    let handler = async |question: String| {
        if !question.contains("60200") {
            tokio::time::sleep(Duration::from_mins(1)).await;
        }
        r#"{"rates":[{"service":"e","price":"5","currency":"CZK"}]}"#
    };
    let routes = Router::new().route("/rates", post(handler));
    let carrier = Arc::new(serve(routes, Duration::from_millis(500)).await);
    let mut silent = tokio::task::JoinSet::new();
    for number in 0..MAX_CALLS {
        let carrier = Arc::clone(&carrier);
        let parcel = parcel(&format!("100{number:02}"));
        silent.spawn(async move { carrier.quotes(&parcel, Timestamp(0)).await });
    }
    while let Some(outcome) = silent.join_next().await {
        assert_eq!(outcome.unwrap(), Err(NoRates::Timeout));
    }
    let mut found = Err(NoRates::Busy);
    // The permits are released just after the callers get their results.
    for _again in 0..100 {
        found = carrier.quotes(&parcel("60200"), Timestamp(0)).await;
        // A busy machine may need longer for an answer than the deadline.
        if found.is_ok() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(found.unwrap()[0].price, MinorUnits::new(500));
}

/// A redirect is not followed: the client calls only the configured URL.
#[tokio::test]
async fn a_redirect_is_not_followed() {
    use axum::http::{StatusCode, header::LOCATION};
    let away = async || (StatusCode::TEMPORARY_REDIRECT, [(LOCATION, "/elsewhere")]);
    let routes = Router::new().route("/rates", post(away));
    let carrier = serve(routes, Duration::from_secs(20)).await;
    let found = carrier.quotes(&parcel("60200"), Timestamp(0)).await;
    assert_eq!(found, Err(NoRates::Status(307)));
}
