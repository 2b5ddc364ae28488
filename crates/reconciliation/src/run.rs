//! Compares one provider's ledger with the shop's records, span by span.
//!
//! A span's listing only finds payments that may differ. Each of them is then looked at by itself at the provider, without
//! the listing's lag and without the span's edges, and only what still differs is told. So a difference is never an
//! artefact of a page, a clock or a delay.

use crate::compare::{Times, compare};
use crate::difference::Difference;
use crate::kind::Kind;
use crate::question::{Comparison, MOST_DIFFERENCES, Provider, Question, Stopped};
use crate::second_look::second_look;
use crate::sides::{OurMoney, OurPayment};
use crate::{known, ours};
use std::collections::{BTreeMap, BTreeSet};
use zkratka_attempts::{key_at_gateway, named_by_gateway};
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::ids::{AttemptKey, OrderNumber};
use zkratka_commerce::order_life::{DisputeState, RefundStatus};
use zkratka_commerce::time::DAY_MS;
use zkratka_payments::{
    GatewayName, LedgerEntry, LedgerError, LedgerKind, LedgerState, PaymentLedger, Span,
};
use zkratka_store::{MovedOrders, OrderRecord, Store, StoreError};

/// The first span. It is halved while it holds too many transactions.
const SPAN_MS: i64 = DAY_MS;
/// The shortest span.
const SHORTEST_MS: i64 = 1_000;
/// Orders of one read.
const PAGE: u32 = 200;
/// Attempts of one read.
const MOST_IN_REVIEW: u32 = 1_000;
/// What is undecided for this long is told.
const LONG_MS: i64 = 3 * DAY_MS;
impl Provider {
    /// Compares. If it stops early, the comparison holds what was found before.
    pub async fn compare(
        &self,
        store: &dyn Store,
        question: Question,
    ) -> (Comparison, Option<Stopped>) {
        let mut run = Run::new(self, store, question);
        let stopped = run.everything().await.err();
        (run.result, stopped)
    }
}

struct Run<'r> {
    provider: &'r Provider,
    store: &'r dyn Store,
    question: Question,
    /// Payments whose differences are told.
    told: BTreeSet<Subject>,
    /// Reversals in spans that differed, so that one dispute does not explain those of several spans.
    reversals: BTreeMap<Subject, Vec<LedgerEntry>>,
    result: Comparison,
}

/// A payment: the shop's attempt, or one that the shop does not know.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    Attempt(AttemptKey),
    Unknown(String),
}

/// One payment with its transactions in a span.
#[derive(Default)]
struct Found {
    ours: Option<OurPayment>,
    listed: Vec<LedgerEntry>,
    /// Names at the provider that were found to be the payment's.
    names: BTreeSet<String>,
}

impl<'r> Run<'r> {
    fn new(provider: &'r Provider, store: &'r dyn Store, question: Question) -> Self {
        Self {
            provider,
            store,
            question,
            told: BTreeSet::new(),
            reversals: BTreeMap::new(),
            result: Comparison {
                name: provider.name.as_str(),
                compared_until: question.since,
                asks_by_name: !provider.ledger.limits().lists,
                ..Comparison::default()
            },
        }
    }

    async fn everything(&mut self) -> Result<(), Stopped> {
        let limits = self.provider.ledger.limits();
        if let Some(reach) = limits.reach_ms
            && self.question.since < self.question.now.plus(-reach)
        {
            return Err(Stopped::TooLongAgo(reach / DAY_MS));
        }
        let end = self
            .question
            .until
            .min(self.question.now.plus(-limits.lag_ms));
        let mut from = self.question.since;
        let mut length = SPAN_MS;
        while from < end {
            let span = Span {
                from,
                until: from.plus(length).min(end),
            };
            match self.provider.ledger.transactions(span).await {
                Err(LedgerError::TooMany) if length > SHORTEST_MS => length /= 2,
                Err(LedgerError::TooMany) => return Err(Stopped::TooDense),
                Err(error) => return Err(error.into()),
                Ok(listed) => {
                    self.span(span, listed).await?;
                    from = span.until;
                    self.result.compared_until = from;
                    length = SPAN_MS;
                }
            }
        }
        self.result.has_compared_all_spans = true;
        self.unsettled().await?;
        if !limits.lists {
            self.in_review().await?;
        }
        self.disputed().await
    }

    /// Disputes that are open at the provider, whenever the payment or the dispute was made: one that moves no money is in no
    /// span.
    async fn disputed(&mut self) -> Result<(), Stopped> {
        let mut found = BTreeMap::new();
        let open = self.provider.ledger.open_disputes().await?;
        self.result.not_ours += open.of_others;
        for id in open.unreadable {
            self.unreadable(None, None, id)?;
        }
        for entry in open.entries {
            self.sort(entry, &mut found).await?;
        }
        for (subject, found) in found {
            self.judge(subject, found, None).await?;
        }
        Ok(())
    }

