//! A carrier's price service, emulated. Prices depend on the parcel alone; some postal codes cause trouble.
//!
//! | postal code | what happens |
//! |---|---|
//! | `999 01` | it responds only after a minute |
//! | `999 02` | it responds with 503 |
//! | `999 03` | it does not deliver there: no prices |
//! | `999 04` | its prices have another currency |
//! | `999 05` | it responds after 600 milliseconds |

use axum::extract::DefaultBodyLimit;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::time::Duration;

const MAX_BODY_BYTES: usize = 4 * 1_024;
/// Longer than any deadline.
const SLOW: Duration = Duration::from_mins(1);
/// Longer than a short deadline.
const LATE: Duration = Duration::from_millis(600);
/// The heaviest parcel accepted.
const MAX_GRAMS: u64 = 50_000;

#[derive(Deserialize)]
struct Parcel {
    origin: Place,
    destination: Place,
    grams: u64,
    value: String,
    currency: String,
}

#[derive(Deserialize)]
struct Place {
    country: String,
    zip: String,
}

#[derive(Serialize)]
struct Rate {
    service: &'static str,
    price: String,
    currency: String,
}

/// `POST /rates`
pub fn routes() -> Router {
    Router::new()
        .route("/rates", post(rates))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
}

async fn rates(body: Result<Json<Parcel>, JsonRejection>) -> Response {
    let Ok(Json(parcel)) = body else {
        return (
            StatusCode::BAD_REQUEST,
            Json(json!({ "error": "not a parcel" })),
        )
            .into_response();
    };
    let currency = match parcel.destination.zip.as_str() {
        "99901" => {
            tokio::time::sleep(SLOW).await;
            return StatusCode::GATEWAY_TIMEOUT.into_response();
        }
        "99902" => return StatusCode::SERVICE_UNAVAILABLE.into_response(),
        "99903" => return Json(json!({ "rates": [] })).into_response(),
        "99904" => "XAU".to_owned(),
        "99905" => {
            tokio::time::sleep(LATE).await;
            parcel.currency.clone()
        }
        _ => parcel.currency.clone(),
    };
    let rates: Vec<Rate> = prices(&parcel)
        .into_iter()
        .map(|(service, units)| Rate {
            service,
            price: format!("{units}.00"),
            currency: currency.clone(),
        })
        .collect();
    Json(json!({ "rates": rates })).into_response()
}

/// Prices in whole units of money: by weight, three times as much abroad, plus a hundredth of the value as insurance.
fn prices(parcel: &Parcel) -> Vec<(&'static str, u64)> {
    if parcel.grams > MAX_GRAMS {
        return Vec::new();
    }
    let abroad = parcel.origin.country != parcel.destination.country;
    let nearby = !abroad && parcel.origin.zip.get(..1) == parcel.destination.zip.get(..1);
    let far = if abroad { 3 } else { 1 };
    let value = parcel.value.split('.').next().unwrap_or_default();
    let insured = value.parse::<u64>().unwrap_or_default() / 100;
    let economy = (69 + parcel.grams.div_ceil(1_000) * 8) * far + insured;
    let express = economy + if nearby { 40 } else { 90 };
    vec![("ekonomy", economy), ("expres", express)]
}
