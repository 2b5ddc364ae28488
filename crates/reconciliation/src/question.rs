//! What is compared, and the result.

use crate::difference::Difference;
use crate::strangers::Strangers;
use zkratka_commerce::order::Mode;
use zkratka_commerce::time::Timestamp;
use zkratka_payments::{GatewayName, LedgerError, ProviderLedger};
use zkratka_store::StoreError;

/// More differences than this mean another account or another database.
pub(crate) const MOST_DIFFERENCES: usize = 1_000;

/// A provider whose ledger is compared.
pub struct Provider {
    pub name: GatewayName,
    pub ledger: Box<dyn ProviderLedger>,
}

/// What is compared.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    pub since: Timestamp,
    pub until: Timestamp,
    pub now: Timestamp,
    pub mode: Mode,
}

/// The result for one provider.
#[derive(Debug, Default)]
pub struct Comparison {
    /// `card`, `paypal` or `amazon_pay`.
    pub name: &'static str,
    pub differences: Vec<Difference>,
    /// Payments of attempts that this database does not have, in an account that has other sales.
    pub strangers: Strangers,
    /// Transactions that the provider listed.
    pub transactions: usize,
    /// Payments with a transaction there, or with an order here.
    pub payments: usize,
    /// Transactions and open disputes without a key of a payment's form, or with one that was not made with its payment's
    /// secret, in an account that has other sales.
    pub not_ours: usize,
    /// Everything before this moment is compared; later transactions may not be listed yet.
    pub compared_until: Timestamp,
    /// Whether the provider lists nothing: only payments that the shop knows were asked about.
    pub asks_by_name: bool,
    /// Whether every span of the question was compared; if the run stopped later, only undecided refunds and open disputes
    /// are missing.
    pub has_compared_all_spans: bool,
}

impl Comparison {
    /// Every difference that is told, those of payments of unknown attempts last.
    pub fn told(&self) -> impl Iterator<Item = &Difference> {
        self.differences.iter().chain(self.strangers.told())
    }
}

/// Why a comparison ended early. What was compared before it stands.
#[derive(Debug, thiserror::Error)]
pub enum Stopped {
    #[error("{0}")]
    Ledger(#[from] LedgerError),
    #[error("the store does not answer: {0}")]
    Store(#[from] StoreError),
    #[error("the provider lists more transactions in a second than fit")]
    TooDense,
    #[error("the provider's ledger goes back only {0} days: choose a later --since")]
    TooLongAgo(i64),
    #[error(
        "there are more than {MOST_DIFFERENCES} differences: this may be another account or another database"
    )]
    TooManyDifferences,
}
