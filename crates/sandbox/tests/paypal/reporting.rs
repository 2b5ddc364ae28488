//! The search of transactions, as strict as PayPal's.

use super::world::{NOW, TOTAL, World, request, world};
use serde_json::Value;
use zkratka_payments::{CaptureRequest, PaymentGateway as _};

async fn search(world: &World, query: &str) -> (u16, Value) {
    let url = format!("{}/v1/reporting/transactions?{query}", world.api);
    let call = reqwest::Client::new()
        .get(url)
        .bearer_auth(world.token().await);
    let answer = call.send().await.expect("an answer");
    let status = answer.status().as_u16();
    (status, answer.json().await.expect("JSON"))
}

/// [B.12] PayPal's limits: the dates are required with their seconds, at most 31 days and 500 transactions a page.
#[tokio::test]
async fn a_search_within_paypals_limits_is_answered_in_pages() {
    let world = world().await;
    let order = world.approved("approve").await;
    let held = world.gateway.authorise(&request(&order, "K1", TOTAL)).await;
    let held = super::world::reference(&held.expect("held"));
    let capture = CaptureRequest::whole(&held, TOTAL);
    world.gateway.capture(&capture).await.expect("captured");
    assert_eq!(NOW.0, 1_800_000_000_000);
    let month = "start_date=2027-01-01T00:00:00Z&end_date=2027-02-01T00:00:00Z";
    let (status, body) = search(&world, month).await;
    assert_eq!(status, 200);
    // Only what moves the balance, unless more is asked for.
    let found = &body["transaction_details"];
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{body:#}");
    let info = &found[0]["transaction_info"];
    assert_eq!(info["transaction_event_code"], "T0006");
    assert_eq!(info["transaction_amount"]["value"], "518.00");
    assert_eq!(info["custom_field"], "K1");
    assert_eq!(
        info["transaction_initiation_date"],
        "2027-01-15T08:00:00+0000"
    );
    let (_, body) = search(
        &world,
        &format!("{month}&balance_affecting_records_only=N&page_size=1&page=2"),
    )
    .await;
    assert_eq!(
        (&body["total_items"], &body["total_pages"]),
        (&2.into(), &2.into())
    );
    assert_eq!(
        body["transaction_details"].as_array().map(Vec::len),
        Some(1)
    );
    for wrong in [
        "",
        "start_date=2027-01-01T00:00:00Z",
        "start_date=2027-01-01&end_date=2027-01-02",
        "start_date=2027-01-01T00:00:00Z&end_date=2027-02-01T00:00:01Z",
        "start_date=2027-01-02T00:00:00Z&end_date=2027-01-01T00:00:00Z",
        // Not there yet.
        "start_date=2027-01-15T08:00:01Z&end_date=2027-01-16T00:00:00Z",
    ] {
        assert_eq!(search(&world, wrong).await.0, 400, "{wrong}");
    }
    for wrong in ["page_size=501", "page_size=0", "page=0", "fields=nothing"] {
        let query = format!("{month}&{wrong}");
        assert_eq!(search(&world, &query).await.0, 400, "{wrong}");
    }
}
