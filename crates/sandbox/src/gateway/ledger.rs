use super::card::{Card, Scenario};
use super::mandates;
use crate::file::{BUSY, File, LedgerError};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Transaction, params};
use serde::Serialize;
use std::path::Path;
use zkratka_commerce::attempt::{DeclineReason, PaymentOutcome};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::payment::CardSummary;
use zkratka_commerce::time::Timestamp;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RowKind {
    /// The buyer was redirected to a challenge.
    Challenged,
    Authorised,
    Captured,
    /// The authorisation was released, or none can follow.
    Voided,
    /// Nothing was authorised.
    Declined,
}

impl RowKind {
    const ALL: [Self; 5] = [
        Self::Challenged,
        Self::Authorised,
        Self::Captured,
        Self::Voided,
        Self::Declined,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Challenged => "challenged",
            Self::Authorised => "authorised",
            Self::Captured => "captured",
            Self::Voided => "voided",
            Self::Declined => "declined",
        }
    }

    fn parse(name: &str) -> Result<Self, LedgerError> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
            .ok_or(LedgerError::Unknown("kind of row"))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LedgerRow {
    /// Increases with every row.
    pub id: i64,
    pub kind: RowKind,
    /// The idempotency key.
    pub key: String,
    /// The gateway's reference.
    pub reference: String,
    pub amount: Money,
}

/// Reads a ledger, even while another process writes it.
pub fn read_ledger(path: &Path) -> Result<Vec<LedgerRow>, LedgerError> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.busy_timeout(BUSY)?;
    rows_after(&connection, 0)
}

pub(super) type Ledger = File<LedgerError>;

pub(super) const SCHEMA: &str = include_str!("schema.sql");

/// A request for an authorisation, as stored.
pub(super) struct NewPayment {
    pub(super) key: String,
    pub(super) fingerprint: [u8; 32],
    pub(super) source: Source,
    /// The mandate to create, if requested.
    pub(super) new_mandate: Option<String>,
    pub(super) amount: Money,
    pub(super) return_url: String,
    /// Names of the payment and its challenge, if the payment is new.
    pub(super) reference: String,
    pub(super) challenge: String,
}

/// The card that pays.
pub(super) enum Source {
    /// A card entered for this payment.
    Session(String),
    /// A card stored for later charges.
    Mandate {
        mandate: String,
        payer_is_present: bool,
    },
}

/// A payment with its state.
#[derive(Clone, Debug)]
pub(super) struct Payment {
    pub(super) reference: String,
    pub(super) key: String,
    pub(super) challenge: Option<String>,
    pub(super) return_url: String,
    pub(super) amount: Money,
    pub(super) scenario: Scenario,
    pub(super) card: CardSummary,
    pub(super) created_at: Timestamp,
    /// The sum of its captures.
    pub(super) captured: MinorUnits,
    /// Whether the captures failed later.
    pub(super) has_failed: bool,
    /// The last row, if there is one, and its detail.
    pub(super) state: Option<(RowKind, String)>,
}

/// The result of a request for an authorisation.
pub(super) enum PaymentLookup {
    New(Payment),
    /// The identical request was made before.
    Repeated(Payment),
    /// The key was used for another request.
    KeyReused,
    /// The session is unknown, expired, or used with another key.
    SessionInvalid,
}

/// Stores a card for one use.
pub(super) fn insert_session(
    transaction: &Transaction<'_>,
    id: &str,
    card: &Card,
    expires_at: Timestamp,
) -> Result<(), LedgerError> {
    transaction
        .prepare_cached(
            "INSERT INTO sessions (id, scenario, network, last_four, expires_at)
             VALUES (?, ?, ?, ?, ?)",
        )?
        .execute(params![
            id,
            scenario_name(card.scenario),
            card.summary.network,
            card.summary.last_four,
            expires_at.0
        ])?;
    mandates::insert_expiry(transaction, id, &card.expires)
}

/// Creates a payment, or finds the key's existing one.
pub(super) fn open_payment(
    transaction: &Transaction<'_>,
    new: &NewPayment,
    now: Timestamp,
) -> Result<PaymentLookup, LedgerError> {
    if let Some(payment) = payment_where(transaction, "key = ?", &new.key)? {
        let fingerprint: Vec<u8> = transaction
            .prepare_cached("SELECT fingerprint FROM payments WHERE key = ?")?
            .query_row([&new.key], |row| row.get(0))?;
        return Ok(if fingerprint == new.fingerprint {
            PaymentLookup::Repeated(payment)
        } else {
            PaymentLookup::KeyReused
        });
    }
    if !take_source(transaction, new, now)? {
        return Ok(PaymentLookup::SessionInvalid);
    }
    if let Some(mandate) = &new.new_mandate {
        transaction
            .prepare_cached("INSERT INTO mandates (id, reference) VALUES (?, ?)")?
            .execute(params![mandate, new.reference])?;
        if let Source::Session(session) = &new.source {
            mandates::keep_expiry(transaction, mandate, session)?;
        }
    }
    payment_where(transaction, "key = ?", &new.key)?
        .map(PaymentLookup::New)
        .ok_or(LedgerError::Unknown("session"))
}

