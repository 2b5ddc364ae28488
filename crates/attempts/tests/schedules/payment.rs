//! One payment at the provider, and what took its money back.

use zkratka_commerce::attempt::{DeclineReason, PaymentOutcome};
use zkratka_commerce::money::{MinorUnits, Money};
use zkratka_commerce::payment::CardSummary;
use zkratka_commerce::refund::PaymentReport;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Truth {
    /// The buyer has not decided at the bank.
    Challenged,
    Held,
    Captured,
    Voided,
    Declined,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    Pending,
    /// The merchant no longer has the money.
    Done,
    Undone,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// With the shop's key, unless the merchant made it at the provider.
    Refund(Option<String>),
    Reversal,
    Dispute,
}

/// What took captured money back, or may.
#[derive(Clone, Debug)]
pub(crate) struct Movement {
    pub(crate) id: String,
    pub(crate) kind: Kind,
    pub(crate) amount: MinorUnits,
    pub(crate) status: Status,
}

#[derive(Clone, Debug)]
pub(crate) struct Payment {
    /// The shop's key.
    pub(crate) key: String,
    pub(crate) reference: String,
    pub(crate) amount: Money,
    pub(crate) truth: Truth,
    /// The capture failed after all.
    pub(crate) has_failed: bool,
    pub(crate) movements: Vec<Movement>,
}

impl Payment {
    /// The captured amount less everything that went back.
    pub(crate) fn balance(&self) -> MinorUnits {
        self.captured() - self.sum(|status| status == Status::Done)
    }

    pub(crate) fn captured(&self) -> MinorUnits {
        if self.truth == Truth::Captured && !self.has_failed {
            self.amount.minor
        } else {
            MinorUnits::ZERO
        }
    }

    /// What nothing has taken back.
    pub(crate) fn left(&self) -> MinorUnits {
        self.captured() - self.sum(|status| status != Status::Undone)
    }

    fn sum(&self, counts: impl Fn(Status) -> bool) -> MinorUnits {
        let movements = self.movements.iter().filter(|it| counts(it.status));
        movements.map(|it| it.amount).sum()
    }

    pub(crate) fn is_disputed(&self) -> bool {
        let mut movements = self.movements.iter();
        movements.any(|it| it.kind == Kind::Dispute && it.status == Status::Pending)
    }

    /// Books a movement and returns its place.
    pub(crate) fn take(&mut self, kind: Kind, amount: MinorUnits, status: Status) -> usize {
        assert!(amount.is_positive() && amount <= self.left());
        let place = self.movements.len();
        let id = format!("{}-{place}", self.reference);
        self.movements.push(Movement {
            id,
            kind,
            amount,
            status,
        });
        place
    }

    pub(crate) fn outcome(&self, is_fresh: bool) -> PaymentOutcome {
        let reference = self.reference.clone();
        let amount = self.amount;
        let card = CardSummary {
            network: "visa".to_owned(),
            last_four: "1111".to_owned(),
            mandate: None,
            expires: None,
        };
        let declined = |reference| PaymentOutcome::Declined {
            reference: Some(reference),
            reason: DeclineReason::Declined,
        };
        match self.truth {
            Truth::Challenged => PaymentOutcome::RequiresAction {
                reference,
                redirect_url: "https://bank.test/challenge".to_owned(),
            },
            Truth::Captured if self.has_failed && is_fresh => declined(reference),
            Truth::Held => PaymentOutcome::Authorised {
                reference,
                amount,
                card,
            },
            Truth::Captured => PaymentOutcome::Captured {
                reference,
                amount,
                card,
            },
            Truth::Voided => PaymentOutcome::Voided { reference },
            Truth::Declined => declined(reference),
        }
    }

    pub(crate) fn report(&self, movement: &Movement) -> Option<PaymentReport> {
        let id = movement.id.clone();
        let amount = Money::new(movement.amount, self.amount.currency);
        match (&movement.kind, movement.status) {
            (Kind::Refund(_), Status::Pending) => None,
            (Kind::Refund(_), Status::Done) => Some(PaymentReport::Refunded {
                reference: id,
                amount,
            }),
            (Kind::Refund(_), Status::Undone) => {
                Some(PaymentReport::RefundFailed { reference: id })
            }
            (Kind::Reversal, _) => Some(PaymentReport::Reversed {
                reference: id,
                amount,
            }),
            (Kind::Dispute, Status::Pending) => Some(PaymentReport::DisputeOpened {
                dispute: id,
                amount,
            }),
            (Kind::Dispute, Status::Done) => Some(PaymentReport::DisputeLost {
                dispute: id,
                amount,
            }),
            (Kind::Dispute, Status::Undone) => Some(PaymentReport::DisputeWon { dispute: id }),
        }
    }
}
