//! A register of companies in the form of the Czech ARES, emulated. It knows two companies that do not exist; some numbers cause
//! trouble.
//!
//! | company number | what happens |
//! |---|---|
//! | `12345679`, `99100525` | a company |
//! | `00000019` | it responds only after a minute |
//! | `00000027` | it responds with 503 |
//! | `00000035` | its answer is no JSON |
//! | `00000043` | its answer is very long |

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};
use std::time::Duration;

/// Longer than any deadline.
const SLOW: Duration = Duration::from_mins(1);
/// Longer than any entry.
const LONG: usize = 1_048_576;

/// `GET /ekonomicke-subjekty/{number}`
pub fn routes() -> Router {
    Router::new().route("/ekonomicke-subjekty/{number}", get(company))
}

async fn company(Path(number): Path<String>) -> Response {
    match number.as_str() {
        "12345679" => Json(workshop()).into_response(),
        "99100525" => Json(shop()).into_response(),
        "00000019" => {
            tokio::time::sleep(SLOW).await;
            StatusCode::GATEWAY_TIMEOUT.into_response()
        }
        "00000027" => StatusCode::SERVICE_UNAVAILABLE.into_response(),
        "00000035" => "údržba".into_response(),
        "00000043" => " ".repeat(LONG).into_response(),
        _ => (
            StatusCode::NOT_FOUND,
            Json(json!({"kod": "NENALEZENO", "popis": "Subjekt nebyl nalezen"})),
        )
            .into_response(),
    }
}

fn workshop() -> Value {
    json!({
        "ico": "12345679",
        "obchodniJmeno": "Lněná dílna s.r.o.",
        "dic": "CZ12345679",
        "sidlo": {
            "kodStatu": "CZ",
            "nazevObce": "Jihlava",
            "nazevUlice": "Plátenická",
            "cisloDomovni": 1522,
            "cisloOrientacni": 53,
            "cisloOrientacniPismeno": "a",
            "psc": 58_601,
        },
    })
}

/// In a village without streets.
fn shop() -> Value {
    json!({
        "ico": "99100525",
        "obchodniJmeno": "Sojka a vnučka s.r.o.",
        "dic": "CZ99100525",
        "sidlo": {
            "kodStatu": "CZ",
            "nazevObce": "Lhota pod Strání",
            "nazevCastiObce": "Lhota pod Strání",
            "cisloDomovni": 7,
            "psc": 58_899,
        },
    })
}
