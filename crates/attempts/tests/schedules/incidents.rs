//! What the merchant, the bank and the buyer do at the provider, without asking the shop.

use crate::notices::{About, Notices};
use crate::payment::{Kind, Movement, Payment, Status, Truth};
use crate::provider::Provider;
use crate::world::State;
use zkratka_commerce::money::MinorUnits;
use zkratka_testing::Prng;

impl State {
    /// Something happens to one payment.
    pub(crate) fn act_at_provider(&mut self) {
        let Self {
            prng,
            provider,
            notices,
            ..
        } = self;
        let payments = provider.payments.len();
        if payments == 0 {
            return;
        }
        let payment = prng.index(payments);
        if let Some(about) = act(prng, &mut provider.payments[payment], payment) {
            provider.tell(notices, about.clone());
            self.log(|| format!("at the provider: {about:?}"));
        }
    }

    /// Decides what the provider has left open. Returns whether there was anything.
    pub(crate) fn end_at_provider(&mut self) -> bool {
        let Self {
            prng,
            provider,
            notices,
            ..
        } = self;
        let mut found = false;
        for payment in 0..provider.payments.len() {
            found |= end(prng, provider, notices, payment);
        }
        found
    }
}

fn act(prng: &mut Prng, payment: &mut Payment, number: usize) -> Option<About> {
    if payment.truth == Truth::Challenged {
        payment.truth = if prng.chance(800) {
            Truth::Held
        } else {
            Truth::Declined
        };
        return Some(About::Outcome { payment: number });
    }
    if payment.truth != Truth::Captured || payment.has_failed {
        return None;
    }
    let left = payment.left();
    let kind = match prng.index(10) {
        0..3 => return decide_pending(prng, payment, number),
        3 if payment.movements.is_empty() => {
            payment.has_failed = true;
            return Some(About::CaptureFailed { payment: number });
        }
        4 | 5 => Kind::Refund(None),
        6 | 7 => Kind::Reversal,
        _ => Kind::Dispute,
    };
    if !left.is_positive() {
        return None;
    }
    let amount = match prng.index(3) {
        0 => left,
        _ => MinorUnits::new(1 + prng.millis(left.get())),
    };
    let status = match kind {
        Kind::Dispute => Status::Pending,
        _ => Status::Done,
    };
    Some(About::Movement {
        payment: number,
        movement: payment.take(kind, amount, status),
    })
}

/// A pending refund succeeds or fails, or a dispute ends.
fn decide_pending(prng: &mut Prng, payment: &mut Payment, number: usize) -> Option<About> {
    let is_open = |it: &Movement| it.status == Status::Pending;
    let movement = payment.movements.iter().position(is_open)?;
    payment.movements[movement].status = if prng.chance(600) {
        Status::Done
    } else {
        Status::Undone
    };
    Some(About::Movement {
        payment: number,
        movement,
    })
}

fn end(prng: &mut Prng, provider: &mut Provider, notices: &mut Notices, number: usize) -> bool {
    let about = decide_pending(prng, &mut provider.payments[number], number);
    if let Some(about) = &about {
        provider.tell(notices, about.clone());
    }
    about.is_some()
}
