//! Payments that only the listing names: a second one under the shop's own key, and those of attempts that do not exist.

use super::shop::{DAY, LATER, Planted, Shop, TOTAL, assert_found, czk};
use super::support::NOW;
use async_trait::async_trait;
use zkratka_attempts::gateway_key;
use zkratka_payments::{
    GatewayName, LedgerEntry, LedgerError, LedgerKind, LedgerLimits, LedgerState, PaymentLedger,
    ProviderLedger, Span,
};
use zkratka_reconciliation::{Kind, Provider, Report, Section};

/// A ledger in an account that has other sales.
struct Ledger {
    listed: Vec<LedgerEntry>,
    /// What it says of each payment.
    payments: Vec<(&'static str, Vec<LedgerEntry>)>,
}

#[async_trait]
impl ProviderLedger for Ledger {
    fn limits(&self) -> LedgerLimits {
        LedgerLimits {
            lag_ms: 0,
            reach_ms: None,
            is_exclusive: false,
            lists: true,
        }
    }

    async fn transactions(&self, span: Span) -> Result<Vec<LedgerEntry>, LedgerError> {
        let listed = self.listed.iter();
        let listed = listed.filter(|one| span.from <= one.at && one.at < span.until);
        Ok(listed.cloned().collect())
    }

    async fn payment(
        &self,
        payment: &str,
        _: &[LedgerEntry],
    ) -> Result<PaymentLedger, LedgerError> {
        let mut payments = self.payments.iter();
        let found = payments.find(|(name, _)| *name == payment);
        Ok(PaymentLedger {
            entries: found
                .map(|(_, entries)| entries.clone())
                .unwrap_or_default(),
            tells_reversals: true,
            tells_disputes: true,
            lists_disputed_money: false,
        })
    }
}

fn capture(id: &str, key: &str, payment: Option<&str>) -> LedgerEntry {
    LedgerEntry {
        id: id.to_owned(),
        kind: LedgerKind::Capture,
        state: LedgerState::Done,
        amount: czk(TOTAL),
        at: NOW.plus(1_000),
        key: Some(key.to_owned()),
        refund_key: None,
        payment: payment.map(str::to_owned),
    }
}

fn provider(ledger: Ledger) -> Provider {
    Provider {
        name: GatewayName::PayPal,
        ledger: Box::new(ledger),
    }
}

/// [B.12] A second payment under the shop's own key is told, whether the listing names its payment or not.
#[tokio::test]
async fn a_second_payment_under_the_shops_key_is_found() {
    let shop = Shop::open().await;
    let attempt = shop.begun(1).await;
    let order = shop.paid(&attempt, "paypal:A").await;
    let key = gateway_key(&attempt);
    let own = capture("c1", &key, Some("paypal:A"));
    for (named, seen) in [
        (None, vec![]),
        (Some("paypal:B"), vec![]),
        (Some("paypal:B"), vec!["c2"]),
    ] {
        let second = capture("c2", &key, named);
        let of_second = seen.iter().map(|id| capture(id, &key, None)).collect();
        let ledger = Ledger {
            listed: vec![own.clone(), second],
            payments: vec![
                ("paypal:A", vec![capture("c1", &key, None)]),
                ("paypal:B", of_second),
            ],
        };
        let planted: Planted = vec![(Kind::CapturedTwice, Some(order))];
        assert_found(&shop.compared(&provider(ledger)).await, planted);
    }
    // Undone since: the payment itself says so.
    let undone = LedgerEntry {
        state: LedgerState::Undone,
        ..capture("c2", &key, None)
    };
    let ledger = Ledger {
        listed: vec![own, capture("c2", &key, Some("paypal:B"))],
        payments: vec![
            ("paypal:A", vec![capture("c1", &key, None)]),
            ("paypal:B", vec![undone]),
        ],
    };
    assert_found(&shop.compared(&provider(ledger)).await, Planted::new());
}

/// [B.12] A second payment that is only held is told as well, although the listing does not say whether it still is.
#[tokio::test]
async fn a_second_payment_that_is_held_is_found() {
    let shop = Shop::open().await;
    let attempt = shop.begun(1).await;
    let order = shop.paid(&attempt, "paypal:A").await;
    let key = gateway_key(&attempt);
    let held = |id: &str, state, payment: Option<&str>| LedgerEntry {
        kind: LedgerKind::Authorisation,
        state,
        ..capture(id, &key, payment)
    };
    for (state, planted) in [
        (
            LedgerState::Pending,
            vec![(Kind::HeldForNothing, Some(order))],
        ),
        (LedgerState::Undone, vec![]),
    ] {
        let ledger = Ledger {
            listed: vec![
                held("A", LedgerState::Unclear, Some("paypal:A")),
                capture("c1", &key, None),
                held("B", LedgerState::Unclear, Some("paypal:B")),
            ],
            payments: vec![
                (
                    "paypal:A",
                    vec![
                        held("A", LedgerState::Done, None),
                        capture("c1", &key, None),
                    ],
                ),
                ("paypal:B", vec![held("B", state, None)]),
            ],
        };
        assert_found(&shop.compared(&provider(ledger)).await, planted);
    }
}

/// [B.12] Keys of attempts that do not exist, which any page can write into a payment, neither stop the comparison nor hide a
/// difference. A few of each day are listed, and all are counted.
#[tokio::test]
async fn payments_of_unknown_attempts_are_counted_by_day() {
    let shop = Shop::open().await;
    let attempt = shop.begun(1).await;
    let order = shop.paid(&attempt, "paypal:A").await;
    let own = gateway_key(&attempt);
    let made_up = |number: u32| LedgerEntry {
        at: NOW.plus(DAY + 1_000),
        ..capture(
            &format!("x{number}"),
            &format!("K{:013}{}", 5_000_000 + number, &own[14..]),
            None,
        )
    };
    let differs = LedgerEntry {
        amount: czk(TOTAL - 1),
        ..capture("c1", &own, None)
    };
    let ledger = Ledger {
        listed: (0..1_200).map(made_up).chain([differs.clone()]).collect(),
        payments: vec![("paypal:A", vec![differs])],
    };
    let comparison = shop.compared(&provider(ledger)).await;
    let days: Vec<_> = comparison
        .strangers
        .days()
        .map(|one| one.payments)
        .collect();
    assert_eq!(days, [1_200]);
    assert_eq!(comparison.strangers.told().len(), 10);
    let kinds: Vec<_> = comparison
        .differences
        .iter()
        .map(|one| (one.kind, one.order))
        .collect();
    assert_eq!(kinds, [(Kind::AmountDiffers, Some(order))]);
    let report = Report {
        since: NOW,
        until: LATER,
        sections: vec![Section {
            comparison,
            stopped: None,
        }],
    };
    assert_eq!(report.exit_code(), 1);
    let lines = report.lines().join("\n");
    assert!(
        lines.contains(": 1200 payments of attempts that this database does not have"),
        "{lines}"
    );
    assert_eq!(
        report.json()["providers"][0]["ofUnknownAttempts"][0]["payments"],
        1_200
    );
}
