//! Ledgers that answer late, in part or not at all.

use super::shop::{DAY, LATER, Shop, compared_since, czk};
use super::support::NOW;
use async_trait::async_trait;
use std::sync::Mutex;
use zkratka_payments::{
    GatewayName, LedgerEntry, LedgerError, LedgerKind, LedgerLimits, LedgerState, NoAnswer,
    OpenDisputes, PaymentLedger, ProviderLedger, Span,
};
use zkratka_reconciliation::{Provider, Report, Section, Stopped};

/// A ledger with one unknown capture each hour.
struct Ledger {
    /// The most transactions of a span.
    most: i64,
    /// No span after this one is answered.
    answers: usize,
    /// What it says of open disputes.
    open: fn() -> Result<OpenDisputes, LedgerError>,
    asked: std::sync::Arc<Mutex<Vec<Span>>>,
}

const HOUR: i64 = 60 * 60 * 1_000;

#[async_trait]
impl ProviderLedger for Ledger {
    fn limits(&self) -> LedgerLimits {
        LedgerLimits {
            lag_ms: 0,
            reach_ms: Some(30 * DAY),
            is_exclusive: false,
            lists: true,
        }
    }

    async fn transactions(&self, span: Span) -> Result<Vec<LedgerEntry>, LedgerError> {
        let mut asked = self.asked.lock().expect("whole");
        if asked.len() >= self.answers {
            return Err(NoAnswer("the deadline passed".to_owned()).into());
        }
        let hours = (span.until.0 - span.from.0) / HOUR;
        if hours > self.most {
            return Err(LedgerError::TooMany);
        }
        asked.push(span);
        let entries = (0..hours).map(|hour| LedgerEntry {
            id: format!("c{}", span.from.0 + hour * HOUR),
            kind: LedgerKind::Capture,
            state: LedgerState::Done,
            amount: czk(100),
            at: span.from.plus(hour * HOUR),
            key: None,
            refund_key: None,
            payment: None,
        });
        Ok(entries.collect())
    }

    async fn open_disputes(&self) -> Result<OpenDisputes, LedgerError> {
        (self.open)()
    }

    async fn payment(&self, _: &str, _: &[LedgerEntry]) -> Result<PaymentLedger, LedgerError> {
        Err(NoAnswer("never asked".to_owned()).into())
    }
}

async fn compared(most: i64, answers: usize, since: i64) -> (Report, Vec<Span>) {
    compared_with(most, answers, since, || Ok(OpenDisputes::default())).await
}

async fn compared_with(
    most: i64,
    answers: usize,
    since: i64,
    open: fn() -> Result<OpenDisputes, LedgerError>,
) -> (Report, Vec<Span>) {
    let shop = Shop::open().await;
    let asked = std::sync::Arc::default();
    let provider = Provider {
        name: GatewayName::PayPal,
        ledger: Box::new(Ledger {
            most,
            answers,
            open,
            asked: std::sync::Arc::clone(&asked),
        }),
    };
    let question = compared_since(LATER.plus(-since));
    let (comparison, stopped) = provider.compare(&*shop.store, question).await;
    let report = Report {
        since: question.since,
        until: question.until,
        sections: vec![Section {
            comparison,
            stopped,
        }],
    };
    let asked = asked.lock().expect("whole").clone();
    (report, asked)
}

/// [B.12] A span with too many transactions is divided, and nothing is asked twice or left out.
#[tokio::test]
async fn a_dense_span_is_divided() {
    let (report, asked) = compared(7, usize::MAX, 2 * DAY).await;
    assert_eq!(report.exit_code(), 0);
    let section = &report.sections[0].comparison;
    // Of another shop in the same account.
    assert_eq!((section.transactions, section.not_ours), (48, 48));
    assert_eq!(
        asked.first().map(|span| span.from),
        Some(LATER.plus(-2 * DAY))
    );
    assert_eq!(asked.last().map(|span| span.until), Some(LATER));
    assert!(
        asked.windows(2).all(|pair| pair[0].until == pair[1].from),
        "{asked:?}"
    );
}

/// [B.12] A comparison that ends early reports the moment until which it compared, and never that it is complete.
#[tokio::test]
async fn an_unanswered_span_ends_the_comparison() {
    let (report, _) = compared(24, 1, 3 * DAY).await;
    assert_eq!(report.exit_code(), 2);
    let section = &report.sections[0];
    assert_eq!(section.comparison.compared_until, LATER.plus(-2 * DAY));
    let lines = report.lines().join("\n");
    assert!(
        lines.contains("NOT COMPLETE: nothing after 2025-10-17T08:53:20Z"),
        "{lines}"
    );
    assert!(lines.contains("the deadline passed"), "{lines}");
    let json = report.json();
    assert_eq!(json["complete"], false);
    assert_eq!(
        json["providers"][0]["comparedUntil"],
        "2025-10-17T08:53:20Z"
    );
    assert_eq!(NOW.plus(8 * DAY), section.comparison.compared_until);
}

/// [B.12] Open disputes of other sales are counted and stop nothing. One that cannot be read is told. If the provider does not answer about disputes, the report
/// says that the spans were compared.
#[tokio::test]
async fn open_disputes_may_be_of_other_sales() {
    let others = || {
        Ok(OpenDisputes {
            entries: Vec::new(),
            of_others: 3,
            unreadable: vec!["PP-D-1".to_owned()],
        })
    };
    let (report, _) = compared_with(24, usize::MAX, DAY, others).await;
    assert_eq!(report.exit_code(), 1);
    assert_eq!(report.sections[0].comparison.not_ours, 24 + 3);
    let told = report.lines().join("\n");
    assert!(
        told.contains("unreadable              paypal  PP-D-1  there: unreadable"),
        "{told}"
    );
    assert!(
        told.contains("-> look for PP-D-1 at the provider"),
        "{told}"
    );
    let silent = || Err(NoAnswer("the deadline passed".to_owned()).into());
    let (report, _) = compared_with(24, usize::MAX, DAY, silent).await;
    assert_eq!(report.exit_code(), 2);
    let lines = report.lines().join("\n");
    let expected = "NOT COMPLETE: not all undecided refunds and open disputes were compared: ";
    assert!(lines.contains(expected), "{lines}");
}

/// [B.12] A span before the ledger's beginning is refused, not called equal.
#[tokio::test]
async fn a_ledger_that_does_not_go_back_so_far_is_no_equality() {
    let (report, asked) = compared(24, usize::MAX, 31 * DAY).await;
    let stopped = &report.sections[0].stopped;
    assert!(
        matches!(stopped, Some(Stopped::TooLongAgo(30))),
        "{stopped:?}"
    );
    assert_eq!((report.exit_code(), asked.len()), (2, 0));
}
