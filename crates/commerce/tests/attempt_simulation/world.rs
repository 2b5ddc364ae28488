//! Servers, a store, a gateway, buyers and a network, in one thread, in an order that the seed decides.
//!
//! A server works like the production driver: it stores a step, fenced by the version, then carries out its effects, then
//! reports the results. A crash loses everything in the server's memory, but not what is stored or on its way to the
//! gateway.

use crate::chaos::Chaos;
use crate::gateway::{Card, Gateway, Request};
use crate::prng::Prng;
use crate::shop::Shop;
use zkratka_commerce::attempt::{
    Attempt, AttemptState, Commit, Effect, Event, PaymentOutcome, Policy, Transition, transition,
};
use zkratka_commerce::gift_card::NoSoldCodes;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::time::Timestamp;

const KEY_LIFETIME_MS: i64 = 24 * 60 * 60 * 1_000;
const SERVERS: usize = 3;
const CARDS: [Card; 6] = [
    Card::Approve,
    Card::Approve,
    Card::Challenge,
    Card::Challenge,
    Card::Slow,
    Card::Decline,
];

/// One run of a server between two crashes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Life {
    server: usize,
    epoch: u32,
}

/// Something that can happen next.
enum Pending {
    /// A server has an attempt in memory and an event to apply to it.
    Apply {
        life: Life,
        attempt: Attempt,
        event: Event,
    },
    /// A server is about to store a step.
    Store {
        life: Life,
        step: Box<Transition>,
        event: Event,
    },
    /// A server is about to call the gateway.
    Call {
        life: Life,
        attempt: Attempt,
        effect: Effect,
    },
    /// A call is on its way; the server may have crashed by now.
    Request {
        life: Life,
        attempt: Attempt,
        effect: Effect,
        sent_at: Timestamp,
    },
    /// A notification is on its way.
    Report {
        attempt: usize,
        outcome: PaymentOutcome,
    },
    /// The buyer's browser is on its way back.
    Return { attempt: usize },
    /// The buyer gives a challenge up.
    GiveUp { attempt: usize },
}

pub(crate) struct World {
    prng: Prng,
    pub(crate) chaos: Chaos,
    pub(crate) now: Timestamp,
    policy: Policy,
    pub(crate) shop: Shop,
    pub(crate) gateway: Gateway,
    /// The card of each attempt.
    pub(crate) cards: Vec<Card>,
    epochs: [u32; SERVERS],
    pending: Vec<Pending>,
    trace: bool,
}

impl World {
    pub(crate) fn new(seed: u64, trace: bool) -> Self {
        let mut prng = Prng::new(seed);
        let chaos = Chaos::of_seed(seed);
        let carts = (0..=prng.index(2))
            .map(|_| {
                let quantity = 1 + u32::from(prng.chance(300));
                (quantity, MinorUnits::new(10_000 + prng.millis(90_000)))
            })
            .collect();
        let stock = 1 + prng.millis(4);
        Self {
            shop: Shop::new(stock, carts),
            gateway: Gateway::new(chaos.lie),
            prng,
            chaos,
            now: Timestamp(1_700_000_000_000),
            policy: Policy::default(),
            cards: Vec::new(),
            epochs: [0; SERVERS],
            pending: Vec::new(),
            trace,
        }
    }

    fn log(&self, line: impl FnOnce() -> String) {
        if self.trace {
            println!("{:>12} {}", self.now.0 - 1_700_000_000_000, line());
        }
    }

    fn life(&mut self) -> Life {
        let server = self.prng.index(SERVERS);
        Life {
            server,
            epoch: self.epochs[server],
        }
    }

    fn is_dead(&self, life: Life) -> bool {
        self.epochs[life.server] != life.epoch
    }

    /// The bad period: events happen in any order.
    pub(crate) fn run_chaos(&mut self) {
        let steps = 40 + self.prng.index(60);
        for _ in 0..steps {
            match self.prng.index(100) {
                0..60 => self.step(),
                60..72 => self.buy(),
                72..78 => self.decide(),
                78..80 => self.give_up(),
                80..88 => self.resume(),
                _ => self.pass_time(),
            }
            if self.prng.chance(self.chaos.crash) {
                self.crash();
            }
            self.send_reports();
        }
    }

    /// Afterwards everything works, and every attempt must reach an end.
    pub(crate) fn run_to_end(&mut self) {
        self.chaos = Chaos::NONE;
        self.gateway.lie = 0;
        self.log(|| "from here on everything works".to_owned());
        for _ in 0..5_000 {
            self.send_reports();
            if !self.pending.is_empty() {
                self.step();
            } else if self.gateway.decide_slow() {
                // The bank has decided.
            } else if let Some(due) = self.shop.next_due() {
                self.now = self.now.max(due);
                self.resume();
            } else if !self.gateway.correct() {
                return;
            }
        }
        panic!("an attempt never ends");
    }

