//! Several steps in one transaction. It asks all their questions together, decides each step by the rules that both
//! databases share, and writes all rows together. A step whose answer needs more than that is left out.
//!
//! Rows are locked in one order, so that transactions never deadlock: attempts, carts, orders, places of unpaid orders, tokens,
//! stock, the orders' numbers; and in each table in the order of the keys.

use super::Request;
use super::decided::Decided;
use super::locked::Locked;
use crate::begin::{Opening, opening};
use crate::postgres::advance::is_alone;
use crate::postgres::begin::Begin;
use crate::postgres::catalogue;
use crate::postgres::error::Failure;
use crate::postgres::session::{PROMPT, Session};
use crate::postgres::work::Work;
use crate::{BeginOutcome, StepOutcome};
use async_trait::async_trait;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::pricing::Question;

/// What became of a request.
pub(super) enum Answer {
    Begun(BeginOutcome),
    Advanced(StepOutcome),
}

impl Request {
    /// Whether the request may share a transaction with others, before its cart is known.
    pub(super) fn may_share(&self) -> bool {
        match self {
            Self::Begin(_) => true,
            Self::Advance(step) => !is_alone(step),
        }
    }
}

/// The requests of one transaction. Each is about another cart.
pub(super) struct Together(pub(super) Vec<Request>);

#[async_trait]
impl Work for Together {
    /// For each request its answer. `None` if nothing was written for it and it needs a transaction of its own.
    type Answer = Vec<Option<Answer>>;

    async fn run(&self, session: &Session) -> Result<Self::Answer, Failure> {
        answer_all(&self.0, session, PROMPT).await
    }
}

/// Answers the requests in one transaction, which the SQL `how` begins.
pub(super) async fn answer_all(
    requests: &[Request],
    session: &Session,
    how: &'static str,
) -> Result<Vec<Option<Answer>>, Failure> {
    let mut locked = Locked::read(session, requests, how).await?;
    let mut decided = Decided::default();
    let mut open = Vec::new();
    for (place, request) in requests.iter().enumerate() {
        decided.answers.push(None);
        match request {
            Request::Begin(begin) => {
                let mut tokens = begin.begin.stored_tokens().into_iter();
                // Other requests may name the same attempt.
                let known = tokens.find_map(|token| locked.by_token.get(token));
                let cart = locked.carts.remove(&begin.begin.cart);
                match opening(&begin.begin, known.cloned(), cart) {
                    Opening::Answer(answer) => decided.answer(place, Answer::Begun(answer)),
                    Opening::Open(cart) if needs_no_facts(begin, &cart) => {
                        open.push((place, begin, *cart));
                    }
                    Opening::Open(_) | Opening::OtherAttempt(_) => {}
                }
            }
            Request::Advance(step) => decided.advance(place, step, &mut locked)?,
        }
    }
    let goods = open.iter().map(|(_, _, cart)| cart);
    let catalogue = catalogue::of_carts(session, goods).await?;
    for (place, begin, cart) in open {
        decided.begin(place, begin, cart, &catalogue)?;
    }
    decided.store(session).await
}

/// Whether the cart's price depends on nothing that other attempts take.
fn needs_no_facts(begin: &Begin, cart: &Cart) -> bool {
    Question::about(cart, &begin.rules).is_empty()
}
