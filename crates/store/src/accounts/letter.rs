//! E-mails to owners of accounts. Each waits here until an SMTP server has taken it.

use super::statement::{Row, Statement, Value, statement};
use super::{AccountId, Accounts, SavedAddress, TicketId};
use crate::StoreError;
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::time::{DAY_MS, Timestamp};

/// For how long an e-mail that is not sent is kept.
pub const LETTERS_KEPT_MS: i64 = 7 * DAY_MS;

/// The random id of an e-mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AccountLetterId(pub [u8; 16]);

/// What an e-mail is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountLetterKind {
    /// A code to sign in.
    Code,
    NewDevice,
    NewPasskey,
    NewCard,
    NewAddress,
    /// Both by one order.
    NewCardAndAddress,
    PasskeyRemoved,
    AccountDeleted,
}

#[derive(Clone, Debug)]
pub struct NewAccountLetter {
    pub id: AccountLetterId,
    /// Not a code: [`Accounts::add_code`] adds those.
    pub kind: AccountLetterKind,
    pub email: String,
    /// What its owner recognises the device, passkey, card or address by.
    pub detail: String,
    pub now: Timestamp,
}

/// An e-mail that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountLetter {
    pub id: AccountLetterId,
    pub kind: AccountLetterKind,
    pub email: String,
    /// The challenge that the code answers.
    pub challenge: Option<TicketId>,
    pub detail: String,
    pub created_at: Timestamp,
    /// How often it was claimed.
    pub attempts: u32,
}

const ADD: &str =
    "INSERT INTO account_letters (id, kind, email, contact, detail, created_at, due_at)
    VALUES ($1, $2, $3, $4, $5, $6, $6)";
const ADD_IF_ACCOUNT: &str =
    "INSERT INTO account_letters (id, kind, email, contact, detail, created_at, due_at)
    SELECT $1, $2, $3, $4, $5, $6, $6 WHERE EXISTS (SELECT 1 FROM accounts WHERE id = $7)";
const ADD_IF_ADDRESS: &str =
    "INSERT INTO account_letters (id, kind, email, contact, detail, created_at, due_at)
    SELECT $1, $2, $3, $4, $5, $6, $6
    WHERE EXISTS (SELECT 1 FROM account_addresses WHERE account = $7 AND id = $8) RETURNING id";
/// Codes first, because somebody waits for them, and then what was tried least often. The outer condition holds again after
/// another server, which claimed the same letters, has written.
const CLAIM: &str = "UPDATE account_letters SET due_at = $2, attempts = attempts + 1
    WHERE due_at <= $1 AND id IN (
        SELECT id FROM account_letters WHERE due_at <= $1
        ORDER BY challenge IS NULL, attempts, created_at, id LIMIT $3)
    RETURNING id, kind, email, challenge, detail, created_at, attempts";
const OF_CONTACT: &str = "SELECT id, kind, email, challenge, detail, created_at, attempts
    FROM account_letters WHERE contact = $1 ORDER BY created_at, id";

impl AccountLetterKind {
    const ALL: [Self; 8] = [
        Self::Code,
        Self::NewDevice,
        Self::NewPasskey,
        Self::NewCard,
        Self::NewAddress,
        Self::NewCardAndAddress,
        Self::PasskeyRemoved,
        Self::AccountDeleted,
    ];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::NewDevice => "new_device",
            Self::NewPasskey => "new_passkey",
            Self::NewCard => "new_card",
            Self::NewAddress => "new_address",
            Self::NewCardAndAddress => "new_card_and_address",
            Self::PasskeyRemoved => "passkey_removed",
            Self::AccountDeleted => "account_deleted",
        }
    }

    fn read(name: &str) -> Result<Self, StoreError> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| StoreError::Corrupt {
            what: "letter",
            reason: "unknown kind".to_owned(),
        })
    }
}

impl Accounts<'_> {
    pub async fn add_letter(&self, new: &NewAccountLetter) -> Result<(), StoreError> {
        self.write(added(ADD, new, [])).await?;
        Ok(())
    }

    /// Claims at most `limit` e-mails that are due. None of them is due again before `lease_until`, so that no other server claims it
    /// too.
    pub async fn claim_letters(
        &self,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<AccountLetter>, StoreError> {
        let claimed = self.write(statement!(CLAIM, now, lease_until, limit));
        claimed.await?.iter().map(letter).collect()
    }

    /// Makes a claimed e-mail due again at this time.
    pub async fn postpone_letter(
        &self,
        id: AccountLetterId,
        due: Timestamp,
    ) -> Result<(), StoreError> {
        let postpone = "UPDATE account_letters SET due_at = $2 WHERE id = $1";
        self.write(statement!(postpone, id.0, due)).await?;
        Ok(())
    }

    /// Deletes an e-mail: it is sent, or nobody needs it.
    pub async fn delete_letter(&self, id: AccountLetterId) -> Result<(), StoreError> {
        let delete = "DELETE FROM account_letters WHERE id = $1";
        self.write(statement!(delete, id.0)).await?;
        Ok(())
    }

    /// The e-mails that wait for one person, oldest first.
    pub async fn letters_to(&self, contact: &ContactKey) -> Result<Vec<AccountLetter>, StoreError> {
        self.list(statement!(OF_CONTACT, contact.as_str()), letter)
            .await
    }

    /// Deletes the e-mails that wait for one person: the person asked for it.
    pub async fn delete_letters_to(&self, contact: &ContactKey) -> Result<(), StoreError> {
        let delete = "DELETE FROM account_letters WHERE contact = $1";
        self.write(statement!(delete, contact.as_str())).await?;
        Ok(())
    }
}

/// The statement that adds an e-mail: `sql` names its columns `$1` to `$6`, and `more` from `$7` on.
pub(super) fn added<const N: usize>(
    sql: &'static str,
    new: &NewAccountLetter,
    more: [Value; N],
) -> Statement {
    let contact = ContactKey::of_email(&new.email);
    let mut added = statement!(
        sql,
        new.id.0,
        new.kind.name(),
        new.email.as_str(),
        contact.as_str(),
        new.detail.as_str(),
        new.now
    );
    added.values.extend(more);
    added
}

/// Adds an e-mail, if there is this account.
pub(super) fn add_if_account(new: &NewAccountLetter, account: AccountId) -> Statement {
    added(ADD_IF_ACCOUNT, new, [account.0.into()])
}

/// Adds an e-mail, if the account has this address.
pub(super) fn add_if_address(new: &NewAccountLetter, saved: &SavedAddress) -> Statement {
    added(
        ADD_IF_ADDRESS,
        new,
        [saved.account.0.into(), saved.id.0.into()],
    )
}

fn letter(row: &Row) -> Result<AccountLetter, StoreError> {
    let challenge = row.is_there(3).then(|| row.array(3)).transpose()?;
    Ok(AccountLetter {
        id: AccountLetterId(row.array(0)?),
        kind: AccountLetterKind::read(&row.text(1)?)?,
        email: row.text(2)?,
        challenge: challenge.map(TicketId),
        detail: row.text(4)?,
        created_at: row.time(5)?,
        attempts: row.count(6)?,
    })
}
