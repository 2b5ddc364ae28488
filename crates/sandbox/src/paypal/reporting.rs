//! `GET /v1/reporting/transactions`, as strict as PayPal's: a span of at most 31 days, pages of at most 500, no span that
//! begins within the search's lag, and no more than 10,000 transactions at once.

use super::PayPalSandbox;
use super::after_sale::{money, present, wire};
use super::database::{CallError, CallSuccess, orders};
use super::refusal::Refusal;
use crate::movements::{self, Movement, MovementKind, MovementStatus};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use rusqlite::Transaction;
use serde::Deserialize;
use serde_json::{Value, json};
use zkratka_commerce::money::Money;
use zkratka_commerce::time::Timestamp;

const LONGEST_MS: i64 = 31 * 24 * 60 * 60 * 1_000;
const MOST: usize = 10_000;
const LARGEST_PAGE: usize = 500;

/// Unknown parameters are ignored, as PayPal does.
#[derive(Deserialize)]
pub(super) struct SearchQuery {
    start_date: Option<String>,
    end_date: Option<String>,
    #[serde(default = "only_info")]
    fields: String,
    #[serde(default = "yes")]
    balance_affecting_records_only: String,
    page: Option<String>,
    page_size: Option<String>,
}

fn only_info() -> String {
    "transaction_info".to_owned()
}

fn yes() -> String {
    "Y".to_owned()
}

struct Search {
    from: Timestamp,
    /// Inclusive.
    until: Timestamp,
    with_all_records: bool,
    page: usize,
    page_size: usize,
}

impl SearchQuery {
    fn read(&self, now: Timestamp, lag_ms: i64) -> Result<Search, Refusal> {
        let invalid = |field: &str| Refusal::schema("INVALID_REQUEST", field);
        let moment = |text: &Option<String>, field| {
            let text = text.as_deref().unwrap_or_default();
            // The seconds are required, and an offset.
            let read = (20..=64)
                .contains(&text.len())
                .then(|| text.parse::<jiff::Timestamp>());
            let read = read.and_then(Result::ok).ok_or_else(|| invalid(field))?;
            Ok(Timestamp(read.as_millisecond()))
        };
        let number = |text: &Option<String>, usual, most, field| match text {
            None => Ok(usual),
            Some(text) => {
                let number: Option<usize> = text.parse().ok();
                let fits = number.filter(|number| (1..=most).contains(number));
                fits.ok_or_else(|| invalid(field))
            }
        };
        let from = moment(&self.start_date, "start_date")?;
        let until = moment(&self.end_date, "end_date")?;
        if until < from || until.0 - from.0 > LONGEST_MS {
            return Err(invalid("end_date"));
        }
        if from > now.plus(-lag_ms) {
            return Err(invalid("start_date"));
        }
        if !["transaction_info", "all"].contains(&self.fields.as_str()) {
            return Err(invalid("fields"));
        }
        Ok(Search {
            from,
            until,
            with_all_records: match self.balance_affecting_records_only.as_str() {
                "Y" => false,
                "N" => true,
                _ => return Err(invalid("balance_affecting_records_only")),
            },
            page: number(&self.page, 1, usize::MAX, "page")?,
            page_size: number(&self.page_size, 100, LARGEST_PAGE, "page_size")?,
        })
    }
}

pub(super) async fn search(
    State(paypal): State<PayPalSandbox>,
    Query(query): Query<SearchQuery>,
) -> Result<CallSuccess, CallError> {
    let now = paypal.now();
    let lag = paypal.inner.settings.search_lag.as_millis();
    let lag_ms = i64::try_from(lag).unwrap_or(i64::MAX);
    let search = query.read(now, lag_ms)?;
    let work = move |transaction: &Transaction<'_>| {
        let newest = now.plus(-lag_ms).min(search.until);
        let mut found = transactions(transaction)?;
        found.retain(|one| {
            (search.from..=newest).contains(&one.at)
                && (search.with_all_records || one.moves_balance())
        });
        if found.len() > MOST {
            let refusal = Refusal::of(StatusCode::BAD_REQUEST, "RESULTSET_TOO_LARGE", "");
            return Err(refusal.into());
        }
        found.sort_by_key(|one| one.at);
        let pages = found.len().div_ceil(search.page_size);
        let skipped = (search.page - 1).saturating_mul(search.page_size);
        let page = found.iter().skip(skipped).take(search.page_size);
        let details: Vec<Value> = page.map(Listed::document).collect();
        Ok(CallSuccess::ok(json!({
            "transaction_details": details, "page": search.page,
            "total_items": found.len(), "total_pages": pages,
        })))
    };
    paypal.inner.database.transact(work).await
}

/// A transaction of the listing.
struct Listed {
    code: &'static str,
    id: String,
    status: &'static str,
    amount: Money,
    is_debit: bool,
    at: Timestamp,
    /// The transaction to which it belongs.
    parent: Option<String>,
    custom: Value,
}

