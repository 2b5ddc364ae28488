//! Challenges: a code that was sent, or a ceremony that a browser has begun; and their answers.

use super::statement::{Row, statement};
use super::{AccountId, Accounts, Ticket, TicketId};
use crate::StoreError;
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
    /// A ceremony. Codes are added by [`Accounts::add_code`].
    pub purpose: SignInPurpose,
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
    pub expires_at: Timestamp,
    /// Whether an e-mail brings its code.
    pub is_sent: bool,
}

const ADD: &str = "INSERT INTO account_challenges
        (id, secret_hash, purpose, account, answer, created_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)";
const TRY: &str = "UPDATE account_challenges SET tries = tries + 1
    WHERE id = $1 AND secret_hash = $2 AND purpose = $3 AND expires_at > $4 AND spent_at IS NULL AND tries < $5
    RETURNING purpose, email, account, answer, tries, expires_at, number";
const LIVE: &str =
    "SELECT purpose, email, account, answer, tries, expires_at, number FROM account_challenges
    WHERE id = $1 AND secret_hash = $2 AND purpose = $3 AND expires_at > $4 AND spent_at IS NULL";
const OF_LETTER: &str =
    "SELECT purpose, email, account, answer, tries, expires_at, number FROM account_challenges
    WHERE id = $1 AND expires_at > $2 AND spent_at IS NULL";
const SPEND: &str = "UPDATE account_challenges SET spent_at = $3
    WHERE id = $1 AND secret_hash = $2 AND spent_at IS NULL RETURNING id";
impl SignInPurpose {
    const ALL: [Self; 3] = [Self::Code, Self::Passkey, Self::Creation];

    pub(super) const fn name(self) -> &'static str {
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
        self.write(statement!(
            ADD,
            new.ticket.id.0,
            new.ticket.secret_hash,
            new.purpose.name(),
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

    /// The challenge with this cookie, if it is neither answered nor expired. Counts nothing.
    pub async fn live_challenge(
        &self,
        ticket: &Ticket,
        purpose: SignInPurpose,
        now: Timestamp,
    ) -> Result<Option<SignInChallenge>, StoreError> {
        let (id, hash) = (ticket.id.0, ticket.secret_hash);
        let live = statement!(LIVE, id, hash, purpose.name(), now);
        Ok(self.list(live, challenge).await?.pop())
    }

    /// The challenge for which an e-mail waits, if it is neither answered nor expired.
    pub async fn challenge_of_letter(
        &self,
        id: TicketId,
        now: Timestamp,
    ) -> Result<Option<SignInChallenge>, StoreError> {
        let live = statement!(OF_LETTER, id.0, now);
        Ok(self.list(live, challenge).await?.pop())
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
        expires_at: row.time(5)?,
        is_sent: row.is_there(6),
    })
}