    fn pass_time(&mut self) {
        let milliseconds = if self.prng.chance(self.chaos.long_silence * 10) {
            self.prng.millis(40 * 60 * 60 * 1_000)
        } else {
            self.prng.millis(4_000)
        };
        self.now = self.now.plus(milliseconds);
    }

    fn crash(&mut self) {
        let server = self.prng.index(SERVERS);
        self.epochs[server] += 1;
        self.log(|| format!("server {server} dies"));
    }

    /// A buyer submits: the first time, again after a failure, or twice.
    fn buy(&mut self) {
        let cart = self.prng.index(self.shop.carts.len());
        if self.shop.carts[cart].attempts >= 3 {
            return;
        }
        let plastic = CARDS[self.prng.index(CARDS.len())];
        let session = format!("s{}", self.cards.len());
        let lease = self.policy.call_ms;
        let Some(index) = self
            .shop
            .begin(cart, session, self.now, KEY_LIFETIME_MS, lease)
        else {
            return;
        };
        self.cards.push(plastic);
        self.log(|| format!("cart {cart}: attempt {index} begins, card {plastic:?}"));
        let life = self.life();
        let attempt = self.shop.attempts[index].clone();
        let event = started(index);
        self.pending.push(Pending::Apply {
            life,
            attempt,
            event,
        });
    }

    /// A bank or a buyer decides.
    fn decide(&mut self) {
        self.gateway.report_falsely(&mut self.prng);
        if self.prng.chance(500) {
            self.gateway.decide_slow();
        } else if let Some(attempt) = self.gateway.decide_challenge(&mut self.prng) {
            self.log(|| format!("attempt {attempt}: the buyer decides"));
            if self.prng.chance(800) {
                self.pending.push(Pending::Return { attempt });
            }
        }
    }

    /// A buyer wants to pay in another way. The page may be old, so the attempt may be in any state.
    fn give_up(&mut self) {
        let attempts = self.shop.attempts.len();
        if attempts > 0 {
            let attempt = self.prng.index(attempts);
            self.log(|| format!("attempt {attempt}: the buyer gives up"));
            self.pending.push(Pending::GiveUp { attempt });
        }
    }

    fn resume(&mut self) {
        let Some(index) = self.shop.claim_due(self.now, self.policy.call_ms) else {
            return;
        };
        let life = self.life();
        let attempt = self.shop.attempts[index].clone();
        self.log(|| format!("attempt {index}: claimed by server {}", life.server));
        let event = if attempt.state == AttemptState::Reserved {
            started(index)
        } else {
            Event::DueReached
        };
        self.pending.push(Pending::Apply {
            life,
            attempt,
            event,
        });
    }

    fn send_reports(&mut self) {
        for (attempt, outcome) in std::mem::take(&mut self.gateway.reports) {
            if self.prng.chance(self.chaos.duplicate) {
                let outcome = outcome.clone();
                self.pending.push(Pending::Report { attempt, outcome });
            }
            self.pending.push(Pending::Report { attempt, outcome });
        }
    }

    /// Runs any one of the possible next events.
    fn step(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        let index = self.prng.index(self.pending.len());
        match self.pending.swap_remove(index) {
            Pending::Apply {
                life,
                attempt,
                event,
            } => self.apply(life, &attempt, event),
            Pending::Store { life, step, event } => self.store(life, &step, event),
            Pending::Call {
                life,
                attempt,
                effect,
            } => {
                let too_late = matches!(
                    effect,
                    Effect::Authorise { not_after, .. } if not_after < self.now
                );
                if too_late {
                    let call = effect.call();
                    self.apply(life, &attempt, Event::NoAnswer { call });
                } else if !self.is_dead(life) {
                    let sent_at = self.now;
                    self.pending.push(Pending::Request {
                        life,
                        attempt,
                        effect,
                        sent_at,
                    });
                }
            }
            Pending::Request {
                life,
                attempt,
                effect,
                sent_at,
            } => self.request(life, attempt, &effect, sent_at),
            Pending::Report { attempt, outcome } => {
                let life = self.life();
                let known = self.shop.attempts[attempt].clone();
                self.log(|| format!("attempt {attempt}: reported {outcome:?}"));
                self.apply_reliably(life, &known, &Event::Notified { outcome });
            }
            Pending::Return { attempt } => {
                let life = self.life();
                let known = self.shop.attempts[attempt].clone();
                self.apply(life, &known, Event::BuyerReturned);
            }
            Pending::GiveUp { attempt } => {
                let life = self.life();
                let known = self.shop.attempts[attempt].clone();
                self.apply(life, &known, Event::BuyerGaveUp);
            }
        }
    }

