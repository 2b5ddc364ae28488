//! A gateway that records the truth, but does not always report it.

use crate::prng::Prng;
use zkratka_commerce::attempt::{DeclineReason, PaymentOutcome};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::payment::CardSummary;

/// What the bank does with a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Card {
    Approve,
    Decline,
    Challenge,
    Slow,
}

/// The true state of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Truth {
    Undecided,
    Challenged,
    Held,
    Captured,
    Voided,
    Declined(DeclineReason),
}

#[derive(Clone, Debug)]
pub(crate) struct Payment {
    pub(crate) reference: String,
    /// Index of the attempt under whose key it was created.
    pub(crate) attempt: usize,
    pub(crate) amount: Money,
    pub(crate) truth: Truth,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) session: String,
    pub(crate) amount: Money,
    pub(crate) return_url: String,
}

#[derive(Default)]
pub(crate) struct Gateway {
    pub(crate) payments: Vec<Payment>,
    /// By attempt: the first request under its key, and the answer.
    requests: Vec<Option<(Request, PaymentOutcome)>>,
    /// Reports to send.
    pub(crate) reports: Vec<(usize, PaymentOutcome)>,
    /// Payments for which a false final answer was given.
    corrections: Vec<usize>,
    /// Probability of a lie, per thousand.
    pub(crate) lie: u32,
}

impl Gateway {
    pub(crate) fn new(lie: u32) -> Self {
        Self {
            lie,
            ..Self::default()
        }
    }

    pub(crate) fn authorise(
        &mut self,
        prng: &mut Prng,
        attempt: usize,
        request: Request,
        card: Card,
    ) -> PaymentOutcome {
        if self.requests.len() <= attempt {
            self.requests.resize(attempt + 1, None);
        }
        if let Some((first, answer)) = self.requests[attempt].clone() {
            assert_eq!(
                first, request,
                "a repetition differs from the first request"
            );
            if prng.chance(self.lie / 4) {
                return self.charge_again(attempt, request.amount);
            }
            return if prng.chance(500) {
                answer
            } else {
                self.truth_of(attempt)
            };
        }
        let answer = self.open(prng, attempt, request.amount, card);
        self.requests[attempt] = Some((request, answer.clone()));
        answer
    }

    fn open(
        &mut self,
        prng: &mut Prng,
        attempt: usize,
        amount: Money,
        card: Card,
    ) -> PaymentOutcome {
        let mut truth = match card {
            Card::Approve => Truth::Held,
            Card::Decline => Truth::Declined(DeclineReason::Declined),
            Card::Challenge => Truth::Challenged,
            Card::Slow => Truth::Undecided,
        };
        let mut amount = amount;
        if prng.chance(self.lie / 3) {
            amount = wrong(prng, amount);
        } else if truth == Truth::Held && prng.chance(self.lie / 6) {
            truth = Truth::Captured;
        }
        let index = self.insert(attempt, amount, truth);
        let honest = self.payments[index].outcome();
        if !prng.chance(self.lie) {
            return honest;
        }
        match prng.index(4) {
            0 => PaymentOutcome::Pending,
            1 => PaymentOutcome::Unknown,
            2 => PaymentOutcome::Declined {
                reference: None,
                reason: DeclineReason::Refused,
            },
            _ => PaymentOutcome::RequiresAction {
                reference: self.payments[index].reference.clone(),
                redirect_url: "https://bank/never".to_owned(),
            },
        }
    }

    /// Breaks the promise of one payment per key.
    fn charge_again(&mut self, attempt: usize, amount: Money) -> PaymentOutcome {
        let index = self.insert(attempt, amount, Truth::Held);
        self.payments[index].outcome()
    }

    fn insert(&mut self, attempt: usize, amount: Money, truth: Truth) -> usize {
        let index = self.payments.len();
        self.payments.push(Payment {
            reference: format!("r{index}"),
            attempt,
            amount,
            truth,
        });
        self.report(index);
        index
    }

    /// Queues a truthful report of a payment: the truth arrives in the end, whatever was reported before.
    fn report(&mut self, index: usize) {
        let payment = &self.payments[index];
        if !matches!(payment.truth, Truth::Undecided | Truth::Challenged) {
            self.reports.push((payment.attempt, payment.outcome()));
        }
    }

    fn set(&mut self, index: usize, truth: Truth) {
        self.payments[index].truth = truth;
        self.report(index);
    }

    fn first(&self, attempt: usize) -> Option<usize> {
        self.payments
            .iter()
            .position(|payment| payment.attempt == attempt)
    }

    fn find(&self, reference: &str) -> Option<usize> {
        self.payments
            .iter()
            .position(|payment| payment.reference == reference)
    }

    fn truth_of(&self, attempt: usize) -> PaymentOutcome {
        self.first(attempt)
            .map_or(PaymentOutcome::Unknown, |index| {
                self.payments[index].outcome()
            })
    }

    pub(crate) fn query(&mut self, prng: &mut Prng, attempt: usize) -> PaymentOutcome {
        if prng.chance(self.lie) {
            // The payment is not visible everywhere yet; both answers are common.
            return if prng.chance(500) {
                PaymentOutcome::Unknown
            } else {
                PaymentOutcome::Pending
            };
        }
        self.truth_of(attempt)
    }

