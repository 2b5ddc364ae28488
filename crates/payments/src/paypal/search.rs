//! PayPal's search of transactions, `GET /v1/reporting/transactions`: at most 31 days at once, in pages. A transaction may
//! take three hours to appear.

use super::PayPalError;
use super::client::PayPalClient;
use super::gateway::no_answer;
use super::wire::AmountWire;
use crate::ledger::fits;
use crate::retry::patiently;
use crate::{LedgerError, NoAnswer, Span};
use serde::Deserialize;
use zkratka_commerce::time::Timestamp;

/// PayPal's longest span.
const LONGEST_MS: i64 = 31 * 24 * 60 * 60 * 1_000;
/// PayPal allows 500, but a page must fit into the limit of an answer.
const PAGE: u64 = 100;
const FORBIDDEN: u16 = 403;
const TOO_MANY: &str = "RESULTSET_TOO_LARGE";
const NO_PERMISSION: &str = "PayPal does not let this application search transactions: switch on \"Transaction search\" in the application's settings at developer.paypal.com (Apps & Credentials). PayPal may take nine hours to apply it";

#[derive(Deserialize)]
struct PageWire {
    #[serde(default)]
    transaction_details: Vec<DetailWire>,
    #[serde(default)]
    total_items: u64,
    #[serde(default)]
    total_pages: u64,
}

#[derive(Deserialize)]
struct DetailWire {
    transaction_info: TransactionWire,
}

/// A transaction, as far as the shop reads it.
#[derive(Debug, Deserialize)]
pub(super) struct TransactionWire {
    #[serde(default)]
    pub(super) transaction_id: String,
    #[serde(default)]
    pub(super) paypal_reference_id: Option<String>,
    #[serde(default)]
    pub(super) paypal_reference_id_type: Option<String>,
    #[serde(default)]
    pub(super) transaction_event_code: String,
    #[serde(default)]
    pub(super) transaction_initiation_date: Option<String>,
    #[serde(default)]
    pub(super) transaction_amount: Option<AmountWire>,
    #[serde(default)]
    pub(super) transaction_status: String,
    #[serde(default)]
    pub(super) custom_field: Option<String>,
}

impl PayPalClient {
    /// Every transaction in a span, also those that move no balance. PayPal may list one twice.
    pub(super) async fn search(&self, span: Span) -> Result<Vec<TransactionWire>, LedgerError> {
        let mut found = Vec::new();
        for part in parts(span) {
            self.search_part(part, &mut found).await?;
            fits(found.len() as u64)?;
        }
        Ok(found)
    }

    async fn search_part(
        &self,
        span: Span,
        found: &mut Vec<TransactionWire>,
    ) -> Result<(), LedgerError> {
        let before = found.len() as u64;
        let mut number = 1;
        loop {
            let page = patiently(|| self.page(span, number)).await?;
            fits(page.total_items)?;
            found.extend(
                page.transaction_details
                    .into_iter()
                    .map(|it| it.transaction_info),
            );
            if number >= page.total_pages {
                let read = found.len() as u64 - before;
                if read == page.total_items {
                    return Ok(());
                }
                let message = format!("{read} of {} transactions", page.total_items);
                return Err(NoAnswer(message).into());
            }
            number += 1;
        }
    }

    async fn page(&self, span: Span, number: u64) -> Result<PageWire, LedgerError> {
        let path = format!(
            "/v1/reporting/transactions?start_date={}&end_date={}&fields=transaction_info&balance_affecting_records_only=N&page_size={PAGE}&page={number}",
            written(span.from),
            written(span.until.plus(-1)),
        );
        let answer = self.look(&path).await.map_err(|error| no_answer(&error))?;
        if answer.status == FORBIDDEN {
            return Err(LedgerError::NotPermitted(NO_PERMISSION.to_owned()));
        }
        if answer.is_success() {
            return Ok(answer.read().map_err(|error| no_answer(&error))?);
        }
        Err(refused(&answer.error()))
    }
}

/// Only a refusal of too many transactions asks for a shorter span.
fn refused(error: &PayPalError) -> LedgerError {
    match error {
        PayPalError::Refused(refusal) if refusal.issue == TOO_MANY => LedgerError::TooMany,
        error => no_answer(error).into(),
    }
}

/// The span in parts that PayPal allows.
fn parts(span: Span) -> impl Iterator<Item = Span> {
    let mut from = span.from;
    std::iter::from_fn(move || {
        let until = from.plus(LONGEST_MS).min(span.until);
        let part = Span { from, until };
        from = until;
        (part.from < part.until).then_some(part)
    })
}

/// `2026-11-21T22:00:00Z`; PayPal wants the seconds.
fn written(at: Timestamp) -> String {
    at.whole_second().rfc3339()
}

/// Reads a time of PayPal's; the epoch if it cannot be read, so that the transaction counts as old.
pub(super) fn moment(text: Option<&str>) -> Timestamp {
    let read = text.and_then(|text| text.parse::<jiff::Timestamp>().ok());
    read.map_or(Timestamp(0), |moment| Timestamp(moment.as_millisecond()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 24 * 60 * 60 * 1_000;

    /// [B.12] A longer span is searched in parts of at most 31 days, without gaps.
    #[test]
    fn a_span_is_searched_in_parts() {
        let span = |from, until| Span {
            from: Timestamp(from),
            until: Timestamp(until),
        };
        let found: Vec<_> = parts(span(0, 63 * DAY)).collect();
        let expected = [
            span(0, 31 * DAY),
            span(31 * DAY, 62 * DAY),
            span(62 * DAY, 63 * DAY),
        ];
        assert_eq!(found, expected);
        assert_eq!(parts(span(5, 31 * DAY)).count(), 1);
        assert_eq!(parts(span(5, 5)).count(), 0);
    }

    /// [B.12] A span that PayPal refuses as too large is divided; another refusal is no answer.
    #[test]
    fn only_a_refusal_of_too_many_divides_the_span() {
        let refused = |issue: &str| {
            let body = format!(r#"{{"name":"{issue}"}}"#);
            refused(&PayPalError::of_answer(400, body.as_bytes(), ""))
        };
        let large = refused("RESULTSET_TOO_LARGE");
        assert!(matches!(large, LedgerError::TooMany), "{large:?}");
        let other = refused("INVALID_REQUEST");
        assert!(matches!(other, LedgerError::NoAnswer(_)), "{other:?}");
    }

    #[test]
    fn times_are_written_and_read_as_paypal_writes_them() {
        let noon = Timestamp(1_790_000_000_000);
        assert_eq!(written(noon.plus(999)), "2026-09-21T14:13:20Z");
        for text in [
            "2026-09-21T14:13:20Z",
            "2026-09-21T14:13:20+0000",
            "2026-09-21T16:13:20+02:00",
        ] {
            assert_eq!(moment(Some(text)), noon, "{text}");
        }
        assert_eq!(moment(Some("yesterday")), Timestamp(0));
    }
}