impl Listed {
    fn moves_balance(&self) -> bool {
        !self.code.starts_with("T13")
    }

    fn document(&self) -> Value {
        let mut amount = wire(self.amount);
        if self.is_debit {
            let value = amount["value"].as_str().unwrap_or_default();
            amount["value"] = json!(format!("-{value}"));
        }
        let at = self.at.whole_second().rfc3339().replace('Z', "+0000");
        let mut info = json!({
            "transaction_id": self.id, "transaction_event_code": self.code,
            "transaction_status": self.status, "transaction_amount": amount,
            "transaction_initiation_date": at, "transaction_updated_date": at,
        });
        if let Some(parent) = &self.parent {
            info["paypal_reference_id"] = json!(parent);
            info["paypal_reference_id_type"] = json!("TXN");
        }
        if !self.custom.is_null() {
            info["custom_field"] = self.custom.clone();
        }
        json!({ "transaction_info": info })
    }
}

fn transactions(transaction: &Transaction<'_>) -> Result<Vec<Listed>, CallError> {
    let mut found = Vec::new();
    for order in orders(transaction)? {
        let payments = &order["purchase_units"][0]["payments"];
        let of = |name: &str| payments[name].as_array().cloned().unwrap_or_default();
        for held in of("authorizations") {
            let status = if held["status"] == "CREATED" {
                "P"
            } else {
                "S"
            };
            found.push(listed("T1300", status, &held, None)?);
        }
        for capture in of("captures") {
            let id = capture["id"].as_str().unwrap_or_default().to_owned();
            let held = capture["supplementary_data"]["related_ids"]["authorization_id"].as_str();
            let shown = present(transaction, capture.clone())?;
            let status = match shown["status"].as_str() {
                Some("COMPLETED" | "PARTIALLY_REFUNDED") => "S",
                Some("REFUNDED") => "V",
                Some("PENDING") => "P",
                _ => "D",
            };
            found.push(listed("T0006", status, &shown, held)?);
            for movement in movements::of(transaction, &id)? {
                let is_inquiry = movements::is_inquiry(transaction, &movement.id)?;
                found.extend(moved(&movement, is_inquiry, &capture["custom_id"]));
            }
        }
    }
    Ok(found)
}

fn listed(
    code: &'static str,
    status: &'static str,
    document: &Value,
    parent: Option<&str>,
) -> Result<Listed, CallError> {
    let created = document["create_time"].as_str().unwrap_or_default();
    let created = created.parse::<jiff::Timestamp>();
    Ok(Listed {
        code,
        id: document["id"].as_str().unwrap_or_default().to_owned(),
        status,
        amount: money(&document["amount"])?,
        is_debit: false,
        at: Timestamp(created.map_or(0, jiff::Timestamp::as_millisecond)),
        parent: parent.map(ToOwned::to_owned),
        custom: document["custom_id"].clone(),
    })
}

/// The transactions that PayPal lists for a movement. A dispute holds money (an inquiry does not), and takes it when the
/// buyer wins. Only refunds have a `custom_id`: their own, or the capture's.
fn moved(movement: &Movement, is_inquiry: bool, custom: &Value) -> Vec<Listed> {
    let one = |code, letter: &str, status, is_debit, custom: Value| Listed {
        code,
        id: own_id(&movement.id, letter),
        status,
        amount: movement.amount,
        is_debit,
        at: movement.at,
        parent: Some(movement.reference.clone()),
        custom,
    };
    match movement.kind {
        MovementKind::Refund => {
            let status = match movement.status {
                MovementStatus::Pending => "P",
                MovementStatus::Done => "S",
                MovementStatus::Undone => "D",
            };
            let custom = movement
                .key
                .as_ref()
                .map_or(custom.clone(), |key| json!(key));
            vec![one("T1107", "", status, true, custom)]
        }
        MovementKind::Reversal => vec![one("T1106", "", "S", true, Value::Null)],
        MovementKind::Dispute => {
            let mut found = Vec::new();
            if !is_inquiry {
                found.push(one("T1110", "H", "S", true, Value::Null));
            }
            if !is_inquiry && movement.status != MovementStatus::Pending {
                found.push(one("T1111", "L", "S", false, Value::Null));
            }
            if movement.status == MovementStatus::Done {
                found.push(one("T1106", "V", "S", true, Value::Null));
            }
            found
        }
        MovementKind::CaptureFailure => Vec::new(),
    }
}

/// The id of a transaction that a movement makes: the movement's own, or one of seventeen characters that differs.
fn own_id(movement: &str, letter: &str) -> String {
    if letter.is_empty() {
        return movement.to_owned();
    }
    let end = movement.rsplit('-').next().unwrap_or_default();
    let end: String = end.chars().skip(1).collect();
    format!("{letter}{end}")
}
