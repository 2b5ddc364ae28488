//! A provider's ledger: what the provider says happened to money, for comparison with the shop's own records.

use crate::NoAnswer;
use async_trait::async_trait;
use serde::Deserialize;
use zkratka_commerce::money::Money;
use zkratka_commerce::time::Timestamp;

/// The most transactions of one span, so that a span fits into memory.
pub const MOST_IN_A_SPAN: u64 = 10_000;

/// An error if a span has more transactions than fit.
pub(crate) const fn fits(count: u64) -> Result<(), LedgerError> {
    if count > MOST_IN_A_SPAN {
        return Err(LedgerError::TooMany);
    }
    Ok(())
}

/// From a moment until before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub from: Timestamp,
    pub until: Timestamp,
}

/// The limits of a provider's ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LedgerLimits {
    /// How long the provider takes to list a transaction, in milliseconds.
    pub lag_ms: i64,
    /// How far back the ledger goes, in milliseconds; `None`: to the beginning.
    pub reach_ms: Option<i64>,
    /// Whether only this shop moves money in the ledger's account.
    pub is_exclusive: bool,
    /// Whether the ledger lists transactions. One that lists none shows only what the shop asks for by name:
    /// [`ProviderLedger::payment`] then gets the refunds and disputes that the shop knows.
    pub lists: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LedgerKind {
    Authorisation,
    Capture,
    Refund,
    /// Refunds of which the provider names only the sum. The id is the payment's.
    UnnamedRefund,
    /// The provider or the bank took money back.
    Reversal,
    Dispute,
    /// An open dispute for which the provider holds no money.
    Inquiry,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LedgerState {
    /// Not decided: money held, a pending capture or refund, an open dispute.
    Pending,
    /// The money moved. A dispute: the buyer has it.
    Done,
    /// The money did not move, or came back. A dispute: the merchant won.
    Undone,
    /// The provider does not say.
    Unclear,
}

/// One transaction.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct LedgerEntry {
    /// The provider's own id: of the authorisation, capture, refund, reversal or dispute.
    pub id: String,
    pub kind: LedgerKind,
    pub state: LedgerState,
    /// Never negative.
    pub amount: Money,
    /// When it began at the provider.
    pub at: Timestamp,
    /// The shop's key of the authorisation, if the provider states it.
    #[serde(default)]
    pub key: Option<String>,
    /// The shop's key of a refund, if the provider states it. PayPal may state the authorisation's here.
    #[serde(default)]
    pub refund_key: Option<String>,
    /// The provider's reference of the payment, in the form that the shop stores, if the listing states it.
    #[serde(default)]
    pub payment: Option<String>,
}

/// What a provider says of one payment at this moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentLedger {
    /// Empty if the provider does not know the payment.
    pub entries: Vec<LedgerEntry>,
    /// Whether every reversal of the payment is among the entries.
    pub tells_reversals: bool,
    /// Whether every dispute of the payment is among the entries.
    pub tells_disputes: bool,
    /// Whether money that a dispute took is also listed as a reversal, under another id.
    pub lists_disputed_money: bool,
}

/// The open disputes of a provider's account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenDisputes {
    /// Each with its payment's key.
    pub entries: Vec<LedgerEntry>,
    /// How many concern sales of somebody else in the account.
    pub of_others: usize,
    /// The ids of those that this software cannot read.
    pub unreadable: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The account may not read its ledger; says what to do.
    #[error("{0}")]
    NotPermitted(String),
    /// More than [`MOST_IN_A_SPAN`]: ask for a shorter span.
    #[error("there are too many transactions at once")]
    TooMany,
    /// The provider answered, and this software cannot read the object.
    #[error("the provider's answer about {id} cannot be read: {what}")]
    Unreadable {
        /// The provider's id of the object, or of the payment that it belongs to.
        id: String,
        what: String,
    },
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
}

/// The ledger of a provider. It only reads. Every call has a deadline, and lost pages are asked for again.
#[async_trait]
pub trait ProviderLedger: Send + Sync {
    fn limits(&self) -> LedgerLimits;
    /// Every transaction that the provider lists in a span, each once. An error if one might be missing.
    async fn transactions(&self, span: Span) -> Result<Vec<LedgerEntry>, LedgerError>;
    /// Open disputes that no span may list, because they move no money.
    async fn open_disputes(&self) -> Result<OpenDisputes, LedgerError> {
        Ok(OpenDisputes::default())
    }
    /// The present state of a payment. `listed` are its transactions in a listing: the result keeps those that the payment
    /// itself does not contain.
    async fn payment(
        &self,
        payment: &str,
        listed: &[LedgerEntry],
    ) -> Result<PaymentLedger, LedgerError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [B.12] A span of exactly the most transactions is read.
    #[test]
    fn a_span_has_at_most_the_most_transactions() {
        assert!(fits(MOST_IN_A_SPAN).is_ok());
        let error = fits(MOST_IN_A_SPAN + 1);
        assert!(matches!(error, Err(LedgerError::TooMany)), "{error:?}");
    }
}