    async fn span(&mut self, span: Span, listed: Vec<LedgerEntry>) -> Result<(), Stopped> {
        self.result.transactions += listed.len();
        let mut found: BTreeMap<Subject, Found> = BTreeMap::new();
        for entry in listed {
            self.sort(entry, &mut found).await?;
        }
        let mut after = None;
        loop {
            let page = MovedOrders {
                from: span.from,
                until: span.until,
                after,
                limit: PAGE,
            };
            let records = self.store.moved_orders(page).await?;
            let Some(last) = records.last() else {
                break;
            };
            after = Some(last.order.number);
            for record in &records {
                if let Some(ours) = self.of_order(record).await? {
                    let subject = Subject::Attempt(ours.attempt);
                    found.entry(subject).or_default().ours = Some(ours);
                }
            }
        }
        self.result.payments += found.len();
        for (subject, found) in found {
            self.judge(subject, found, Some(span)).await?;
        }
        Ok(())
    }

    /// Orders with something undecided here, whenever they were made: the provider may have decided.
    async fn unsettled(&mut self) -> Result<(), Stopped> {
        let mut after: Option<OrderNumber> = None;
        loop {
            let records = self.store.unsettled_orders(after, PAGE).await?;
            let Some(last) = records.last() else {
                return Ok(());
            };
            after = Some(last.order.number);
            for record in &records {
                let life = record.life();
                let is_open = life
                    .disputes
                    .values()
                    .any(|it| it.state() == DisputeState::Open)
                    || life
                        .refunds
                        .iter()
                        .any(|it| it.status == RefundStatus::Pending);
                if is_open && let Some(ours) = self.of_order(record).await? {
                    let subject = Subject::Attempt(ours.attempt);
                    let found = Found {
                        ours: Some(ours),
                        ..Found::default()
                    };
                    self.judge(subject, found, None).await?;
                }
            }
        }
    }

    /// Payments that a person must look at, at a provider that does not list them.
    async fn in_review(&mut self) -> Result<(), Stopped> {
        for attempt in self.store.attempts_in_review(MOST_IN_REVIEW).await? {
            let reference = attempt.state.reference();
            if reference.map(GatewayName::of) == Some(self.provider.name) {
                let record = self.record(&attempt).await?;
                let found = Found {
                    ours: Some(ours::of(&attempt, record.as_ref())),
                    ..Found::default()
                };
                self.judge(Subject::Attempt(attempt.key), found, None)
                    .await?;
            }
        }
        Ok(())
    }

    /// The shop's side of an order that this provider took money for.
    async fn of_order(&self, record: &OrderRecord) -> Result<Option<OurPayment>, Stopped> {
        if record.order.mode != self.question.mode {
            return Ok(None);
        }
        let attempt = self.store.attempt(record.order.attempt).await?;
        let attempt = attempt.ok_or(StoreError::Inconsistent("there is no such attempt"))?;
        let ours = ours::of(&attempt, Some(record));
        let gateway = ours.reference.as_deref().map(GatewayName::of);
        Ok((gateway == Some(self.provider.name)).then_some(ours))
    }

    /// Puts a transaction to its payment.
    async fn sort(
        &mut self,
        entry: LedgerEntry,
        found: &mut BTreeMap<Subject, Found>,
    ) -> Result<(), Stopped> {
        let names = [entry.key.clone(), entry.refund_key.clone()];
        for name in names.into_iter().flatten() {
            let Some(key) = key_at_gateway(&name) else {
                continue;
            };
            let subject = Subject::Attempt(key);
            let is_known = found
                .get(&subject)
                .is_some_and(|it| it.names.contains(&name));
            if !is_known {
                let ours = match self.store.attempt(key).await? {
                    Some(attempt) => {
                        let record = self.record(&attempt).await?;
                        if !is_named(&name, &attempt, record.as_ref()) {
                            continue;
                        }
                        Some(ours::of(&attempt, record.as_ref()))
                    }
                    // The database may have been restored from before the payment. Only the attempt's own secret could tell
                    // it from one of another shop of this software, so it is told.
                    None => None,
                };
                let payment = found.entry(subject.clone()).or_default();
                payment.ours = ours;
                payment.names.insert(name.clone());
            }
            found.entry(subject).or_default().listed.push(entry);
            return Ok(());
        }
        if self.provider.ledger.limits().is_exclusive {
            let name = entry.payment.clone().unwrap_or_else(|| entry.id.clone());
            let known = found.entry(Subject::Unknown(name)).or_default();
            known.listed.push(entry);
        } else {
            self.result.not_ours += 1;
        }
        Ok(())
    }

    async fn record(&self, attempt: &Attempt) -> Result<Option<OrderRecord>, Stopped> {
        match attempt.order {
            Some(number) => Ok(self.store.order(number).await?),
            None => Ok(None),
        }
    }