    pub(crate) fn capture(
        &mut self,
        prng: &mut Prng,
        reference: &str,
        amount: Money,
    ) -> PaymentOutcome {
        let Some(index) = self.find(reference) else {
            return PaymentOutcome::Unknown;
        };
        if self.payments[index].truth != Truth::Held {
            return self.payments[index].outcome();
        }
        assert_eq!(
            self.payments[index].amount, amount,
            "another amount is captured than was held"
        );
        if prng.chance(self.lie / 2) {
            return match prng.index(3) {
                0 => PaymentOutcome::Declined {
                    reference: None,
                    reason: DeclineReason::Refused,
                },
                1 => PaymentOutcome::Pending,
                _ => self.payments[index].outcome(),
            };
        }
        self.set(index, Truth::Captured);
        self.payments[index].outcome()
    }

    pub(crate) fn void(&mut self, prng: &mut Prng, reference: &str) -> PaymentOutcome {
        let Some(index) = self.find(reference) else {
            return PaymentOutcome::Unknown;
        };
        let payment = &self.payments[index];
        let open = matches!(
            payment.truth,
            Truth::Undecided | Truth::Challenged | Truth::Held
        );
        if !open {
            return payment.outcome();
        }
        if prng.chance(self.lie) {
            match prng.index(5) {
                0 => return PaymentOutcome::Pending,
                1 => return PaymentOutcome::Unknown,
                2 => {
                    return PaymentOutcome::Declined {
                        reference: Some(reference.to_owned()),
                        reason: DeclineReason::Refused,
                    };
                }
                3 if payment.truth == Truth::Held => {
                    // Reports success without doing anything. Only a later report can correct a false final answer.
                    self.corrections.push(index);
                    return PaymentOutcome::Voided {
                        reference: reference.to_owned(),
                    };
                }
                _ => {}
            }
        }
        self.set(index, Truth::Voided);
        self.payments[index].outcome()
    }

    /// Long afterwards, reports the truth about a false final answer.
    pub(crate) fn correct(&mut self) -> bool {
        let corrections = std::mem::take(&mut self.corrections);
        for &index in &corrections {
            self.report(index);
        }
        !corrections.is_empty()
    }

    /// The bank decides a pending payment.
    pub(crate) fn decide_slow(&mut self) -> bool {
        let slow = self
            .payments
            .iter()
            .position(|payment| payment.truth == Truth::Undecided);
        if let Some(index) = slow {
            self.set(index, Truth::Held);
        }
        slow.is_some()
    }

    /// The buyer passes or fails a challenge.
    pub(crate) fn decide_challenge(&mut self, prng: &mut Prng) -> Option<usize> {
        let index = self
            .payments
            .iter()
            .position(|payment| payment.truth == Truth::Challenged)?;
        let truth = if prng.chance(700) {
            Truth::Held
        } else {
            Truth::Declined(DeclineReason::ChallengeFailed)
        };
        if truth != Truth::Held && prng.chance(self.lie) {
            // Reports the failed challenge once more, without the payment's reference.
            self.reports.push((
                self.payments[index].attempt,
                PaymentOutcome::Declined {
                    reference: None,
                    reason: DeclineReason::ChallengeFailed,
                },
            ));
        }
        self.set(index, truth);
        Some(self.payments[index].attempt)
    }

    /// Reports that nothing is held although the payment may still succeed.
    pub(crate) fn report_falsely(&mut self, prng: &mut Prng) {
        if self.payments.is_empty() || !prng.chance(self.lie) {
            return;
        }
        let payment = &self.payments[prng.index(self.payments.len())];
        let outcome = PaymentOutcome::Declined {
            reference: Some(payment.reference.clone()),
            reason: DeclineReason::Declined,
        };
        let attempt = payment.attempt;
        self.reports.push((attempt, outcome));
        // The truth is reported too, in no particular order.
        let truth = self.truth_of(attempt);
        self.reports.push((attempt, truth));
    }
}

impl Payment {
    pub(crate) fn outcome(&self) -> PaymentOutcome {
        let reference = self.reference.clone();
        let amount = self.amount;
        let card = CardSummary {
            network: "visa".to_owned(),
            last_four: "1111".to_owned(),
            mandate: None,
            expires: None,
        };
        match self.truth {
            Truth::Undecided => PaymentOutcome::Pending,
            Truth::Challenged => PaymentOutcome::RequiresAction {
                reference,
                redirect_url: "https://bank/challenge".to_owned(),
            },
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
            Truth::Declined(reason) => PaymentOutcome::Declined {
                reference: Some(reference),
                reason,
            },
        }
    }
}

fn wrong(prng: &mut Prng, amount: Money) -> Money {
    match prng.index(3) {
        0 => Money {
            minor: amount.minor + MinorUnits::new(1),
            ..amount
        },
        1 => Money {
            minor: MinorUnits::new(amount.minor.get() / 2),
            ..amount
        },
        _ => Money {
            currency: Currency::new("EUR").expect("a currency"),
            ..amount
        },
    }
}
