//! Erases one person's data when somebody asks for it.

use crate::accounts::delete_accounts;
use crate::person::{Person, find};
use zkratka_commerce::cart::CartStatus;
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::redaction::{NotRedactable, UnpaidOrders, check, is_spent};
use zkratka_commerce::time::Timestamp;
use zkratka_store::{MandateEnd, RedactOrder, RedactOutcome, Store, StoreError};

/// Mandates that are listed at most.
const MOST_ENDS: u32 = 1_000;

/// How to redact.
#[derive(Clone, Debug)]
pub struct RedactRequest {
    /// The operator, for the timeline.
    pub by: String,
    /// Why, for the timeline.
    pub reason: String,
    pub unpaid: UnpaidOrders,
    /// Only find out what would happen.
    pub dry_run: bool,
    pub now: Timestamp,
}

/// What was redacted, or would be.
#[derive(Debug, Default)]
pub struct Redacted {
    pub orders: Vec<OrderNumber>,
    /// Orders that had been redacted before.
    pub before: Vec<OrderNumber>,
    /// Orders that keep their data, and why.
    pub refused: Vec<(OrderNumber, NotRedactable)>,
    /// Attempts that made no order.
    pub attempts: u64,
    /// Carts that became no order.
    pub carts: u64,
    /// Requests to be told when goods can be bought again. They are deleted.
    pub stock_alerts: usize,
    /// Accounts of the shop's wallet. They are deleted.
    pub accounts: usize,
    /// Codes to sign in that were sent lately. They are deleted.
    pub codes_sent: usize,
    /// Mandates of removed cards that the gateway has not confirmed to have ended, of all people.
    pub mandates: Vec<MandateEnd>,
    /// Attempts and carts with a payment under way. They keep their data.
    pub live: u64,
}

impl Redacted {
    /// What was redacted, in sentences for the operator.
    #[must_use]
    pub fn done(&self, dry_run: bool) -> Vec<String> {
        let verb = if dry_run { "would be" } else { "is" };
        let orders = self.orders.iter();
        let mut done: Vec<_> = orders
            .map(|number| format!("Order {} {verb} redacted.", number.0))
            .collect();
        let before = self.before.iter();
        done.extend(before.map(|number| format!("Order {} was redacted before.", number.0)));
        if self.attempts + self.carts > 0 {
            let (attempts, carts) = (self.attempts, self.carts);
            done.push(format!(
                "Without an order, {verb} redacted: payment attempts {attempts}, carts {carts}."
            ));
        }
        if self.stock_alerts > 0 {
            let alerts = self.stock_alerts;
            done.push(format!("Stock alerts: {alerts} {verb} deleted."));
        }
        if self.accounts + self.codes_sent > 0 {
            let (accounts, codes) = (self.accounts, self.codes_sent);
            done.push(format!(
                "Wallet: accounts {accounts}, records of sent codes {codes} {verb} deleted."
            ));
        }
        let mandates = self.mandates.iter();
        done.extend(mandates.map(|end| {
            format!(
                "The gateway ({}) has not confirmed yet that mandate {} has ended (asked {} times). The server goes on asking.",
                end.gateway, end.mandate, end.tries
            )
        }));
        if done.is_empty() && self.kept().is_empty() {
            done.push("The shop holds nothing about this person that can be redacted.".to_owned());
        }
        done
    }

    /// What keeps its data and why, in sentences for the operator.
    #[must_use]
    pub fn kept(&self) -> Vec<String> {
        let refused = self.refused.iter();
        let mut kept: Vec<_> = refused
            .map(|(number, reason)| format!("order {} keeps its data: {reason}", number.0))
            .collect();
        if self.live > 0 {
            let live = self.live;
            kept.push(format!(
                "{live} payment attempts or carts keep their data: a payment is under way. Repeat the command when it has ended"
            ));
        }
        kept
    }
}

/// Redacts an order; `None` if there is no such order.
pub async fn redact_order(
    store: &dyn Store,
    number: OrderNumber,
    request: &RedactRequest,
) -> Result<Option<Redacted>, StoreError> {
    let mut redacted = Redacted::default();
    let outcome = if request.dry_run {
        expected(store, number, request).await?
    } else {
        let asked = RedactOrder {
            number,
            unpaid: request.unpaid,
            detail: format!("{}: {}", request.by, request.reason),
            now: request.now,
        };
        store.redact_order(asked).await?
    };
    match outcome {
        RedactOutcome::Redacted => redacted.orders.push(number),
        RedactOutcome::RedactedBefore => redacted.before.push(number),
        RedactOutcome::Refused(reason) => redacted.refused.push((number, reason)),
        RedactOutcome::Missing => return Ok(None),
    }
    Ok(Some(redacted))
}

/// What redacting would do.
async fn expected(
    store: &dyn Store,
    number: OrderNumber,
    request: &RedactRequest,
) -> Result<RedactOutcome, StoreError> {
    let Some(record) = store.order(number).await? else {
        return Ok(RedactOutcome::Missing);
    };
    if record.order.snapshot.is_redacted() {
        return Ok(RedactOutcome::RedactedBefore);
    }
    let attempt = store.attempt(record.order.attempt).await?;
    let attempt = attempt.ok_or(StoreError::Inconsistent("an order has no attempt"))?;
    Ok(
        match check(&record.order, &record.life(), &attempt, request.unpaid) {
            Ok(()) => RedactOutcome::Redacted,
            Err(reason) => RedactOutcome::Refused(reason),
        },
    )
}

/// Redacts everything of the person with this e-mail address. Uses of discounts stay: they are digests, and count.
pub async fn redact_person(
    store: &dyn Store,
    email: &str,
    request: &RedactRequest,
) -> Result<Redacted, StoreError> {
    let person = find(store, email).await?;
    let mut all = Redacted::default();
    for record in &person.orders {
        if let Some(one) = redact_order(store, record.order.number, request).await? {
            all.orders.extend(one.orders);
            all.before.extend(one.before);
            all.refused.extend(one.refused);
        }
    }
    redact_rest(store, &person, request, &mut all).await?;
    Ok(all)
}

/// Redacts what became no order.
async fn redact_rest(
    store: &dyn Store,
    person: &Person,
    request: &RedactRequest,
    all: &mut Redacted,
) -> Result<(), StoreError> {
    for attempt in &person.attempts {
        if !is_spent(attempt) {
            all.live += 1;
            continue;
        }
        let is_done = if request.dry_run {
            true
        } else {
            // Its cart may belong to somebody else by now; the person's own carts follow.
            let untouched = Timestamp(i64::MIN);
            store
                .redact_attempt(attempt.key, untouched, request.now)
                .await?
        };
        all.attempts += u64::from(is_done);
    }
    for cart in &person.carts {
        if cart.status != CartStatus::Open {
            all.live += 1;
            continue;
        }
        let is_done = request.dry_run || store.redact_cart(cart.key, request.now).await?;
        all.carts += u64::from(is_done);
    }
    all.stock_alerts = person.stock_alerts.len();
    if !request.dry_run {
        let ids = person.stock_alerts.iter().map(|alert| alert.id).collect();
        store.delete_stock_alerts(ids).await?;
    }
    all.accounts = person.accounts.len();
    all.codes_sent = person.codes_sent.len();
    if !request.dry_run {
        let contact = ContactKey::of_email(&person.email);
        delete_accounts(store, &contact, &person.accounts).await?;
        let accounts = store.accounts();
        all.mandates = accounts.unconfirmed_mandate_ends(MOST_ENDS).await?;
    }
    Ok(())
}
