//! The sandbox gateway's ledger, page by page.

use super::client::SandboxGateway;
use crate::ledger::fits;
use crate::retry::patiently;
use crate::{
    LedgerEntry, LedgerError, LedgerLimits, NoAnswer, PaymentLedger, ProviderLedger, Span,
};
use async_trait::async_trait;
use serde::Deserialize;
use serde_json::Value;
use std::cmp::Ordering;

/// The gateway lists a transaction at once. The lag leaves time for its notification.
const LAG_MS: i64 = 10 * 60 * 1_000;

#[derive(Deserialize)]
struct Page {
    entries: Vec<LedgerEntry>,
    /// The number of transactions in the whole span.
    total: u64,
}

impl SandboxGateway {
    async fn page(&self, span: Span, after: u64) -> Result<Page, LedgerError> {
        let (from, until) = (span.from.0.to_string(), span.until.0.to_string());
        let after = after.to_string();
        let query = [("from", &*from), ("until", &*until), ("after", &*after)];
        Ok(self.read(&["transactions"], &query).await?)
    }
}

#[async_trait]
impl ProviderLedger for SandboxGateway {
    fn limits(&self) -> LedgerLimits {
        LedgerLimits {
            lag_ms: LAG_MS,
            reach_ms: None,
            is_exclusive: true,
            lists: true,
        }
    }

    async fn transactions(&self, span: Span) -> Result<Vec<LedgerEntry>, LedgerError> {
        let mut entries: Vec<LedgerEntry> = Vec::new();
        loop {
            let after = entries.len() as u64;
            let page = patiently(|| self.page(span, after)).await?;
            fits(page.total)?;
            let is_last = page.entries.is_empty();
            entries.extend(page.entries);
            let read = entries.len() as u64;
            match read.cmp(&page.total) {
                Ordering::Equal => return Ok(entries),
                Ordering::Less if !is_last => {}
                Ordering::Less | Ordering::Greater => {
                    let message = format!("{read} of {} transactions", page.total);
                    return Err(NoAnswer(message).into());
                }
            }
        }
    }

    async fn payment(
        &self,
        payment: &str,
        _listed: &[LedgerEntry],
    ) -> Result<PaymentLedger, LedgerError> {
        let path = ["payments", payment, "transactions"];
        let answer = patiently(|| async { Ok(self.read::<Value>(&path, &[]).await?) }).await?;
        let page = serde_json::from_value::<Page>(answer);
        let page = page.map_err(|error| LedgerError::Unreadable {
            id: payment.to_owned(),
            what: error.to_string(),
        })?;
        Ok(PaymentLedger {
            entries: page.entries,
            tells_reversals: true,
            tells_disputes: true,
            lists_disputed_money: false,
        })
    }
}