    fn apply(&mut self, life: Life, attempt: &Attempt, event: Event) {
        if self.is_dead(life) {
            return;
        }
        if let Ok(step) = transition(attempt, &event, self.now, &self.policy, &NoSoldCodes) {
            let step = Box::new(step);
            self.pending.push(Pending::Store { life, step, event });
        }
    }

    /// A notification is acknowledged only when it is stored, and repeated until then, so a crash in between does not
    /// lose it.
    fn apply_reliably(&mut self, life: Life, attempt: &Attempt, event: &Event) {
        let mut known = attempt.clone();
        loop {
            let Ok(step) = transition(&known, event, self.now, &self.policy, &NoSoldCodes) else {
                return;
            };
            match self.stored(life, &step) {
                Ok(()) => return,
                Err(newer) => known = *newer,
            }
        }
    }

    fn store(&mut self, life: Life, step: &Transition, event: Event) {
        if self.is_dead(life) {
            return;
        }
        let Err(newer) = self.stored(life, step) else {
            return;
        };
        // After a conflict an answer, or what the buyer did, must still be applied; a due time need not.
        let is_fact = matches!(
            event,
            Event::Answered { .. } | Event::BuyerReturned | Event::BuyerGaveUp
        );
        if is_fact {
            self.pending.push(Pending::Apply {
                life,
                attempt: *newer,
                event,
            });
        }
    }

    fn stored(&mut self, life: Life, step: &Transition) -> Result<(), Box<Attempt>> {
        let index = usize::try_from(step.attempt.key.0).expect("64 bits");
        let attempt = self.shop.advance(index, step)?;
        if matches!(step.commit, Commit::MakeOrder { .. }) {
            let honour_until = self.policy.honour_until(&attempt);
            let learnt_at = step.timeline.iter().map(|entry| entry.at).max();
            assert!(
                learnt_at < Some(honour_until),
                "an outcome too late to honour makes an order"
            );
        }
        self.log(|| {
            format!(
                "attempt {index}: v{} {:?}, commit {:?}, then {:?}",
                attempt.version, attempt.state, step.commit, step.effects
            )
        });
        for effect in &step.effects {
            self.pending.push(Pending::Call {
                life,
                attempt: attempt.clone(),
                effect: effect.clone(),
            });
        }
        Ok(())
    }

    /// A request reaches the gateway or is lost; its answer reaches the server or is lost.
    fn request(&mut self, life: Life, attempt: Attempt, effect: &Effect, sent_at: Timestamp) {
        // No connection outlives the margin that the rules keep before the end of a key's lifetime.
        let too_old = self.now > sent_at.plus(self.policy.key_margin_ms);
        let call = effect.call();
        if too_old || self.prng.chance(self.chaos.lose_request) {
            self.log(|| format!("attempt {}: {call:?} is lost", attempt.key.0));
            self.apply(life, &attempt, Event::NoAnswer { call });
            return;
        }
        let outcome = self.reach_gateway(&attempt, effect);
        if self.prng.chance(self.chaos.duplicate) {
            self.reach_gateway(&attempt, effect);
        }
        let event = if self.prng.chance(self.chaos.lose_answer) {
            Event::NoAnswer { call }
        } else {
            Event::Answered { call, outcome }
        };
        self.pending.push(Pending::Apply {
            life,
            attempt,
            event,
        });
    }

    fn reach_gateway(&mut self, attempt: &Attempt, effect: &Effect) -> PaymentOutcome {
        let index = usize::try_from(attempt.key.0).expect("64 bits");
        let prng = &mut self.prng;
        let outcome = match effect {
            Effect::Authorise {
                session,
                amount,
                return_url,
                ..
            } => {
                assert!(
                    self.now < attempt.key_expires_at,
                    "the authorisation is repeated after the key's lifetime"
                );
                let request = Request {
                    session: session.clone(),
                    amount: *amount,
                    return_url: return_url.clone(),
                };
                let card = self.cards[index];
                self.gateway.authorise(prng, index, request, card)
            }
            Effect::Query => self.gateway.query(prng, index),
            Effect::Capture { reference, amount } => {
                let order = self.shop.carts[usize::try_from(attempt.cart.0).expect("64 bits")]
                    .order
                    .as_ref()
                    .expect("money is taken without an order");
                assert_eq!(order.attempt, index, "money is taken for another's order");
                self.gateway.capture(prng, reference, *amount)
            }
            Effect::Void { reference } => self.gateway.void(prng, reference),
        };
        self.log(|| format!("attempt {index}: {effect:?} -> {outcome:?}"));
        outcome
    }
}

fn started(index: usize) -> Event {
    Event::Started {
        return_url: format!("https://shop/attempts/{index}/return"),
    }
}