/// Stores the payment with its card; false if the session or mandate does not exist.
fn take_source(
    transaction: &Transaction<'_>,
    new: &NewPayment,
    now: Timestamp,
) -> Result<bool, LedgerError> {
    let (card, source) = match &new.source {
        Source::Session(session) => {
            let used = transaction
                .prepare_cached(
                    "UPDATE sessions SET used_by = ?
                     WHERE id = ? AND used_by IS NULL AND expires_at > ?",
                )?
                .execute(params![new.key, session, now.0])?;
            if used == 0 {
                return Ok(false);
            }
            (
                "SELECT scenario, network, last_four FROM sessions WHERE id = ?9".to_owned(),
                session,
            )
        }
        Source::Mandate {
            mandate,
            payer_is_present,
        } => (mandates::charged_card(*payer_is_present), mandate),
    };
    let sql = format!(
        "INSERT INTO payments (reference, key, fingerprint, challenge, return_url, amount, currency,
           scenario, network, last_four, created_at)
         SELECT ?1, ?2, ?3, CASE scenario WHEN 'challenge' THEN ?4 END, ?5,
           CASE scenario WHEN 'wrong_amount' THEN ?6 + 100 ELSE ?6 END, ?7,
           scenario, network, last_four, ?8
         FROM ({card})"
    );
    let stored = transaction.prepare_cached(&sql)?.execute(params![
        new.reference,
        new.key,
        new.fingerprint.as_slice(),
        new.challenge,
        new.return_url,
        new.amount.minor.get(),
        new.amount.currency.as_str(),
        now.0,
        source
    ])?;
    Ok(stored == 1)
}

/// Appends a row and returns the payment's new state.
pub(super) fn append(
    transaction: &Transaction<'_>,
    payment: &Payment,
    kind: RowKind,
    detail: &str,
    now: Timestamp,
) -> Result<Payment, LedgerError> {
    let amount = match kind {
        RowKind::Captured => payment.captured,
        _ => payment.amount.minor,
    };
    transaction
        .prepare_cached(
            "INSERT INTO ledger (at, kind, detail, key, reference, amount, currency)
             VALUES (?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            now.0,
            kind.name(),
            detail,
            payment.key,
            payment.reference,
            amount.get(),
            payment.amount.currency.as_str()
        ])?;
    Ok(Payment {
        state: Some((kind, detail.to_owned())),
        ..payment.clone()
    })
}

pub(super) fn by_key(
    transaction: &Transaction<'_>,
    key: &str,
) -> Result<Option<Payment>, LedgerError> {
    payment_where(transaction, "key = ?", key)
}

pub(super) fn by_reference(
    transaction: &Transaction<'_>,
    reference: &str,
) -> Result<Option<Payment>, LedgerError> {
    payment_where(transaction, "reference = ?", reference)
}

pub(super) fn by_challenge(
    transaction: &Transaction<'_>,
    challenge: &str,
) -> Result<Option<Payment>, LedgerError> {
    payment_where(transaction, "challenge = ?", challenge)
}

fn payment_where(
    transaction: &Transaction<'_>,
    condition: &'static str,
    value: &str,
) -> Result<Option<Payment>, LedgerError> {
    let sql = format!(
        "SELECT reference, key, challenge, return_url, amount, currency, scenario, network, last_four,
           created_at, (SELECT id FROM mandates WHERE mandates.reference = payments.reference),
           coalesce(
             (SELECT sum(amount) FROM captures WHERE captures.reference = payments.reference),
             (SELECT amount FROM ledger WHERE ledger.reference = payments.reference AND kind = 'captured'),
             0),
           EXISTS (SELECT 1 FROM movements
             WHERE movements.reference = payments.reference AND movements.kind = 'capture_failure'),
           (SELECT expires FROM card_expiries
             WHERE id = (SELECT id FROM mandates WHERE mandates.reference = payments.reference))
         FROM payments WHERE {condition}"
    );
    let row = transaction
        .prepare_cached(&sql)?
        .query_row([value], |row| {
            Ok((
                row.get::<_, String>(0)?,
                row.get::<_, String>(1)?,
                row.get::<_, Option<String>>(2)?,
                row.get::<_, String>(3)?,
                row.get::<_, i64>(4)?,
                row.get::<_, String>(5)?,
                row.get::<_, String>(6)?,
                CardSummary {
                    network: row.get(7)?,
                    last_four: row.get(8)?,
                    mandate: row.get(10)?,
                    expires: row.get(13)?,
                },
                Timestamp(row.get(9)?),
                (MinorUnits::new(row.get(11)?), row.get::<_, bool>(12)?),
            ))
        })
        .optional()?;
    let Some((
        reference,
        key,
        challenge,
        return_url,
        minor,
        currency,
        scenario,
        card,
        created_at,
        (captured, has_failed),
    )) = row
    else {
        return Ok(None);
    };
    let state = state(transaction, &reference)?;
    Ok(Some(Payment {
        reference,
        key,
        challenge,
        return_url,
        amount: money(MinorUnits::new(minor), &currency)?,
        scenario: parse_scenario(&scenario)?,
        card,
        created_at,
        captured,
        has_failed,
        state,
    }))
}