    /// Compares a payment: first with the listing, and if it differs, with what the provider says of the payment now.
    async fn judge(
        &mut self,
        subject: Subject,
        found: Found,
        span: Option<Span>,
    ) -> Result<(), Stopped> {
        if self.told.contains(&subject) {
            return Ok(());
        }
        let limits = self.provider.ledger.limits();
        let times = Times {
            now: self.question.now,
            grace_ms: limits.lag_ms,
            long_ms: LONG_MS,
        };
        let Found { ours, listed, .. } = found;
        let mut theirs = PaymentLedger {
            entries: listed,
            tells_reversals: true,
            tells_disputes: true,
            lists_disputed_money: false,
        };
        if !limits.lists {
            theirs.entries.extend(ours.iter().flat_map(known::of));
        } else if is_whole(ours.as_ref(), &theirs, span)
            && compare(ours.as_ref(), &theirs, times).is_empty()
        {
            return Ok(());
        }
        self.add_earlier_reversals(&subject, &mut theirs.entries);
        let reference = ours.as_ref().and_then(|ours| ours.reference.clone());
        let theirs = match second_look(&*self.provider.ledger, reference, theirs).await {
            Err(Stopped::Ledger(LedgerError::Unreadable { id, .. })) => {
                return self.unreadable(Some(subject), ours.as_ref(), id);
            }
            theirs => theirs?,
        };
        // The shop may have learnt more since.
        let ours = self.again(ours).await?;
        let differences = compare(ours.as_ref(), &theirs, times);
        if differences.is_empty() {
            return Ok(());
        }
        self.told.insert(subject);
        if ours.is_none() && !limits.is_exclusive {
            self.result.strangers.add(differences);
            return Ok(());
        }
        self.tell(differences)
    }

    /// Tells of an object that cannot be read, and goes on with the other payments.
    fn unreadable(
        &mut self,
        subject: Option<Subject>,
        ours: Option<&OurPayment>,
        id: String,
    ) -> Result<(), Stopped> {
        let known = match &subject {
            Some(Subject::Attempt(key)) => Some(*key),
            Some(Subject::Unknown(_)) | None => None,
        };
        self.told.extend(subject);
        let captured = ours.and_then(|ours| match ours.money {
            OurMoney::Captured { amount, .. } => Some(amount.in_currency(ours.currency)),
            OurMoney::None | OurMoney::UnderWay | OurMoney::Held { .. } => None,
        });
        self.tell(vec![Difference {
            kind: Kind::Unreadable,
            order: ours.and_then(|ours| ours.order),
            attempt: known,
            id: Some(id),
            here: captured,
            there: None,
            at: ours.map_or(self.question.now, |ours| ours.changed_at),
            refused: None,
            lines: Vec::new(),
        }])
    }

    fn tell(&mut self, differences: Vec<Difference>) -> Result<(), Stopped> {
        self.result.differences.extend(differences);
        if self.result.differences.len() > MOST_DIFFERENCES {
            return Err(Stopped::TooManyDifferences);
        }
        Ok(())
    }

    fn add_earlier_reversals(&mut self, subject: &Subject, listed: &mut Vec<LedgerEntry>) {
        let reversals = listed.iter().filter(|one| one.kind == LedgerKind::Reversal);
        let of_span: Vec<LedgerEntry> = reversals.cloned().collect();
        let earlier = self.reversals.entry(subject.clone()).or_default();
        listed.extend(earlier.iter().cloned());
        earlier.extend(of_span);
    }

    async fn again(&self, ours: Option<OurPayment>) -> Result<Option<OurPayment>, Stopped> {
        let Some(before) = ours else {
            return Ok(None);
        };
        let Some(attempt) = self.store.attempt(before.attempt).await? else {
            return Ok(Some(before));
        };
        let record = self.record(&attempt).await?;
        let reference = before.reference;
        let now = ours::of(&attempt, record.as_ref());
        Ok(Some(OurPayment {
            reference: now.reference.or(reference),
            ..now
        }))
    }
}

/// Whether the listing of a span can say that both sides are equal: it says how everything stands, and a capture that it
/// lists cannot be a second one, beside one of another span.
fn is_whole(ours: Option<&OurPayment>, theirs: &PaymentLedger, span: Option<Span>) -> bool {
    let is_told = |one: &LedgerEntry| {
        one.state != LedgerState::Unclear || one.kind == LedgerKind::Authorisation
    };
    let is_captured = theirs
        .entries
        .iter()
        .any(|one| one.kind == LedgerKind::Capture);
    let captured_here = match ours.map(|ours| ours.money) {
        Some(OurMoney::Captured { at, .. }) => {
            span.is_some_and(|span| span.from <= at && at < span.until)
        }
        _ => true,
    };
    theirs.entries.iter().all(is_told) && (captured_here || !is_captured)
}

/// Whether a key at the provider is really a name of this attempt: the storage key in it is no secret.
fn is_named(name: &str, attempt: &Attempt, record: Option<&OrderRecord>) -> bool {
    let refunds = record
        .map(|record| record.life().refunds)
        .unwrap_or_default();
    named_by_gateway(name, attempt, refunds.iter().map(|refund| refund.number))
}
