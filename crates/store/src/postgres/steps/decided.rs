//! What a shared transaction writes, and the answers to its requests.

use super::locked::Locked;
use super::together::Answer;
use crate::begin::{BeginPlan, CartPlan, plan};
use crate::postgres::advance::{Follows, Planned};
use crate::postgres::begin::Begin;
use crate::postgres::error::Failure;
use crate::postgres::keys::shard_prefixed;
use crate::postgres::session::Session;
use crate::postgres::step_rows::{Prepared, StepRows, borrowed};
use crate::postgres::{attempts, benefits, gift_cards, orders, stock, unpaid_orders};
use crate::rows::CartRow;
use crate::steps::{follows, taken, units_of};
use crate::{AttemptStep, BeginOutcome, StepOutcome, StoreError};
use std::collections::BTreeMap;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::catalogue::{Catalogue, Stock};
use zkratka_commerce::ids::{OrderNumber, VariantId};
use zkratka_commerce::pricing::Facts;
use zkratka_commerce::unpaid_orders::is_bounded;

/// What the transaction writes, and the answers to its requests.
#[derive(Default)]
pub(super) struct Decided {
    pub(super) answers: Vec<Option<Answer>>,
    steps: Vec<(usize, Follows)>,
    begun: Vec<(usize, BeginPlan, CartRow)>,
    /// The tracked units that the attempts in `begun` reserve.
    reserved: BTreeMap<VariantId, i64>,
}

impl Decided {
    pub(super) fn answer(&mut self, place: usize, answer: Answer) {
        self.answers[place] = Some(answer);
    }

    pub(super) fn advance(
        &mut self,
        place: usize,
        step: &AttemptStep,
        locked: &mut Locked,
    ) -> Result<(), StoreError> {
        let key = step.attempt.key;
        let stored = locked.attempts.remove(&key);
        let stored = stored.ok_or(StoreError::Inconsistent("there is no such attempt"))?;
        if !follows(&stored, step) {
            let superseded = StepOutcome::Superseded(Box::new(stored));
            self.answer(place, Answer::Advanced(superseded));
            return Ok(());
        }
        let cart = locked.carts.remove(&step.attempt.cart);
        let order = locked.orders.remove(&key);
        let step = Follows::new(taken(stored, step)?, cart, order)?;
        self.steps.push((place, step));
        Ok(())
    }

    /// Plans a new attempt. Skips it if it needs locks that shared transactions do not take, or the token or last units of an
    /// earlier attempt in the batch.
    pub(super) fn begin(
        &mut self,
        place: usize,
        begin: &Begin,
        cart: Cart,
        catalogue: &Catalogue,
    ) -> Result<(), StoreError> {
        let facts = Facts::at(begin.begin.now);
        match plan(&begin.begin, cart, catalogue, &facts, &begin.rules) {
            Err(faults) => {
                let refused = BeginOutcome::Refused(faults);
                self.answer(place, Answer::Begun(refused));
            }
            Ok(plan) => {
                let snapshot = &plan.attempt.snapshot;
                let takes_more = !plan.claims.is_empty()
                    || !snapshot.gift_cards.is_empty()
                    || is_bounded(snapshot);
                let is_left_out =
                    takes_more || self.has_token_of(begin) || !self.leaves(&plan, catalogue);
                if let (CartPlan::Held(cart), false) = (&plan.cart, is_left_out) {
                    let row = CartRow::new(cart)?;
                    for (variant, units) in units_of(snapshot) {
                        *self.reserved.entry(variant).or_insert(0) += units;
                    }
                    self.begun.push((place, plan, row));
                }
            }
        }
        Ok(())
    }

    fn has_token_of(&self, begin: &Begin) -> bool {
        let tokens = begin.begin.stored_tokens();
        let mut before = self.begun.iter();
        before.any(|(_, plan, _)| tokens.contains(&plan.attempt.token.as_str()))
    }

    /// Whether the attempts that begin leave enough units for this one.
    fn leaves(&self, plan: &BeginPlan, catalogue: &Catalogue) -> bool {
        units_of(&plan.attempt.snapshot)
            .into_iter()
            .all(|(variant, units)| {
                let stock = catalogue.variant(variant).map(|(_, found)| found.stock);
                let reserved = self.reserved.get(&variant).copied().unwrap_or_default();
                match stock {
                    Some(Stock::Tracked {
                        available,
                        oversell,
                    }) => oversell || available - reserved >= units,
                    Some(Stock::Untracked) | None => true,
                }
            })
    }