fn state(
    transaction: &Transaction<'_>,
    reference: &str,
) -> Result<Option<(RowKind, String)>, LedgerError> {
    let last = transaction
        .prepare_cached(
            "SELECT kind, detail FROM ledger WHERE reference = ? ORDER BY id DESC LIMIT 1",
        )?
        .query_row([reference], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
        })
        .optional()?;
    last.map(|(kind, detail)| Ok((RowKind::parse(&kind)?, detail)))
        .transpose()
}

/// Rows after an id, in order.
pub(super) fn rows_after(connection: &Connection, id: i64) -> Result<Vec<LedgerRow>, LedgerError> {
    let mut statement = connection.prepare(
        "SELECT id, kind, key, reference, amount, currency FROM ledger WHERE id > ? ORDER BY id",
    )?;
    let mut rows = statement.query([id])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(LedgerRow {
            id: row.get(0)?,
            kind: RowKind::parse(&row.get::<_, String>(1)?)?,
            key: row.get(2)?,
            reference: row.get(3)?,
            amount: money(MinorUnits::new(row.get(4)?), &row.get::<_, String>(5)?)?,
        });
    }
    Ok(found)
}

fn money(minor: MinorUnits, currency: &str) -> Result<Money, LedgerError> {
    let currency = Currency::new(currency).map_err(|_| LedgerError::Unknown("currency"))?;
    Ok(Money { minor, currency })
}

const fn scenario_name(scenario: Scenario) -> &'static str {
    match scenario {
        Scenario::Approve => "approve",
        Scenario::Decline => "decline",
        Scenario::Challenge => "challenge",
        Scenario::Slow => "slow",
        Scenario::AnswerLost => "answer_lost",
        Scenario::Duplicate => "duplicate",
        Scenario::WrongAmount => "wrong_amount",
        Scenario::CaptureRefused => "capture_refused",
    }
}

fn parse_scenario(name: &str) -> Result<Scenario, LedgerError> {
    [
        Scenario::Approve,
        Scenario::Decline,
        Scenario::Challenge,
        Scenario::Slow,
        Scenario::AnswerLost,
        Scenario::Duplicate,
        Scenario::WrongAmount,
        Scenario::CaptureRefused,
    ]
    .into_iter()
    .find(|scenario| scenario_name(*scenario) == name)
    .ok_or(LedgerError::Unknown("scenario"))
}

impl Payment {
    /// The payment's outcome in a response.
    pub(super) fn outcome(&self, browser_base: &str) -> PaymentOutcome {
        let reference = self.reference.clone();
        let (amount, card) = (self.amount, self.card.clone());
        match &self.state {
            None => PaymentOutcome::Pending,
            Some((RowKind::Authorised, _)) => PaymentOutcome::Authorised {
                reference,
                amount,
                card,
            },
            Some((RowKind::Captured, _)) if self.has_failed => PaymentOutcome::Declined {
                reference: Some(reference),
                reason: DeclineReason::Declined,
            },
            Some((RowKind::Captured, _)) => PaymentOutcome::Captured {
                reference,
                amount: self.captured.in_currency(amount.currency),
                card,
            },
            Some((RowKind::Challenged, _)) => PaymentOutcome::RequiresAction {
                reference,
                redirect_url: format!(
                    "{browser_base}/challenge/{}",
                    self.challenge.as_deref().unwrap_or_default()
                ),
            },
            Some((RowKind::Voided, _)) => PaymentOutcome::Voided { reference },
            Some((RowKind::Declined, detail)) => PaymentOutcome::Declined {
                reference: Some(reference),
                reason: decline_reason(detail),
            },
        }
    }
}

/// Details of declined rows.
pub(super) const DECLINED: &str = "declined";
pub(super) const CHALLENGE_FAILED: &str = "challenge_failed";

fn decline_reason(detail: &str) -> DeclineReason {
    if detail == CHALLENGE_FAILED {
        DeclineReason::ChallengeFailed
    } else {
        DeclineReason::Declined
    }
}
