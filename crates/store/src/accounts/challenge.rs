//! Challenges: a code that was sent, or a ceremony that a browser has begun.

use super::statement::{Row, statement};
use super::{AccountId, Accounts, Ticket};
use crate::StoreError;
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::time::{DAY_MS, Timestamp};

/// How often a challenge may be answered.
pub const MAX_TRIES: u32 = 5;
/// For how long a challenge counts against the limits after its end. Then it is deleted.
pub const KEPT_MS: i64 = DAY_MS;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignInPurpose {
    /// A code by e-mail.
    Code,
    /// A sign-in by passkey.
    Passkey,
    /// The creation of a passkey.
    Creation,
}

#[derive(Clone)]
pub struct NewSignInChallenge {
    pub ticket: Ticket,
    pub purpose: SignInPurpose,
    /// To whom the code goes.
    pub email: Option<String>,
    /// Whose passkey is created.
    pub account: Option<AccountId>,
    /// What the answer is compared with.
    pub answer: [u8; 32],
    pub now: Timestamp,
    pub expires_at: Timestamp,
}

#[derive(Clone, PartialEq, Eq)]
pub struct SignInChallenge {
    pub purpose: SignInPurpose,
    pub email: Option<String>,
    pub account: Option<AccountId>,
    pub answer: [u8; 32],
    /// With the present one.
    pub tries: u32,
}

/// A code that was sent to a mailbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeSent {
    pub at: Timestamp,
    /// How often it was answered.
    pub tries: u32,
    /// Whether one of the answers was right.
    pub is_spent: bool,
}

const ADD: &str = "INSERT INTO account_challenges
        (id, secret_hash, purpose, email, contact, account, answer, created_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
const TRY: &str = "UPDATE account_challenges SET tries = tries + 1
    WHERE id = $1 AND secret_hash = $2 AND purpose = $3 AND expires_at > $4 AND spent_at IS NULL AND tries < $5
    RETURNING purpose, email, account, answer, tries";
const SPEND: &str = "UPDATE account_challenges SET spent_at = $3
    WHERE id = $1 AND secret_hash = $2 AND spent_at IS NULL RETURNING id";
const SENT: &str = "SELECT created_at, tries, spent_at FROM account_challenges
    WHERE contact = $1 AND created_at > $2 ORDER BY created_at DESC LIMIT 100";

impl SignInPurpose {
    const ALL: [Self; 3] = [Self::Code, Self::Passkey, Self::Creation];

    const fn name(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Passkey => "passkey",
            Self::Creation => "creation",
        }
    }

    fn read(name: &str) -> Result<Self, StoreError> {
        let found = Self::ALL.into_iter().find(|purpose| purpose.name() == name);
        found.ok_or_else(|| StoreError::Corrupt {
            what: "challenge",
            reason: "unknown purpose".to_owned(),
        })
    }
}

impl Accounts<'_> {
    pub async fn add_challenge(&self, new: NewSignInChallenge) -> Result<(), StoreError> {
        let contact = new.email.as_deref().map(ContactKey::of_email);
        self.write(statement!(
            ADD,
            new.ticket.id.0,
            new.ticket.secret_hash,
            new.purpose.name(),
            new.email.as_deref(),
            contact.as_ref().map(ContactKey::as_str),
            new.account.map(|account| account.0),
            new.answer,
            new.now,
            new.expires_at
        ))
        .await?;
        Ok(())
    }

    /// Counts an answer to a challenge and returns the challenge; `None` if it may not be answered any more.
    pub async fn try_challenge(
        &self,
        ticket: &Ticket,
        purpose: SignInPurpose,
        now: Timestamp,
    ) -> Result<Option<SignInChallenge>, StoreError> {
        let (id, hash) = (ticket.id.0, ticket.secret_hash);
        let tried = statement!(TRY, id, hash, purpose.name(), now, MAX_TRIES);
        self.write(tried).await?.first().map(challenge).transpose()
    }

    /// Ends a challenge. Of several calls at once, one returns true: its caller's answer counts.
    pub async fn spend_challenge(
        &self,
        ticket: &Ticket,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let spent = statement!(SPEND, ticket.id.0, ticket.secret_hash, now);
        self.changes(spent).await
    }

    /// The codes sent to a mailbox since then, newest first.
    pub async fn codes_sent(
        &self,
        contact: &ContactKey,
        since: Timestamp,
    ) -> Result<Vec<CodeSent>, StoreError> {
        let sent = statement!(SENT, contact.as_str(), since);
        self.list(sent, code_sent).await
    }

    /// Deletes the codes sent to a mailbox: the person asked for it.
    pub async fn delete_codes_sent(&self, contact: &ContactKey) -> Result<(), StoreError> {
        let delete = "DELETE FROM account_challenges WHERE contact = $1";
        self.write(statement!(delete, contact.as_str())).await?;
        Ok(())
    }
}

fn challenge(row: &Row) -> Result<SignInChallenge, StoreError> {
    let account = row.is_there(2).then(|| row.array(2)).transpose()?;
    Ok(SignInChallenge {
        purpose: SignInPurpose::read(&row.text(0)?)?,
        email: row.maybe_text(1)?,
        account: account.map(AccountId),
        answer: row.array(3)?,
        tries: row.count(4)?,
    })
}

fn code_sent(row: &Row) -> Result<CodeSent, StoreError> {
    Ok(CodeSent {
        at: row.time(0)?,
        tries: row.count(1)?,
        is_spent: row.is_there(2),
    })
}