    /// Writes everything and commits.
    pub(super) async fn store(mut self, session: &Session) -> Result<Vec<Option<Answer>>, Failure> {
        if self.steps.is_empty() && self.begun.is_empty() {
            return Ok(self.answers);
        }
        let mut rows = StepRows::default();
        self.begun
            .sort_by(|(_, a, _), (_, b, _)| a.attempt.token.cmp(&b.attempt.token));
        for (_, plan, cart) in &self.begun {
            rows.begin(&plan.attempt, &plan.timeline, cart)?;
        }
        let begun = self.begun.iter().map(|(_, plan, _)| &plan.attempt);
        let reserved = stock::Reservations::of(begun);
        let steps = std::mem::take(&mut self.steps);
        let settled = steps.iter().filter_map(|(_, step)| step.settles());
        rows.settled
            .extend(settled.map(|key| shard_prefixed(key.0)));
        let orders = steps.iter().filter(|(_, step)| step.makes_order()).count();
        let numbers = if orders == 0 {
            None
        } else {
            Some(take_numbers(session, &mut rows, &reserved, orders).await?)
        };
        let mut numbers = numbers.into_iter().flatten();
        let mut planned: Vec<(usize, Planned)> = Vec::with_capacity(steps.len());
        for (place, step) in steps {
            planned.push((place, step.planned(&mut numbers)?));
        }
        for (_, step) in &planned {
            step.add_to(&mut rows)?;
        }
        let more = More::of(planned.iter().map(|(_, step)| step));
        let mut statements = rows.statements();
        if orders == 0 && !reserved.is_empty() {
            statements.push((stock::RESERVE, reserved.parameters().to_vec()));
        }
        statements.extend(more.statements());
        session.execute_and_commit(&borrowed(&statements)).await?;
        drop(statements);
        drop(rows);
        for (place, step) in planned {
            let stored = StepOutcome::Stored(Box::new(step.attempt));
            self.answers[place] = Some(Answer::Advanced(stored));
        }
        for (place, plan, _) in self.begun {
            let new = BeginOutcome::New(Box::new(plan.attempt));
            self.answers[place] = Some(Answer::Begun(new));
        }
        Ok(self.answers)
    }
}

/// Takes the orders' numbers. Places of unpaid orders, tokens and stock are locked before the numbers. So the places are freed
/// now, the attempts that begin are written, and their stock is reserved.
async fn take_numbers(
    session: &Session,
    rows: &mut StepRows<'_>,
    reserved: &stock::Reservations,
    orders: usize,
) -> Result<impl Iterator<Item = OrderNumber> + use<>, Failure> {
    let count = i64::try_from(orders).unwrap_or(i64::MAX);
    let settled = std::mem::take(&mut rows.settled);
    let begun = std::mem::take(&mut rows.begun);
    let mut first: Vec<Prepared<'_>> = Vec::new();
    if !settled.is_empty() {
        first.push((unpaid_orders::RELEASE, vec![&settled]));
    }
    if !begun.is_empty() {
        first.push((attempts::INSERT, begun.to_insert().to_vec()));
    }
    if !reserved.is_empty() {
        first.push((stock::RESERVE, reserved.parameters().to_vec()));
    }
    first.push((orders::NEXT, vec![&count]));
    let counted = session.ask(&borrowed(&first)).await?.pop();
    let row = counted.and_then(|mut rows| rows.pop());
    Ok(orders::numbers(row.as_ref(), count)?)
}

/// What a step writes that has its transaction to itself: the rows for which others wait come last.
#[derive(Default)]
struct More {
    /// The attempt that gives back what it holds.
    gives_back: Vec<i64>,
    /// The order whose sold gift cards await its payment, or no longer do.
    awaiting: Option<(i64, bool)>,
}

impl More {
    fn of<'p>(steps: impl Iterator<Item = &'p Planned>) -> Self {
        let mut more = Self::default();
        for step in steps {
            if step.gives_back() {
                more.gives_back.push(step.key);
            }
            more.awaiting = more.awaiting.or(step.awaiting_cards());
        }
        more
    }

    fn statements(&self) -> Vec<Prepared<'_>> {
        let mut statements: Vec<Prepared<'_>> = Vec::new();
        if let Some((order, await_payment)) = &self.awaiting {
            statements.push((gift_cards::SET_AWAITING, vec![order, await_payment]));
        }
        for attempt in &self.gives_back {
            statements.extend([
                (benefits::GIVE_BACK_USES, vec![attempt as _]),
                (benefits::GIVE_BACK_MONEY, vec![attempt as _]),
                (stock::GIVE_BACK, vec![attempt as _]),
            ]);
        }
        if !self.gives_back.is_empty() {
            statements.push((stock::SETTLE, vec![&self.gives_back]));
        }
        statements
    }
}
