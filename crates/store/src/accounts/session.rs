//! Sessions: browsers that are signed in.

use super::statement::{Row, statement};
use super::{AccountId, Accounts, Ticket, TicketId};
use crate::StoreError;
use zkratka_commerce::time::Timestamp;

/// How the owner signed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionProof {
    /// By a code from an e-mail.
    Code,
    /// By a passkey whose authenticator did not check who uses it.
    Passkey,
    /// By a passkey whose authenticator checked finger, face or PIN.
    VerifiedPasskey,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    pub account: AccountId,
    pub device: Option<TicketId>,
    pub proof: SessionProof,
    pub started_at: Timestamp,
    pub idle_until: Timestamp,
    pub ends_at: Timestamp,
}

#[derive(Clone)]
pub struct NewSession {
    pub ticket: Ticket,
    pub session: Session,
}

const START: &str = "INSERT INTO account_sessions
        (id, secret_hash, account, device, proof, started_at, idle_until, ends_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
const KEEP: &str = "UPDATE account_sessions SET idle_until = $4
    WHERE id = $1 AND secret_hash = $2 AND idle_until > $3 AND ends_at > $3
    RETURNING account, device, proof, started_at, idle_until, ends_at";

impl SessionProof {
    const ALL: [Self; 3] = [Self::Code, Self::Passkey, Self::VerifiedPasskey];

    const fn name(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Passkey => "passkey",
            Self::VerifiedPasskey => "verified_passkey",
        }
    }

    fn read(name: &str) -> Result<Self, StoreError> {
        let found = Self::ALL.into_iter().find(|proof| proof.name() == name);
        found.ok_or_else(|| StoreError::Corrupt {
            what: "session",
            reason: "unknown proof".to_owned(),
        })
    }
}

impl Accounts<'_> {
    pub async fn start_session(&self, new: NewSession) -> Result<(), StoreError> {
        let NewSession { ticket, session } = new;
        self.write(statement!(
            START,
            ticket.id.0,
            ticket.secret_hash,
            session.account.0,
            session.device.map(|device| device.0),
            session.proof.name(),
            session.started_at,
            session.idle_until,
            session.ends_at
        ))
        .await?;
        Ok(())
    }

    /// The session with this cookie, if it is neither idle for too long nor at its end. It is idle from `idle_until` on.
    pub async fn keep_session(
        &self,
        ticket: &Ticket,
        now: Timestamp,
        idle_until: Timestamp,
    ) -> Result<Option<Session>, StoreError> {
        let kept = statement!(KEEP, ticket.id.0, ticket.secret_hash, now, idle_until);
        self.write(kept).await?.first().map(session).transpose()
    }

    /// Returns false if there is no such session.
    pub async fn end_session(&self, ticket: &Ticket) -> Result<bool, StoreError> {
        let end = "DELETE FROM account_sessions WHERE id = $1 AND secret_hash = $2 RETURNING id";
        let end = statement!(end, ticket.id.0, ticket.secret_hash);
        self.changes(end).await
    }
}

fn session(row: &Row) -> Result<Session, StoreError> {
    let device = row.is_there(1).then(|| row.array(1)).transpose()?;
    Ok(Session {
        account: AccountId(row.array(0)?),
        device: device.map(TicketId),
        proof: SessionProof::read(&row.text(2)?)?,
        started_at: row.time(3)?,
        idle_until: row.time(4)?,
        ends_at: row.time(5)?,
    })
}
