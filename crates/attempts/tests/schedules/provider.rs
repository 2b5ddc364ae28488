//! An honest payment provider: everything that it reports was true when it wrote the report.
//!
//! There are two kinds: one repeats stored answers and writes a notification when the event happens; the other always reports
//! the present state, also in a notification that it sends late.

use crate::notices::{About, Content, Notices};
use crate::payment::{Kind, Movement, Payment, Status, Truth};
use zkratka_commerce::attempt::PaymentOutcome;
use zkratka_commerce::money::Money;
use zkratka_commerce::refund::{PaymentReport, RefundOutcome, RefundRefusal};
use zkratka_payments::RefundRequest;
use zkratka_testing::Prng;

pub(crate) struct Provider {
    pub(crate) payments: Vec<Payment>,
    /// Whether it always reports the present state.
    is_fresh: bool,
}

impl Provider {
    pub(crate) fn new(prng: &mut Prng) -> Self {
        Self {
            payments: Vec::new(),
            is_fresh: prng.chance(500),
        }
    }

    fn find(&self, reference: &str) -> Option<usize> {
        let mut payments = self.payments.iter();
        payments.position(|payment| payment.reference == reference)
    }

    fn of_key(&self, key: &str) -> Option<usize> {
        self.payments.iter().position(|payment| payment.key == key)
    }

    /// What a notification says now; `None` if there is nothing to say.
    pub(crate) fn content(&self, about: &About) -> Option<Content> {
        let captured = |payment: &Payment, report| Content::Captured {
            payment: payment.reference.clone(),
            key: Some(payment.key.clone()),
            report,
        };
        match *about {
            About::Outcome { payment } => {
                let payment = &self.payments[payment];
                Some(Content::Authorisation {
                    key: payment.key.clone(),
                    outcome: payment.outcome(self.is_fresh),
                })
            }
            About::Movement { payment, movement } => {
                let payment = &self.payments[payment];
                let report = payment.report(&payment.movements[movement])?;
                Some(captured(payment, report))
            }
            About::CaptureFailed { payment } => {
                let payment = &self.payments[payment];
                Some(captured(payment, PaymentReport::CaptureFailed))
            }
        }
    }

    pub(crate) fn tell(&self, notices: &mut Notices, about: About) {
        let written = if self.is_fresh {
            None
        } else {
            let content = self.content(&about);
            if content.is_none() {
                return;
            }
            content
        };
        notices.add(about, written);
    }

    pub(crate) fn authorise(
        &mut self,
        notices: &mut Notices,
        (key, amount): (&str, Money),
        truth: Truth,
    ) -> PaymentOutcome {
        let payment = self.of_key(key).unwrap_or_else(|| {
            let payment = self.payments.len();
            self.payments.push(Payment {
                key: key.to_owned(),
                reference: format!("p{payment}"),
                amount,
                truth,
                has_failed: false,
                movements: Vec::new(),
            });
            self.tell(notices, About::Outcome { payment });
            payment
        });
        assert_eq!(self.payments[payment].amount, amount, "another amount");
        self.payments[payment].outcome(self.is_fresh)
    }

    pub(crate) fn query(&self, key: &str) -> PaymentOutcome {
        self.of_key(key).map_or(PaymentOutcome::Unknown, |found| {
            self.payments[found].outcome(self.is_fresh)
        })
    }

    /// Captures what is held, or voids it, or a challenge.
    pub(crate) fn decide(
        &mut self,
        notices: &mut Notices,
        reference: &str,
        truth: Truth,
    ) -> PaymentOutcome {
        let Some(payment) = self.find(reference) else {
            return PaymentOutcome::Unknown;
        };
        let is_open = match self.payments[payment].truth {
            Truth::Held => true,
            Truth::Challenged => truth == Truth::Voided,
            _ => false,
        };
        if is_open {
            self.payments[payment].truth = truth;
            self.tell(notices, About::Outcome { payment });
        }
        self.payments[payment].outcome(self.is_fresh)
    }

    pub(crate) fn refund(
        &mut self,
        notices: &mut Notices,
        request: &RefundRequest,
        status: Status,
    ) -> RefundOutcome {
        match self.refund_status(request) {
            RefundOutcome::Unknown => {}
            known => return known,
        }
        let refused = |reason| RefundOutcome::Refused { reason };
        let Some(number) = self.find(&request.payment) else {
            return refused(RefundRefusal::Refused);
        };
        let payment = &mut self.payments[number];
        if payment.captured().is_zero() {
            return refused(RefundRefusal::Refused);
        }
        if payment.is_disputed() {
            return refused(RefundRefusal::Disputed);
        }
        if request.amount.minor > payment.left() {
            return refused(RefundRefusal::TooMuch);
        }
        let kind = Kind::Refund(Some(request.key.clone()));
        let movement = payment.take(kind, request.amount.minor, status);
        let about = About::Movement {
            payment: number,
            movement,
        };
        self.tell(notices, about);
        self.refund_status(request)
    }

    pub(crate) fn refund_status(&self, request: &RefundRequest) -> RefundOutcome {
        let has_key = |it: &&Movement| it.kind == Kind::Refund(Some(request.key.clone()));
        let of = |payment: usize| self.payments[payment].movements.iter().find(has_key);
        let Some(movement) = self.find(&request.payment).and_then(of) else {
            return RefundOutcome::Unknown;
        };
        let reference = movement.id.clone();
        if movement.amount != request.amount.minor {
            return RefundOutcome::Refused {
                reason: RefundRefusal::Refused,
            };
        }
        match movement.status {
            Status::Pending => RefundOutcome::Pending { reference },
            Status::Done => RefundOutcome::Refunded {
                reference,
                amount: request.amount,
            },
            Status::Undone => RefundOutcome::Refused {
                reason: RefundRefusal::Refused,
            },
        }
    }
}
